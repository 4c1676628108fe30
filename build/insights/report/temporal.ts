import { aggregateOf, MAX_STARS, type RatingCounts } from "../../../model/business.ts";
import type { MonthInsight, TrendInsight } from "../../../model/insights.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { sumOfLists } from "../statistics/sums.ts";
import { kendall, rounded } from "../statistics/statistics.ts";

/** The number of texts by sentiment. */
export type SentimentCounts = Readonly<Record<ReviewVerdict["sentiment"], number>>;

export function countSentiments(verdicts: readonly ReviewVerdict[]): SentimentCounts {
  const counts = { positive: 0, neutral: 0, negative: 0 };
  for (const { sentiment } of verdicts) counts[sentiment] += 1;
  return counts;
}

interface MonthTotals {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly ratings: RatingCounts;
  readonly sentiments: SentimentCounts;
}

/** Every month from the first review to the last, including months without reviews. The newest comes first. */
export function monthInsights(totals: readonly MonthTotals[]): MonthInsight[] {
  const byMonth = Map.groupBy(totals, ({ month }) => month);
  return monthsBetween(totals.at(-1)?.month, totals[0]?.month).map((month) => {
    const parts = byMonth.get(month) ?? [];
    const textsOf = (sentiment: keyof SentimentCounts): number =>
      parts.reduce((sum, { sentiments }) => sum + sentiments[sentiment], 0);
    const { rating_value, review_count, incentivised_count, distribution } = aggregateOf(
      sumOfLists(parts.map(({ ratings }) => ratings)),
    );
    return {
      month,
      review_count,
      rating_value,
      incentivised_count,
      distribution,
      positive_count: textsOf("positive"),
      neutral_count: textsOf("neutral"),
      negative_count: textsOf("negative"),
    };
  });
}

function monthsBetween(oldest: string | undefined, newest: string | undefined): string[] {
  if (newest === undefined || oldest === undefined) return [];
  const months: string[] = [];
  for (let month = oldest; month <= newest; month = monthAfter(month)) months.push(month);
  return months;
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const [nextYear, next] = number === 12 ? [year + 1, 1] : [year, number + 1];
  return `${String(nextYear).padStart(4, "0")}-${String(next).padStart(2, "0")}`;
}

const TEST =
  "Kendall's tau-b between month and rating over all reviews without a reward, normal approximation with ties, two-sided, 5 % level, and at least 0.1; from 30 reviews in 6 months on";
const MIN_REVIEWS = 30;
const MIN_MONTHS = 6;
const SIGNIFICANCE = 0.05;
/** Among thousands of reviews a change that nobody would notice is no chance either. */
const MIN_TAU = 0.1;

/** The direction of the ratings over the months, the newest of which comes first. Rewarded ones are left out. */
export function trendOf(totals: readonly MonthTotals[]): TrendInsight {
  const byMonth = Map.groupBy(totals.toReversed(), ({ month }) => month);
  const table = [...byMonth.values()]
    .map((parts) => sumOfLists(parts.map(({ ratings }) => ratings)).slice(0, MAX_STARS))
    .filter((counts) => countOf(counts) > 0);
  const review_count = table.reduce((sum, counts) => sum + countOf(counts), 0);
  const trend = review_count >= MIN_REVIEWS && table.length >= MIN_MONTHS ? kendall(table) : undefined;
  if (trend === undefined)
    return { direction: "unknown", test: TEST, review_count, tau: null, p_value: null };
  const moving = trend.tau > 0 ? "improving" : "declining";
  return {
    direction: trend.p < SIGNIFICANCE && Math.abs(trend.tau) >= MIN_TAU ? moving : "steady",
    test: TEST,
    review_count,
    tau: rounded(trend.tau, 4),
    p_value: rounded(trend.p, 4),
  };
}

const countOf = (counts: RatingCounts): number => counts.reduce((sum, count) => sum + count, 0);
