import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Check, type Issue, showValue } from "../../model/check.ts";
import { duplicateKey } from "../../model/duplicate-key.ts";
import { isNestedDeeper } from "../../model/json-depth.ts";
import { cleanText, isInvisible, MAX_STRING_BYTES } from "../../model/text.ts";
import type { Problems } from "./problems.ts";

/** In place of the message for a missing file: its absence is no problem. */
export const OPTIONAL = "";
const MISSING = "is missing; create it, or name another folder with --content";

/** Reads a UTF-8 text file. Returns undefined after a problem, or if an optional file is missing. */
export async function readText(
  file: string,
  problems: Problems,
  ifMissing = MISSING,
): Promise<string | undefined> {
  try {
    const bytes = await readFile(file);
    if (bytes.length > MAX_STRING_BYTES) {
      problems.add(file, "", "is over 500 MB; split it, or write it as .jsonl with one review per line");
      return undefined;
    }
    if (!isUtf8(bytes)) {
      problems.add(file, firstInvalidLine(bytes), NOT_UTF8);
      return undefined;
    }
    return bytes.toString("utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if (errorCode(error) !== "ENOENT") problems.add(file, "", cannotRead(error));
    else if (ifMissing !== OPTIONAL) problems.add(file, "", ifMissing);
    return undefined;
  }
}

const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);

export const cannotRead = (error: unknown): string => `cannot be read (${errorCode(error)})`;

/** Invalid bytes are rejected: decoding them as U+FFFD would publish broken names. */
export const NOT_UTF8 = "is not UTF-8 text; save the file as UTF-8";

function firstInvalidLine(bytes: Buffer): string {
  const decoded = bytes.toString("utf8");
  return `line ${decoded.slice(0, decoded.indexOf("\uFFFD")).split("\n").length}`;
}

/** No content is nested deeper. Deeper JSON would overflow the stack of recursive code. */
const MAX_DEPTH = 64;

export function parseJson(file: string, text: string, problems: Problems): unknown {
  if (isNestedDeeper(text, MAX_DEPTH)) {
    problems.add(file, "", `is nested deeper than ${MAX_DEPTH} levels`);
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    const twice = duplicateKey(text);
    if (twice === undefined) return value;
    problems.add(file, "", `has the field ${showValue(twice)} twice in one object; remove one of them`);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.add(file, "", `is not JSON: ${reason.replaceAll("\n", " ")}`);
    return undefined;
  }
}

/** Reads a JSON file and checks it against its schema. Returns undefined after a problem. */
export async function readJson<T>(
  file: string,
  check: Check<T>,
  problems: Problems,
  ifMissing?: string,
): Promise<T | undefined> {
  const text = await readText(file, problems, ifMissing);
  if (text === undefined) return undefined;
  // The name of a file decides its schema.
  const checked = `${basename(file)}\n${text}`;
  if (problems.checked.get(checked)) return JSON.parse(text) as T;
  const value = parseJson(file, text, problems);
  if (value === undefined) return undefined;
  const cleaned = checkCleaned(value, check, (issues) => problems.addIssues(file, "", issues));
  if (cleaned === value) problems.checked.set(checked, []);
  return cleaned;
}

/**
 * Checks a value, cleans its strings, and checks again what cleaning changed: a name of invisible characters passes
 * the first check, and is empty after cleaning.
 */
export function checkCleaned<T>(
  value: unknown,
  check: Check<T>,
  report: (issues: readonly Issue[]) => void,
): T | undefined {
  const written = check(value);
  if (!written.ok) {
    report(written.error);
    return undefined;
  }
  const cleaned = cleanStrings(value);
  if (cleaned === value) return written.value;
  const checked = check(cleaned);
  if (checked.ok) return checked.value;
  report(checked.error.map((issue) => ({ ...issue, message: `${issue.message} after cleaning` })));
  return undefined;
}

/** Copies a value with every string and field name in it cleaned. Returns the value itself if nothing changes. */
export function cleanStrings<T>(value: T): T {
  if (typeof value === "string") return (isInvisible(value) ? "" : cleanText(value)) as T;
  if (typeof value !== "object" || value === null) return value;
  let isChanged = false;
  const clean = (item: unknown): unknown => {
    const cleaned = cleanStrings(item);
    if (cleaned !== item) isChanged = true;
    return cleaned;
  };
  const copy = Array.isArray(value)
    ? value.map(clean)
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key), clean(item)]));
  return isChanged ? (copy as T) : value;
}
