import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { addDays, type CalendarDate } from "../../model/calendar-date.ts";
import { check } from "../../model/check.ts";
import {
  type ContentReview,
  contentReviewSchema,
  newestFirst,
  type WrittenReview,
} from "../../model/review.ts";
import { cleanText } from "../../model/text.ts";
import { parseJson, readLines, readText } from "./files.ts";
import type { Problems } from "./problems.ts";

export interface LoadedReviews {
  /** Verified reviews, newest first. */
  readonly reviews: ContentReview[];
  readonly withheld: number;
}

const checkReview = check(contentReviewSchema);

/** Reads every `*.json` and `*.jsonl` file of the folder, in code-unit order of their names. */
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

const REVIEW_FILE = /^[^.].*\.jsonl?$/;
/** Reported as problems: ignoring them silently would drop their reviews. */
const LIKELY_REVIEW_FILE = /^[^.].*\.(?:jsonl?|ndjson|csv|tsv|xlsx?|zip)$/i;
const UNSUPPORTED_FILE =
  "is not read; name it .json or .jsonl if it holds reviews, or bring an export in by npm run import";

async function reviewFiles(folder: string, problems: Problems): Promise<string[]> {
  try {
    const names = await readdir(folder);
    for (const name of names)
      if (!REVIEW_FILE.test(name) && LIKELY_REVIEW_FILE.test(name))
        problems.add(join(folder, name), "", UNSUPPORTED_FILE);
    return names.filter((name) => REVIEW_FILE.test(name)).toSorted();
  } catch {
    problems.add(folder, "", "is missing; create it, or name another content folder with --content");
    return [];
  }
}

async function readArrayFile(file: string, collector: ReviewCollector, problems: Problems): Promise<void> {
  const text = await readText(file, problems);
  if (text === undefined) return;
  const value = parseJson(file, text, problems);
  if (value === undefined) return;
  const isWrapped = typeof value === "object" && value !== null && "reviews" in value;
  const prefix = isWrapped ? "reviews" : "";
  const list = isWrapped ? value.reviews : value;
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
    const checked = checkReview(value);
    if (!checked.ok) {
      this.#problems.addIssues(file, where, checked.error);
      return;
    }
    const review = checked.value;
    const first = this.#fileOfId.get(review.id);
    if (first !== undefined) {
      this.#problems.add(file, `${where}.id`, `is used twice, first in ${first} (got "${review.id}")`);
      return;
    }
    this.#fileOfId.set(review.id, file);
    this.#checkNotFuture(file, `${where}.date`, review.date);
    if (review.owner_reply) this.#checkNotFuture(file, `${where}.owner_reply.date`, review.owner_reply.date);
    if (review.verified) this.reviews.push(clean(review));
    else this.withheld += 1;
  }

  #checkNotFuture(file: string, path: string, date: CalendarDate): void {
    if (date > this.#latestDate) this.#problems.add(file, path, `lies in the future (got "${date}")`);
  }
}

function clean(review: WrittenReview): ContentReview {
  const reply = review.owner_reply;
  const replyText = reply ? cleanText(reply.text) : "";
  const text = typeof review.text === "string" ? cleanText(review.text) : "";
  return {
    id: review.id,
    author: cleanText(review.author).replaceAll("\n", " ") || "Anonymous",
    author_avatar_url: review.author_avatar_url ?? null,
    rating: review.rating,
    date: review.date,
    text: text === "" ? null : text,
    source: cleanText(review.source),
    source_url: review.source_url ?? null,
    owner_reply: reply && replyText !== "" ? { text: replyText, date: reply.date } : null,
    verified: true,
  };
}
