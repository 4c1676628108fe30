import { aggregate } from "../../../model/business.ts";
import type { MonthInsight, TrendInsight } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import type { Judged } from "../sentiment/judge.ts";
import { kendall, rounded } from "./statistics.ts";

/** Every month from the first review to the last, those without reviews included. Reviews come newest first. */
export function monthly(reviews: readonly Review[], judged: readonly Judged[]): MonthInsight[] {
  const ratings = Map.groupBy(reviews, ({ date }) => date.slice(0, 7));
  const sentiments = Map.groupBy(judged, ({ review }) => review.date.slice(0, 7));
  return months(reviews).map((month) => {
    const { rating_value, review_count, distribution } = aggregate(ratings.get(month) ?? []);
    const said = (sentiments.get(month) ?? []).map(({ sentiment }) => sentiment);
    return {
      month,
      review_count,
      rating_value,
      distribution,
      positive_count: said.filter((one) => one === "positive").length,
      neutral_count: said.filter((one) => one === "neutral").length,
      negative_count: said.filter((one) => one === "negative").length,
    };
  });
}

function months(reviews: readonly Review[]): string[] {
  const all: string[] = [];
  let month = reviews.at(-1)?.date.slice(0, 7) ?? "";
  const last = reviews[0]?.date.slice(0, 7) ?? "";
  while (month !== "" && month <= last) {
    all.push(month);
    month = monthAfter(month);
  }
  return all;
}

function monthAfter(month: string): string {
  const number = Number(month.slice(5));
  return number === 12
    ? `${String(Number(month.slice(0, 4)) + 1).padStart(4, "0")}-01`
    : `${month.slice(0, 5)}${String(number + 1).padStart(2, "0")}`;
}

const TEST =
  "Kendall's tau-b between month and rating over all reviews, normal approximation with ties, two-sided, 5 % level, from 30 reviews in 6 months on";
const MIN_REVIEWS = 30;
const MIN_MONTHS = 6;
const LEVEL = 0.05;

/** Whether ratings rise or fall over the months, by a test that is named. */
export function trendOf(series: readonly MonthInsight[]): TrendInsight {
  const table = series.map(({ distribution }) => Object.values(distribution));
  const review_count = series.reduce((sum, month) => sum + month.review_count, 0);
  const filled = series.filter((month) => month.review_count > 0).length;
  const found = review_count >= MIN_REVIEWS && filled >= MIN_MONTHS ? kendall(table) : undefined;
  if (found === undefined)
    return { direction: "unknown", test: TEST, review_count, tau: null, p_value: null };
  const moving = found.tau > 0 ? "improving" : "declining";
  return {
    direction: found.p < LEVEL ? moving : "steady",
    test: TEST,
    review_count,
    tau: rounded(found.tau, 4),
    p_value: rounded(found.p, 4),
  };
}
