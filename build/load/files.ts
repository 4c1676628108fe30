import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Check } from "../../model/check.ts";
import type { Problems } from "./problems.ts";

/** V8 cannot hold a longer string; JSON arrays beyond it have to be JSON Lines, which are read line by line. */
const MAX_STRING_BYTES = 500_000_000;

/** Reads a text file; a missing one is a problem unless it may be absent. */
export async function readText(
  file: string,
  problems: Problems,
  mayBeAbsent = false,
): Promise<string | undefined> {
  try {
    const bytes = await readFile(file);
    if (bytes.length > MAX_STRING_BYTES) {
      problems.add(file, "", "is over 500 MB; split it, or write it as .jsonl with one review a line");
      return undefined;
    }
    return bytes.toString("utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code !== "ENOENT") problems.add(file, "", `cannot be read (${code})`);
    else if (!mayBeAbsent)
      problems.add(file, "", "is missing; create it, or name another folder with --content");
    return undefined;
  }
}

export function parseJson(file: string, text: string, problems: Problems): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.add(file, "", `is not JSON: ${reason.replaceAll("\n", " ")}`);
    return undefined;
  }
}

/** Reads a JSON file and checks it against its schema; undefined after a problem. */
export async function readJson<T>(file: string, check: Check<T>, problems: Problems): Promise<T | undefined> {
  const text = await readText(file, problems);
  if (text === undefined) return undefined;
  const value = parseJson(file, text, problems);
  if (value === undefined) return undefined;
  const checked = check(value);
  if (checked.ok) return checked.value;
  problems.addIssues(file, "", checked.error);
  return undefined;
}

/** The lines of a file of any size. Only LF ends a line: U+2028 may stand in a JSON string. */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 20 })) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
