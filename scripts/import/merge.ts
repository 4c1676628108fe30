import { join } from "node:path";
import type { Problems } from "../../build/load/problems.ts";
import type { Candidate } from "./candidate.ts";
import { type CarriedFields, type Defaults, keyOf, withCarried, withDefaults } from "./carried.ts";
import { type ContentFile, rewriteFile } from "./content-files.ts";

/** The reviews of an export, one per key: rows of the same review are merged. */
export class Candidates {
  readonly #byKey = new Map<string, Pick<Candidate, "id" | "carried">>();
  readonly #changedAt = new Map<string, number>();

  /**
   * A later row overrides the fields that it carries, exactly as if the earlier one had been imported before; the id
   * stays that of the first. A row that says it is older than one before it is outdated and dropped.
   */
  add({ id, carried }: Candidate, changedAt?: number): "new" | "merged" | "outdated" {
    const key = keyOf(id);
    if ((changedAt ?? -Infinity) < (this.#changedAt.get(key) ?? -Infinity)) return "outdated";
    if (changedAt !== undefined) this.#changedAt.set(key, changedAt);
    const earlier = this.#byKey.get(key);
    this.#byKey.set(key, { id: earlier?.id ?? id, carried: { ...earlier?.carried, ...carried } });
    return earlier === undefined ? "new" : "merged";
  }

  [Symbol.iterator](): Iterator<Pick<Candidate, "id" | "carried">> {
    return this.#byKey.values();
  }
}

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

export interface MergeResult {
  readonly counts: { readonly added: number; readonly updated: number; readonly unchanged: number };
  /** The new text of each file that changes, by name. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Merges candidates into content. A review stays in the file where it is, even when its date moves to another month:
 * each file can then be replaced on its own, and a crash between two of them neither doubles nor loses a review.
 */
export function mergeIntoContent(
  files: readonly ContentFile[],
  index: ContentIndex,
  candidates: Iterable<Pick<Candidate, "id" | "carried">>,
  defaults: Defaults,
): MergeResult {
  const counts = { added: 0, updated: 0, unchanged: 0 };
  const updates = new Map<string, CarriedFields>();
  const additions = new Map<string, ReturnType<typeof withDefaults>[]>();
  for (const { id, carried } of candidates) {
    const known = index.find(id);
    if (known !== undefined) {
      updates.set(known, carried);
      continue;
    }
    counts.added += 1;
    const name = `${carried.date.slice(0, 7)}.json`;
    const reviews = additions.get(name) ?? [];
    reviews.push(withDefaults(id, carried, defaults));
    additions.set(name, reviews);
  }
  const texts = new Map<string, string>();
  for (const file of withNewFiles(files, additions.keys())) {
    const text = rewriteFile(
      file,
      (review) => {
        const carried = updates.get(review.id);
        if (carried === undefined) return review;
        const updated = withCarried(review, carried);
        counts[updated === review ? "unchanged" : "updated"] += 1;
        return updated;
      },
      additions.get(file.name),
    );
    if (text !== undefined) texts.set(file.name, text);
  }
  return { counts, texts };
}

function withNewFiles(files: readonly ContentFile[], names: Iterable<string>): ContentFile[] {
  const byName = new Map([...names].map((name): [string, ContentFile] => [name, { name, entries: [] }]));
  for (const file of files) byName.set(file.name, file);
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
