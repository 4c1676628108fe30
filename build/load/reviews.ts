import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { addDays, type CalendarDate } from "../../model/calendar-date.ts";
import { check } from "../../model/check.ts";
import {
  type ContentReview,
  contentReviewSchema,
  newestFirst,
  type WrittenReview,
} from "../../model/review.ts";
import { isInvisible } from "../../model/text.ts";
import { checkCleaned, parseJson, readLines, readText } from "./files.ts";
import type { Problems } from "./problems.ts";

export interface LoadedReviews {
  /** Verified reviews, newest first. */
  readonly reviews: ContentReview[];
  readonly withheld: number;
}

const checkReview = check(contentReviewSchema);

/** Online reviews are younger. An older date is a mistake, and would add a month to every trend since then. */
const MIN_DATE = "1990-01-01";

/** In the folder of the reviews: the ids of erased reviews, one per line. Imports read it, builds do not. */
export const ERASED_FILE = "erased.txt";

/** Reads every `*.json` and `*.jsonl` file below the folder, in code-unit order of their names. */
export async function loadReviews(
  folder: string,
  today: CalendarDate,
  problems: Problems,
): Promise<LoadedReviews> {
  const collector = new ReviewCollector(addDays(today, 1), problems);
  for (const name of await reviewFiles(folder, problems)) {
    const file = join(folder, name);
    if (name.endsWith(".jsonl")) await readLinesFile(file, collector, problems);
    else await readArrayFile(file, collector, problems);
  }
  return { reviews: collector.reviews.toSorted(newestFirst), withheld: collector.withheld };
}

const UNSUPPORTED_FILE =
  "is not read; name it .json or .jsonl if it holds reviews, bring an export in by npm run import, or move it away";

/** Review files below the folder, in code-unit order. Files that are not read are problems, except hidden ones. */
async function reviewFiles(folder: string, problems: Problems): Promise<string[]> {
  const files: string[] = [];
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) continue;
      const name = relative(folder, join(entry.parentPath, entry.name));
      if (/(?:^|\/)\./.test(name)) problems.ignoredFiles.push(join(folder, name));
      else if (/\.jsonl?$/.test(name)) files.push(name);
      else if (name !== ERASED_FILE) problems.add(join(folder, name), "", UNSUPPORTED_FILE);
    }
  } catch {
    problems.add(folder, "", "is missing; create it, or name another content folder with --content");
  }
  return files.toSorted();
}

async function readArrayFile(file: string, collector: ReviewCollector, problems: Problems): Promise<void> {
  const text = await readText(file, problems);
  if (text === undefined) return;
  const value = parseJson(file, text, problems);
  if (value === undefined) return;
  const isWrapped = typeof value === "object" && value !== null && "reviews" in value;
  const prefix = isWrapped ? "reviews" : "";
  const list = isWrapped ? value.reviews : value;
  for (const field of isWrapped ? Object.keys(value) : [])
    if (field !== "reviews" && field !== "$schema")
      problems.add(file, field, "is not read; put all reviews of a file into its field reviews");
  if (!Array.isArray(list)) {
    problems.add(file, prefix, "must be an array of reviews");
    return;
  }
  for (const [index, item] of list.entries()) collector.add(file, `${prefix}[${index}]`, item);
}

async function readLinesFile(file: string, collector: ReviewCollector, problems: Problems): Promise<void> {
  let number = 0;
  for await (const line of readLines(file, problems)) {
    number += 1;
    const text = number === 1 ? line.replace(/^\uFEFF/, "") : line;
    if (text.trim() === "") continue;
    const value = parseJson(`${file}: line ${number}`, text, problems);
    if (value !== undefined) collector.add(file, `line ${number}`, value);
  }
}

/** Checks and cleans reviews one by one, reports duplicate ids and withholds unverified reviews. */
class ReviewCollector {
  readonly reviews: ContentReview[] = [];
  withheld = 0;
  readonly #fileOfId = new Map<string, string>();
  readonly #latestDate: CalendarDate;
  readonly #problems: Problems;

  constructor(latestDate: CalendarDate, problems: Problems) {
    this.#latestDate = latestDate;
    this.#problems = problems;
  }

  add(file: string, where: string, value: unknown): void {
    const review = checkCleaned(value, checkReview, (issues) =>
      this.#problems.addIssues(file, where, issues),
    );
    if (review === undefined) return;
    if (isHollow(value)) {
      this.#problems.add(
        file,
        `${where}.text`,
        "has no visible character; write null if the customer left stars only",
      );
      return;
    }
    const first = this.#fileOfId.get(review.id);
    if (first !== undefined) {
      this.#problems.add(file, `${where}.id`, `is used twice, first in ${first} (got "${review.id}")`);
      return;
    }
    this.#fileOfId.set(review.id, file);
    this.#checkRange(file, `${where}.date`, review.date);
    if (review.owner_reply) this.#checkRange(file, `${where}.owner_reply.date`, review.owner_reply.date);
    if (review.verified) this.reviews.push(complete(review));
    else this.withheld += 1;
  }

  #checkRange(file: string, path: string, date: CalendarDate): void {
    if (date < MIN_DATE) this.#problems.add(file, path, `lies before ${MIN_DATE} (got "${date}")`);
    if (date > this.#latestDate) this.#problems.add(file, path, `lies in the future (got "${date}")`);
  }
}

/** True for a text that was written, and that no reader could see. */
const isHollow = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "text" in value &&
  typeof value.text === "string" &&
  value.text !== "" &&
  isInvisible(value.text);

/** Sets every optional field. */
const complete = (review: WrittenReview): ContentReview => ({
  id: review.id,
  author: review.author,
  author_avatar_url: review.author_avatar_url ?? null,
  rating: review.rating,
  date: review.date,
  text: review.text || null,
  source: review.source,
  source_url: review.source_url ?? null,
  owner_reply: review.owner_reply ?? null,
  verified: true,
});
