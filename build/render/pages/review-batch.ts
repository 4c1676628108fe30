import type { Polarity } from "../../../model/review-insight.ts";
import type { Review } from "../../../model/review.ts";
import type { Publication } from "./publication.ts";

/** Reviews on one page of the list. */
export const LIST_SIZE = 30;

/** Whole pages of the list, so that no page needs reviews of two batches. */
const BATCH_SIZE = 10 * LIST_SIZE;

/** Neighbouring reviews, newest first: values without functions, which another thread can be given. */
export interface ListBatch {
  /** How many reviews are newer than these. */
  readonly first: number;
  readonly reviews: readonly Review[];
}

/** The same with all that their own pages say. */
export interface ReviewBatch extends ListBatch {
  /** What each of them was found to praise or criticise. */
  readonly opinions: readonly (readonly Opinion[])[];
  /** The neighbour before the first and the one after the last. */
  readonly newer: Review | undefined;
  readonly older: Review | undefined;
}

export interface Opinion {
  readonly label: string;
  readonly polarity: Polarity;
}

/** Cuts reviews; one batch without any if there is none, for the list has a page all the same. */
export function* batchesOf<T>(all: readonly T[]): Generator<{ first: number; reviews: readonly T[] }> {
  for (let first = 0; first === 0 || first < all.length; first += BATCH_SIZE)
    yield { first, reviews: all.slice(first, first + BATCH_SIZE) };
}

export function* reviewBatches({ reviews, insights }: Publication): Generator<ReviewBatch> {
  const labels = new Map(insights.aspects.map(({ id, label }) => [id, label]));
  for (const batch of batchesOf(reviews)) {
    yield {
      ...batch,
      opinions: batch.reviews.map(({ id }) => opinionsOf(insights.per_review[id], labels)),
      newer: reviews[batch.first - 1],
      older: reviews[batch.first + BATCH_SIZE],
    };
  }
}

function opinionsOf(
  reading: Publication["insights"]["per_review"][string] | undefined,
  labels: ReadonlyMap<string, string>,
): Opinion[] {
  if (reading === undefined || "skipped" in reading) return [];
  return reading.aspects.map(({ id, polarity }) => ({ label: labels.get(id) ?? id, polarity }));
}
