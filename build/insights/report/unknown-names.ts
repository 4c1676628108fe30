import { type NamedCounts, sumByName } from "../statistics/sums.ts";

/** A name that content/entities.json may lack, and the number of reviews that have it. */
export interface UnknownName {
  readonly name: string;
  readonly reviews: number;
}

const MIN_REVIEWS = 2;

/** Counts the reviews that have each name. */
export const countUnknownNames = (namesOfReviews: readonly (readonly string[])[]): NamedCounts => [
  ...sumByName(namesOfReviews.map((names) => names.map((name) => [name, 1]))),
];

/** Names that are reported to the owner, and never published, by the counts of each month. */
export function unknownNames(months: readonly { readonly unknownNames: NamedCounts }[]): UnknownName[] {
  return [...sumByName(months.map((month) => month.unknownNames))]
    .filter(([, reviews]) => reviews >= MIN_REVIEWS)
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([name, reviews]) => ({ name, reviews }));
}
