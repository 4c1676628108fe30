import { join } from "node:path";
import type { Problems } from "../../build/load/problems.ts";
import type { WrittenReview } from "../../model/review.ts";
import type { Candidate } from "./candidate.ts";
import { type CarriedFields, changedFields, keyOf } from "./carried.ts";
import { type ContentFile, rewriteFile } from "./content-files.ts";
import { isWaiting, newReview, type StateRules, updatedReview, withheldAsRemoved } from "./review-state.ts";

/** The reviews of an export, one per key: rows of the same review are merged. */
export class Candidates {
  readonly #byKey = new Map<string, Candidate>();
  readonly #changedAt = new Map<string, number>();
  /** Keys of rows that are in the export and were left out. */
  readonly #otherKeys = new Set<string>();

  /**
   * A later row overrides the fields that it carries, exactly as if the earlier one had been imported before; the id
   * stays that of the first. A row that says it is older than one before it is outdated and dropped. "replaced" is a
   * row that was merged although another author wrote it.
   */
  add(candidate: Candidate, changedAt?: number): "new" | "merged" | "replaced" | "outdated" {
    const key = keyOf(candidate.id);
    if ((changedAt ?? -Infinity) < (this.#changedAt.get(key) ?? -Infinity)) return "outdated";
    if (changedAt !== undefined) this.#changedAt.set(key, changedAt);
    const earlier = this.#byKey.get(key);
    const carried = { ...earlier?.carried, ...candidate.carried };
    this.#byKey.set(key, { ...candidate, id: earlier?.id ?? candidate.id, carried });
    if (earlier === undefined) return "new";
    return isByAnother(earlier.carried, candidate.carried) ? "replaced" : "merged";
  }

  /** Notes that the export has this review, though it is not imported: it did not vanish from its source. */
  leaveOut(id: string): void {
    this.#otherKeys.add(keyOf(id));
  }

  get size(): number {
    return this.#byKey.size;
  }

  has(id: string): boolean {
    return this.#byKey.has(keyOf(id)) || this.#otherKeys.has(keyOf(id));
  }

  [Symbol.iterator](): Iterator<Candidate> {
    return this.#byKey.values();
  }
}

/** True for two reviews of different texts by different authors. */
const isByAnother = (earlier: CarriedFields, later: CarriedFields): boolean =>
  earlier.author !== undefined &&
  later.author !== undefined &&
  earlier.author !== later.author &&
  earlier.text !== later.text;

/** Finds reviews of content by id, or by key when the date of a review was corrected at its source. */
export class ContentIndex {
  readonly #fileById = new Map<string, string>();
  readonly #idByKey = new Map<string, string>();

  /** An id in two places is a problem: either review could be the one to update. */
  constructor(files: readonly ContentFile[], folder: string, problems: Problems) {
    for (const { name, entries } of files)
      for (const { review } of entries) {
        if (review === undefined) continue;
        const first = this.#fileById.get(review.id);
        if (first !== undefined)
          problems.add(
            join(folder, name),
            "",
            `id ${review.id} is used twice, first in ${join(folder, first)}; remove one`,
          );
        this.#fileById.set(review.id, first ?? name);
        this.#idByKey.set(keyOf(review.id), review.id);
      }
  }

  find(id: string): string | undefined {
    return this.#fileById.has(id) ? id : this.#idByKey.get(keyOf(id));
  }
}

/** The fields of a review in content that an import changed. */
export interface ReviewUpdate {
  readonly id: string;
  readonly fields: readonly string[];
}

export interface MergeResult {
  readonly additions: readonly string[];
  readonly updates: readonly ReviewUpdate[];
  /** Ids of rows that their source hides. */
  readonly withheld: readonly string[];
  readonly unchanged: number;
  /** Ids of reviews of the exported sources that the export does not have. */
  readonly missing: readonly string[];
  /** The number of reviews of each source that wait for a method. */
  readonly waiting: Readonly<Record<string, number>>;
  /** The new text of each file that changes, by name. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Merges candidates into content. A review stays in the file where it is, even when its date moves to another month:
 * each file can then be replaced on its own, and a crash between two of them neither duplicates nor loses a review.
 */
export function mergeIntoContent(
  files: readonly ContentFile[],
  index: ContentIndex,
  candidates: Candidates,
  rules: StateRules,
): MergeResult {
  const additions: string[] = [];
  const updates: ReviewUpdate[] = [];
  const withheld: string[] = [];
  let unchanged = 0;
  const missing: string[] = [];
  const waiting: Record<string, number> = {};
  const known = new Map<string, Candidate>();
  const newReviews = new Map<string, WrittenReview[]>();
  const sources = new Set<string>();
  const countIfWaiting = (review: WrittenReview): void => {
    if (isWaiting(review)) waiting[review.source] = (waiting[review.source] ?? 0) + 1;
  };

  for (const candidate of candidates) {
    sources.add(candidate.source);
    const id = index.find(candidate.id);
    if (id !== undefined) {
      known.set(id, candidate);
      continue;
    }
    (candidate.hidden === undefined ? additions : withheld).push(candidate.id);
    const review = newReview(candidate, rules);
    countIfWaiting(review);
    const name = `${candidate.carried.date.slice(0, 7)}.json`;
    const reviews = newReviews.get(name) ?? [];
    reviews.push(review);
    newReviews.set(name, reviews);
  }

  function change(review: WrittenReview): WrittenReview {
    const candidate = known.get(review.id);
    if (candidate !== undefined) {
      const updated = updatedReview(review, candidate, rules);
      countIfWaiting(updated);
      if (candidate.hidden !== undefined) withheld.push(review.id);
      else if (updated === review) unchanged += 1;
      else updates.push({ id: review.id, fields: changedFields(review, updated) });
      return updated;
    }
    if (!sources.has(review.source) || candidates.has(review.id)) return review;
    if (review.withheld?.reason !== "source_removed") missing.push(review.id);
    return rules.gone === undefined ? review : withheldAsRemoved(review, "gone from its source");
  }

  const texts = new Map<string, string>();
  for (const file of withNewFiles(files, newReviews.keys())) {
    const text = rewriteFile(file, change, newReviews.get(file.name));
    if (text !== undefined) texts.set(file.name, text);
  }
  return { additions, updates, withheld, unchanged, missing, waiting, texts };
}

function withNewFiles(files: readonly ContentFile[], names: Iterable<string>): ContentFile[] {
  const byName = new Map([...names].map((name): [string, ContentFile] => [name, { name, entries: [] }]));
  for (const file of files) byName.set(file.name, file);
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
