import type { Polarity } from "../../../model/review-insight.ts";
import type { Review } from "../../../model/review.ts";
import type { RenderInput } from "./render-input.ts";

/** Reviews per list page. */
export const LIST_SIZE = 30;

/** A multiple of `LIST_SIZE`, so that no list page needs reviews of two batches. */
const BATCH_SIZE = 10 * LIST_SIZE;

/** Consecutive reviews, newest first. Batches hold only values that can be posted to a worker thread. */
export interface ListBatch {
  /** Position of the first review among all reviews. */
  readonly first: number;
  readonly reviews: readonly Review[];
}

/** Adds the details that the pages of the reviews show. */
export interface ReviewBatch extends ListBatch {
  /** The judged aspects of each review. */
  readonly opinions: readonly (readonly AspectOpinion[])[];
  /** The reviews just before and after the batch. */
  readonly newer: Review | undefined;
  readonly older: Review | undefined;
}

export interface AspectOpinion {
  readonly label: string;
  readonly polarity: Polarity;
}

/** Splits reviews into batches. Without reviews it yields one empty batch: the list still has a page. */
export function* batchesOf<T>(reviews: readonly T[]): Generator<{ first: number; reviews: readonly T[] }> {
  for (let first = 0; first === 0 || first < reviews.length; first += BATCH_SIZE)
    yield { first, reviews: reviews.slice(first, first + BATCH_SIZE) };
}

export function* reviewBatches({ reviews, insights }: RenderInput): Generator<ReviewBatch> {
  const labels = new Map(insights.aspects.map(({ id, label }) => [id, label]));
  const opinionsOf = ({ id }: Review): AspectOpinion[] => {
    const analysis = insights.per_review[id];
    if (analysis === undefined || "skipped" in analysis) return [];
    return analysis.aspects.map((aspect) => ({
      label: labels.get(aspect.id) ?? aspect.id,
      polarity: aspect.polarity,
    }));
  };
  for (const batch of batchesOf(reviews)) {
    yield {
      ...batch,
      opinions: batch.reviews.map(opinionsOf),
      newer: reviews[batch.first - 1],
      older: reviews[batch.first + BATCH_SIZE],
    };
  }
}
