import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import {
  type ContentReview,
  newestFirst,
  type WithheldReview,
  type WrittenReview,
} from "../../model/review.ts";
import { cleanStrings, parseJson, readText } from "./files.ts";
import { readLineBatches } from "./line-batches.ts";
import { POLICY_FILE } from "./policy.ts";
import type { Problems } from "./problems.ts";
import { ReviewSink, type ReviewRules } from "./review-sink.ts";

export interface LoadedReviews {
  /** The reviews to publish, newest first. */
  readonly reviews: readonly ContentReview[];
  readonly withheld: readonly WithheldReview[];
}

/** In the folder of the reviews: the ids of erased reviews, one per line. Imports read it, builds do not. */
export const ERASED_FILE = "erased.txt";

/** Reads every `*.json` and `*.jsonl` file below `reviews/`, in code-unit order of their names. */
export async function loadReviews(
  contentFolder: string,
  rules: ReviewRules,
  problems: Problems,
): Promise<LoadedReviews> {
  const folder = join(contentFolder, "reviews");
  const sink = new ReviewSink(rules, problems);
  for (const name of await reviewFiles(folder, problems)) {
    const file = join(folder, name);
    if (name.endsWith(".jsonl")) await readLinesFile(file, sink, problems);
    else await readArrayFile(file, sink, problems);
  }
  sink.reportSourcesWithoutMethod(join(contentFolder, POLICY_FILE));
  return { reviews: sink.reviews.toSorted(newestFirst), withheld: sink.withheld };
}

const UNSUPPORTED_FILE =
  "is not read; name it .json or .jsonl if it holds reviews, import an export with npm run import, or move it away";

/** Review files below the folder, in code-unit order. Files that are not read are problems, except hidden ones. */
async function reviewFiles(folder: string, problems: Problems): Promise<string[]> {
  const files: string[] = [];
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) continue;
      const name = relative(folder, join(entry.parentPath, entry.name));
      if (/(?:^|\/)\./.test(name))
        problems.warnings.push(`${join(folder, name)} is a hidden file and was not read`);
      else if (/\.jsonl?$/.test(name)) files.push(name);
      else if (name !== ERASED_FILE) problems.add(join(folder, name), "", UNSUPPORTED_FILE);
    }
  } catch {
    problems.add(folder, "", "is missing; create it, or name another content folder with --content");
  }
  return files.toSorted();
}

async function readArrayFile(file: string, sink: ReviewSink, problems: Problems): Promise<void> {
  const text = await readText(file, problems);
  if (text === undefined) return;
  const isChecked = problems.checked.get(text) !== undefined;
  const value: unknown = isChecked ? JSON.parse(text) : parseJson(file, text, problems);
  if (value === undefined) return;
  const isWrapped = typeof value === "object" && value !== null && "reviews" in value;
  const prefix = isWrapped ? "reviews" : "";
  const list = isWrapped ? value.reviews : value;
  const others = (isWrapped ? Object.keys(value) : []).filter(
    (field) => field !== "reviews" && field !== "$schema",
  );
  for (const field of others)
    problems.add(file, field, "is not read; put all reviews of a file into its field reviews");
  if (!Array.isArray(list)) {
    problems.add(file, prefix, "must be an array of reviews");
    return;
  }
  let isWholeAsWritten = others.length === 0;
  for (const [index, item] of list.entries()) {
    const where = `${prefix}[${index}]`;
    if (isChecked) sink.addChecked(file, where, item as WrittenReview);
    else if (!sink.add(file, where, item)) isWholeAsWritten = false;
  }
  if (isWholeAsWritten && !isChecked) problems.checked.set(text, []);
}

async function readLinesFile(file: string, sink: ReviewSink, problems: Problems): Promise<void> {
  for await (const { first, text, digest } of readLineBatches(file, problems)) {
    const unclean = problems.checked.get(digest);
    const found: number[] = [];
    for (const [index, line] of text.replace(/\n$/, "").split("\n").entries()) {
      const where = `line ${first + index}`;
      if (unclean === undefined) {
        if (!isAsWritten(line, { file, where, sink, problems })) found.push(index);
      } else if (!unclean.includes(index)) sink.addChecked(file, where, JSON.parse(line) as WrittenReview);
      else if (line.trim() !== "")
        sink.addChecked(file, where, cleanStrings(JSON.parse(line) as WrittenReview));
    }
    if (unclean === undefined) problems.checked.set(digest, found);
  }
}

interface LineContext {
  readonly file: string;
  readonly where: string;
  readonly sink: ReviewSink;
  readonly problems: Problems;
}

/** Adds the review of a line. Returns true if it is valid by itself, as it is written. */
function isAsWritten(line: string, { file, where, sink, problems }: LineContext): boolean {
  if (line.trim() === "") return false;
  const value = parseJson(`${file}: ${where}`, line, problems);
  return value !== undefined && sink.add(file, where, value);
}
