import type { RatingCounts } from "../../../model/business.ts";
import type { MethodInsight } from "../../../model/insights-method.ts";
import type { Review } from "../../../model/review.ts";
import type { NamedCounts } from "../statistics/sums.ts";
import type { AspectCounts } from "./aspect-insights.ts";
import type { EntityCounts } from "./entity-insights.ts";
import type { PersonRules } from "./person-rules.ts";
import type { StatementCounts } from "./quotes.ts";
import type { ReviewRows } from "./review-rows.ts";
import type { SentimentCounts } from "./temporal.ts";
import type { ThemeCounts } from "./themes.ts";
import type { UncoveredCounts } from "./uncovered-texts.ts";

/**
 * The part of the insights that comes from reviews of one month: all of them, or some if they are many. It depends on no
 * other review and is plain JSON, so that a build keeps it while the month stays the same.
 */
export interface MonthCounts {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly ratings: RatingCounts;
  readonly coverage: MethodInsight["coverage"];
  readonly sentiments: SentimentCounts;
  /** Sum of the scores of all texts, in thousandths. */
  readonly score: number;
  readonly aspects: readonly AspectCounts[];
  readonly quotable: StatementCounts;
  readonly entities: EntityCounts;
  readonly themes: ThemeCounts;
  readonly unknownNames: NamedCounts;
  readonly uncovered: UncoveredCounts;
  readonly rows: ReviewRows;
}

export interface CountedMonth {
  /** Newest first. */
  readonly reviews: readonly Review[];
  /** Of its reviews in turn, one or more. */
  readonly counts: readonly MonthCounts[];
  /** The month's part of `per_review`: the members of a JSON object, without its braces. */
  readonly entries: (rules: PersonRules) => string;
}

export const monthOf = ({ date }: Pick<Review, "date">): string => date.slice(0, "2026-01".length);

/** Divides reviews, newest first, into months. */
export function byMonth<T extends Pick<Review, "date">>(reviews: readonly T[]): (readonly [T, ...T[]])[] {
  return [...Map.groupBy(reviews, monthOf).values()] as [T, ...T[]][];
}
