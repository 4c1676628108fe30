import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../build/load/files.ts";
import type { Problems } from "../../build/load/problems.ts";
import { check } from "../../model/check.ts";
import { contentReviewSchema, newestFirst, type WrittenReview } from "../../model/review.ts";
import { MAX_STRING_BYTES } from "../../model/text.ts";
import { CommandError, errorCode } from "./reasons.ts";

/** A file of content/reviews/. */
export interface ContentFile {
  readonly name: string;
  readonly entries: readonly ContentEntry[];
  /** The object around the reviews of a `.json` file, unless it is a bare array. */
  readonly wrapper?: Readonly<Record<string, unknown>>;
}

export interface ContentEntry {
  /** Absent for a blank line of a `.jsonl` file. */
  readonly review?: WrittenReview;
  /** The line of a `.jsonl` file, as it is written. */
  readonly line?: string;
}

const checkReview = check(contentReviewSchema);

/** Reads the files that the build reads, in code-unit order; none when the folder does not exist yet. */
export function loadContentFiles(folder: string, problems: Problems): ContentFile[] {
  return reviewFileNames(folder).flatMap((name) => {
    const file = join(folder, name);
    try {
      if (statSync(file).size <= MAX_STRING_BYTES)
        return [parseContentFile(name, readFileSync(file, "utf8"), problems, file)];
      problems.add(file, "", "is over 500 MB; split it");
    } catch (error) {
      problems.add(file, "", `cannot be read (${errorCode(error)})`);
    }
    return [];
  });
}

function reviewFileNames(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names.filter((name) => /\.jsonl?$/.test(name) && !/(?:^|\/)\./.test(name)).toSorted();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw new CommandError([`${folder}: cannot be read (${errorCode(error)})`]);
  }
}

export function parseContentFile(name: string, raw: string, problems: Problems, file = name): ContentFile {
  const text = raw.replace(/^\uFEFF/, "");
  if (!name.endsWith(".jsonl")) return { name, ...parseArray(file, text, problems) };
  const lines = text.replace(/\n$/, "").split("\n");
  const entries = lines.map((line, at) => {
    const where = `line ${at + 1}`;
    const value = line.trim() === "" ? undefined : parseJson(`${file}: ${where}`, line, problems);
    const review = value === undefined ? undefined : checked(file, where, value, problems);
    return { line, ...(review && { review }) };
  });
  return { name, entries: text === "" ? [] : entries };
}

function parseArray(file: string, text: string, problems: Problems): Omit<ContentFile, "name"> {
  const value = parseJson(file, text, problems);
  if (value === undefined) return { entries: [] };
  const isWrapped = typeof value === "object" && value !== null && "reviews" in value;
  const list = isWrapped ? value.reviews : value;
  if (!Array.isArray(list)) {
    problems.add(file, "", "must be an array of reviews, or an object with reviews");
    return { entries: [] };
  }
  const prefix = isWrapped ? "reviews" : "";
  const entries = list.flatMap((item: unknown, at) => {
    const review = checked(file, `${prefix}[${at}]`, item, problems);
    return review === undefined ? [] : [{ review }];
  });
  return { entries, ...(isWrapped && { wrapper: { ...value } }) };
}

function checked(file: string, where: string, value: unknown, problems: Problems): WrittenReview | undefined {
  const review = checkReview(value);
  if (!review.ok) problems.addIssues(file, where, review.error);
  return review.ok ? review.value : undefined;
}

/**
 * The new text of a file, or undefined when no review in it changes. `change` returns undefined to remove a review.
 * Additions go to `.json` files only, which are then sorted; lines of `.jsonl` files that do not change stay as they are.
 */
export function rewriteFile(
  { name, entries, wrapper }: ContentFile,
  change: (review: WrittenReview) => WrittenReview | undefined,
  additions: readonly WrittenReview[] = [],
): string | undefined {
  const changed = entries.map(({ review }) => review && change(review));
  if (additions.length === 0 && changed.every((review, at) => review === entries[at]?.review))
    return undefined;
  if (name.endsWith(".jsonl")) return entries.map((entry, at) => renderLine(entry, changed[at])).join("");
  const kept = [...changed, ...additions].filter((review) => review !== undefined);
  const reviews = kept.length < changed.length ? kept : kept.toSorted(newestFirst);
  return `${JSON.stringify(wrapper ? { ...wrapper, reviews } : reviews, null, 2)}\n`;
}

function renderLine({ review, line }: ContentEntry, changed: WrittenReview | undefined): string {
  if (changed === review) return `${line}\n`;
  return changed === undefined ? "" : `${JSON.stringify(changed)}\n`;
}
