import type { Polarity } from "../../../model/review-insight.ts";
import { type Review, reviewPath } from "../../../model/review.ts";
import { titleOf } from "../feed-entry.ts";
import type { RenderInput } from "./render-input.ts";

/** Reviews per numbered list page. */
export const LIST_SIZE = 30;

/** A multiple of `LIST_SIZE`: no list page needs reviews of two batches. */
const BATCH_SIZE = 10 * LIST_SIZE;

/** Consecutive reviews, newest first. */
export interface ListBatch {
  /** Position of the first review among all reviews. */
  readonly first: number;
  readonly reviews: readonly Review[];
}

/** One list page and what it shows besides the shared context. */
export interface ReviewList {
  /** Undefined for `/reviews/`. Numbers count from the oldest page. */
  readonly number: number | undefined;
  readonly reviews: readonly Review[];
  /** All reviews, for `/reviews/`; a numbered page states no total, because it would change with every review. */
  readonly total: number | undefined;
  /** The number of the next newer page; undefined if that is `/reviews/`. */
  readonly newer: number | undefined;
  /** The number of the next older page; undefined for the oldest page. */
  readonly older: number | undefined;
}

/** The page of a review and what it shows besides the shared context. */
export interface ReviewDetails {
  readonly review: Review;
  readonly opinions: readonly AspectOpinion[];
  readonly newer: Neighbor | undefined;
  readonly older: Neighbor | undefined;
}

/** A link to the page of another review. */
interface Neighbor {
  readonly path: string;
  readonly title: string;
}

export interface AspectOpinion {
  readonly label: string;
  readonly polarity: Polarity;
}

/**
 * Splits reviews, newest first, into batches that end where a list page ends. Without reviews it yields one empty
 * batch: the list still has a page.
 */
export function* batchesOf<T>(reviews: readonly T[]): Generator<{ first: number; reviews: readonly T[] }> {
  const head = newestPageSize(reviews.length);
  let first = 0;
  let end = head + ((reviews.length - head) % BATCH_SIZE);
  do {
    yield { first, reviews: reviews.slice(first, end) };
    first = end;
    end += BATCH_SIZE;
  } while (first < reviews.length);
}

/** Reviews on `/reviews/`: the newest full page together with those that do not fill a page yet. */
const newestPageSize = (reviews: number): number =>
  reviews < LIST_SIZE ? reviews : LIST_SIZE + (reviews % LIST_SIZE);

/** The number of list pages besides `/reviews/`. */
export const numberedPages = (total: number): number => (total - newestPageSize(total)) / LIST_SIZE;

/** Divides a batch into list pages, newest first. */
export function* listsOf({ first, reviews }: ListBatch, total: number): Generator<ReviewList> {
  const pages = numberedPages(total);
  const head = first === 0 ? newestPageSize(total) : 0;
  if (first === 0)
    yield {
      number: undefined,
      reviews: reviews.slice(0, head),
      total,
      newer: undefined,
      older: pages || undefined,
    };
  for (let at = head; at < reviews.length; at += LIST_SIZE) {
    const number = (total - first - at) / LIST_SIZE;
    yield {
      number,
      reviews: reviews.slice(at, at + LIST_SIZE),
      total: undefined,
      newer: number < pages ? number + 1 : undefined,
      older: number - 1 || undefined,
    };
  }
}

/** Returns a function that tells the details of a review by its place, newest first. */
export function reviewDetails({
  reviews,
  insights,
  findings,
}: RenderInput): (place: number) => ReviewDetails {
  const opinionsAt = (place: number): AspectOpinion[] =>
    (findings.opinions[place] ?? []).map(([aspect, polarity]) => ({
      label: insights.aspects[aspect]?.label ?? "",
      polarity,
    }));
  return (place) => {
    const review = reviews[place] as Review;
    return {
      review,
      opinions: opinionsAt(place),
      newer: neighbor(reviews[place - 1]),
      older: neighbor(reviews[place + 1]),
    };
  };
}

const neighbor = (review: Review | undefined): Neighbor | undefined =>
  review && { path: reviewPath(review.id), title: titleOf(review) };
