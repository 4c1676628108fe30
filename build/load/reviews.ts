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
  /** Verified ones, newest first. */
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
  const intake = new Intake(addDays(today, 1), problems);
  for (const name of await reviewFiles(folder, problems)) {
    const file = join(folder, name);
    if (name.endsWith(".jsonl")) await takeLines(file, intake, problems);
    else await takeArray(file, intake, problems);
  }
  return { reviews: intake.reviews.toSorted(newestFirst), withheld: intake.withheld };
}

const REVIEWS = /^[^.].*\.jsonl?$/;
/** Left out without a word, their reviews would be missed late. */
const LIKE_REVIEWS = /^[^.].*\.(?:jsonl?|ndjson|csv|tsv|xlsx?|zip)$/i;
const UNREAD =
  "is not read; name it .json or .jsonl if it holds reviews, or bring an export in by npm run import";

async function reviewFiles(folder: string, problems: Problems): Promise<string[]> {
  try {
    const names = await readdir(folder);
    for (const name of names)
      if (!REVIEWS.test(name) && LIKE_REVIEWS.test(name)) problems.add(join(folder, name), "", UNREAD);
    return names.filter((name) => REVIEWS.test(name)).toSorted();
  } catch {
    problems.add(folder, "", "is missing; create it, or name another content folder with --content");
    return [];
  }
}

async function takeArray(file: string, intake: Intake, problems: Problems): Promise<void> {
  const text = await readText(file, problems);
  if (text === undefined) return;
  const value = parseJson(file, text, problems);
  if (value === undefined) return;
  const wrapped = typeof value === "object" && value !== null && "reviews" in value;
  const list = wrapped ? value.reviews : value;
  if (!Array.isArray(list)) {
    problems.add(file, wrapped ? "reviews" : "", "must be an array of reviews");
    return;
  }
  const prefix = wrapped ? "reviews" : "";
  for (const [index, item] of list.entries()) intake.take(file, `${prefix}[${index}]`, item);
}

async function takeLines(file: string, intake: Intake, problems: Problems): Promise<void> {
  let number = 0;
  for await (const line of readLines(file, problems)) {
    number += 1;
    const text = number === 1 ? line.replace(/^\uFEFF/, "") : line;
    if (text.trim() === "") continue;
    const value = parseJson(`${file}: line ${number}`, text, problems);
    if (value !== undefined) intake.take(file, `line ${number}`, value);
  }
}

/** Takes reviews one by one: checks, cleans, refuses doubles, holds back what is not verified. */
class Intake {
  readonly reviews: ContentReview[] = [];
  withheld = 0;
  readonly #firstSeen = new Map<string, string>();
  readonly #latest: CalendarDate;
  readonly #problems: Problems;

  constructor(latest: CalendarDate, problems: Problems) {
    this.#latest = latest;
    this.#problems = problems;
  }

  take(file: string, where: string, value: unknown): void {
    const checked = checkReview(value);
    if (!checked.ok) {
      this.#problems.addIssues(file, where, checked.error);
      return;
    }
    const written = checked.value;
    const first = this.#firstSeen.get(written.id);
    if (first !== undefined) {
      this.#problems.add(file, `${where}.id`, `is used twice, first in ${first} (got "${written.id}")`);
      return;
    }
    this.#firstSeen.set(written.id, file);
    this.#refuseFuture(file, `${where}.date`, written.date);
    if (written.owner_reply) this.#refuseFuture(file, `${where}.owner_reply.date`, written.owner_reply.date);
    if (written.verified) this.reviews.push(clean(written));
    else this.withheld += 1;
  }

  #refuseFuture(file: string, path: string, date: CalendarDate): void {
    if (date > this.#latest) this.#problems.add(file, path, `lies in the future (got "${date}")`);
  }
}

function clean(written: WrittenReview): ContentReview {
  const reply = written.owner_reply;
  const replyText = reply ? cleanText(reply.text) : "";
  const text = typeof written.text === "string" ? cleanText(written.text) : "";
  return {
    id: written.id,
    author: cleanText(written.author).replaceAll("\n", " ") || "Anonymous",
    author_avatar_url: written.author_avatar_url ?? null,
    rating: written.rating,
    date: written.date,
    text: text === "" ? null : text,
    source: cleanText(written.source),
    source_url: written.source_url ?? null,
    owner_reply: reply && replyText !== "" ? { text: replyText, date: reply.date } : null,
    verified: true,
  };
}
