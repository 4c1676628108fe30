import type { Mentions } from "../../../model/review.ts";
import type { Polarity } from "../../../model/review-insight.ts";

/** Lists of which many reviews have the same, each once, and its place for each review in turn. */
export interface SharedLists<T> {
  readonly lists: readonly T[];
  readonly places: readonly number[];
}

export function shareLists<T>(ofReviews: readonly T[]): SharedLists<T> {
  const known = new Map<string, number>();
  const lists: T[] = [];
  const places = ofReviews.map((list) => {
    const key = JSON.stringify(list);
    const place = known.get(key) ?? lists.push(list) - 1;
    known.set(key, place);
    return place;
  });
  return { lists, places };
}

/** The list of each review in turn. */
export const unshared = <T>({ lists, places }: SharedLists<T>): T[] =>
  places.map((place) => lists[place] as T);

/** The aspects that a review judges, by their index, and how. */
export type AspectOpinions = readonly (readonly [aspect: number, polarity: Polarity])[];

/** The findings in each review of a month, newest first, that other documents show. */
export interface ReviewRows {
  readonly mentions: SharedLists<Mentions>;
  readonly opinions: SharedLists<AspectOpinions>;
  /** Ids. */
  readonly topics: SharedLists<readonly string[]>;
}
