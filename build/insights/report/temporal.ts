import { aggregate } from "../../../model/business.ts";
import type { MonthInsight, TrendInsight } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { kendall, rounded } from "../statistics/statistics.ts";

/** Every month from the first review to the last, including months without reviews. Reviews come newest first. */
export function monthInsights(
  reviews: readonly Review[],
  verdicts: readonly ReviewVerdict[],
): MonthInsight[] {
  const reviewsByMonth = Map.groupBy(reviews, monthOf);
  const verdictsByMonth = Map.groupBy(verdicts, ({ review }) => monthOf(review));
  return monthsOf(reviews).map((month) => {
    const { rating_value, review_count, distribution } = aggregate(reviewsByMonth.get(month) ?? []);
    const count = (counted: ReviewVerdict["sentiment"]): number =>
      (verdictsByMonth.get(month) ?? []).filter(({ sentiment }) => sentiment === counted).length;
    return {
      month,
      review_count,
      rating_value,
      distribution,
      positive_count: count("positive"),
      neutral_count: count("neutral"),
      negative_count: count("negative"),
    };
  });
}

const monthOf = ({ date }: Review): string => date.slice(0, 7);

function monthsOf(reviews: readonly Review[]): string[] {
  const [newest, oldest] = [reviews[0], reviews.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const months: string[] = [];
  for (let month = monthOf(oldest); month <= monthOf(newest); month = monthAfter(month)) months.push(month);
  return months;
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const [nextYear, next] = number === 12 ? [year + 1, 1] : [year, number + 1];
  return `${String(nextYear).padStart(4, "0")}-${String(next).padStart(2, "0")}`;
}

const TEST =
  "Kendall's tau-b between month and rating over all reviews, normal approximation with ties, two-sided, 5 % level, from 30 reviews in 6 months on";
const MIN_REVIEWS = 30;
const MIN_MONTHS = 6;
const SIGNIFICANCE = 0.05;

/** The direction of the ratings over the months. */
export function trendOf(series: readonly MonthInsight[]): TrendInsight {
  const table = series.map(({ distribution }) => Object.values(distribution));
  const review_count = series.reduce((sum, month) => sum + month.review_count, 0);
  const filled = series.filter((month) => month.review_count > 0).length;
  const trend = review_count >= MIN_REVIEWS && filled >= MIN_MONTHS ? kendall(table) : undefined;
  if (trend === undefined)
    return { direction: "unknown", test: TEST, review_count, tau: null, p_value: null };
  const moving = trend.tau > 0 ? "improving" : "declining";
  return {
    direction: trend.p < SIGNIFICANCE ? moving : "steady",
    test: TEST,
    review_count,
    tau: rounded(trend.tau, 4),
    p_value: rounded(trend.p, 4),
  };
}
