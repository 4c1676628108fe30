import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { check, showValue } from "../../model/check.ts";
import { contentReviewSchema } from "../../model/review.ts";
import type { WrittenReview } from "../../model/review.ts";
import { splitLines } from "./read-text.ts";
import { MAX_STRING_BYTES } from "../../model/text.ts";
import { errorCode, Stop } from "./stop.ts";

const checkReview = check(contentReviewSchema);

/** The files of the folder that the build reads, in code-unit order; none when the folder is not there yet. */
export async function reviewFileNames(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => /^[^.].*\.jsonl?$/.test(name)).toSorted();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw new Stop([`${folder}: cannot be read (${errorCode(error)})`]);
  }
}

/** A `.json` file: its reviews, and the members beside them when they stand in an object. */
export interface ReviewArray {
  readonly wrapper: Readonly<Record<string, unknown>> | undefined;
  readonly reviews: WrittenReview[];
}

export async function readArray(file: string, problems: string[]): Promise<ReviewArray> {
  const value = parse(file, await readWhole(file), problems);
  if (value === undefined) return { wrapper: undefined, reviews: [] };
  const wrapped = typeof value === "object" && value !== null && "reviews" in value;
  const list = wrapped ? value.reviews : value;
  const prefix = wrapped ? "reviews" : "";
  if (!Array.isArray(list)) {
    problems.push(`${file}: must be an array of reviews, or an object with reviews`);
    return { wrapper: undefined, reviews: [] };
  }
  const reviews = list.flatMap(
    (item: unknown, at) => checked(`${file}: ${prefix}[${at}]`, item, problems) ?? [],
  );
  return { wrapper: wrapped ? { ...value } : undefined, reviews };
}

/** One line of a `.jsonl` file: as it stands, and the review in it unless it is blank or broken. */
export interface ReviewLine {
  readonly text: string;
  readonly review: WrittenReview | undefined;
}

export async function* readReviewLines(file: string, problems: string[]): AsyncGenerator<ReviewLine> {
  let line = 0;
  const chunks = createReadStream(file, {
    encoding: "utf8",
    highWaterMark: 1 << 20,
  }) as AsyncIterable<string>;
  for await (const raw of splitLines(chunks)) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, "") : raw;
    const where = `${file}: line ${line}`;
    const value = text.trim() === "" ? undefined : parse(where, text, problems);
    yield { text, review: value === undefined ? undefined : checked(where, value, problems) };
  }
}

async function readWhole(file: string): Promise<string> {
  const bytes = await readFile(file);
  if (bytes.length > MAX_STRING_BYTES)
    throw new Stop([`${file}: is over 500 MB; split it, or write it as .jsonl with one review a line`]);
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

function parse(where: string, text: string, problems: string[]): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.push(`${where}: is not JSON: ${reason.replaceAll("\n", " ")}`);
    return undefined;
  }
}

function checked(where: string, value: unknown, problems: string[]): WrittenReview | undefined {
  const result = checkReview(value);
  if (result.ok) return result.value;
  for (const issue of result.error) {
    const path = issue.path === "" ? "" : `.${issue.path}`;
    const got = "value" in issue ? ` (got ${showValue(issue.value)})` : "";
    problems.push(`${where}${path}: ${issue.message}${got}`);
  }
  return undefined;
}
