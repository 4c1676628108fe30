/** A name that content/entities.json may lack, and the number of reviews that have it. */
export interface UnknownName {
  readonly name: string;
  readonly reviews: number;
}

const MIN_REVIEWS = 2;

/**
 * Counts names that are reported to the owner, and never published.
 * @internal
 */
export class UnknownNameCounter {
  readonly #counts = new Map<string, number>();

  /** Takes the names in one review. */
  add(names: readonly string[]): void {
    for (const name of names) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  names(): UnknownName[] {
    return [...this.#counts]
      .filter(([, reviews]) => reviews >= MIN_REVIEWS)
      .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .map(([name, reviews]) => ({ name, reviews }));
  }
}
