import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ERASED_FILE } from "../../build/load/reviews.ts";
import { Problems } from "../../build/load/problems.ts";
import type { WrittenReview } from "../../model/review.ts";
import { keyOf } from "./carried.ts";
import { type ContentFile, loadContentFiles, rewriteFile } from "./content-files.ts";
import { CommandError, errorCode } from "./reasons.ts";
import { replaceFiles } from "./replace-files.ts";

/** Ids of erased reviews: no import brings them back. */
export class ErasedIds {
  readonly ids: readonly string[];
  readonly #keys: ReadonlySet<string>;

  constructor(folder: string) {
    this.ids = readIds(join(folder, ERASED_FILE));
    this.#keys = new Set(this.ids.map(keyOf));
  }

  /** Compares keys, so a corrected date does not bring a review back. */
  has(id: string): boolean {
    return this.#keys.has(keyOf(id));
  }
}

function readIds(file: string): string[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw new CommandError([`${file}: cannot be read (${errorCode(error)})`]);
  }
}

export interface Erasure {
  /** The reviews removed from content; their texts may be quoted elsewhere. */
  readonly reviews: readonly WrittenReview[];
  readonly kept: readonly WrittenReview[];
  readonly written: readonly string[];
  /** Ids that are neither in content nor in the list of erased reviews. */
  readonly unknown: readonly string[];
}

/** Removes reviews from content and lists their ids. Throws a CommandError when nothing was erased. */
export function eraseReviews(folder: string, ids: readonly string[], run: number): Erasure {
  const requested = new Set(ids);
  const erased = new ErasedIds(folder);
  const files = loadValidFiles(folder, "nothing was erased");
  const reviews: WrittenReview[] = [];
  const texts: [string, string][] = [];
  for (const file of files) {
    const text = rewriteFile(file, (review) => {
      if (!requested.has(review.id)) return review;
      reviews.push(review);
      return undefined;
    });
    if (text !== undefined) texts.push([file.name, text]);
  }
  const found = new Set(reviews.map(({ id }) => id));
  const listed = [...new Set([...erased.ids, ...found])].toSorted();
  // The list is renamed into place first: after a crash the same command finishes the work.
  if (found.size > 0) texts.unshift([ERASED_FILE, [ERASED_HEADER, ...listed, ""].join("\n")]);
  return {
    reviews,
    kept: reviewsOf(files).filter(({ id }) => !found.has(id)),
    written: replaceFiles(folder, texts, run),
    unknown: ids.filter((id) => !found.has(id) && !erased.ids.includes(id)),
  };
}

/** All reviews of the content. Throws a CommandError when a file cannot be read. */
export const readReviews = (folder: string): WrittenReview[] =>
  reviewsOf(loadValidFiles(folder, "nothing was searched"));

function loadValidFiles(folder: string, outcome: string): ContentFile[] {
  const problems = new Problems();
  const files = loadContentFiles(folder, problems);
  if (problems.lines.length > 0)
    throw new CommandError([...problems.lines, `${outcome}: fix these files first`]);
  return files;
}

const reviewsOf = (files: readonly ContentFile[]): WrittenReview[] =>
  files.flatMap(({ entries }) => entries.flatMap(({ review }) => review ?? []));

export const ERASED_HEADER = "# Reviews that were erased (npm run erase). No import brings them back.";
