import { expect, test } from "vitest";
import { ratingCounts } from "../../../model/business.ts";
import type { Review } from "../../../model/review.ts";
import { review, verdict } from "../../../test/support/insights.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { countSentiments, monthInsights, trendOf } from "./temporal.ts";

/** Takes reviews and verdicts, newest first. */
const totalsOf = (
  reviews: readonly Review[],
  verdicts: readonly ReviewVerdict[],
): Parameters<typeof monthInsights>[0] =>
  [...Map.groupBy(reviews, ({ date }) => date.slice(0, 7))].map(([month, ofMonth]) => ({
    month,
    ratings: ratingCounts(ofMonth),
    sentiments: countSentiments(verdicts.filter(({ review: one }) => ofMonth.includes(one))),
  }));

test("every month from the first review to the last has its ratings and sentiments", () => {
  const reviews = [
    review({ id: "d", date: "2026-02-02", rating: 4 }),
    review({ id: "c", date: "2026-02-01", rating: 1 }),
    review({ id: "b", date: "2025-12-31", rating: 2, text: null }),
    review({ id: "a", date: "2025-12-01", rating: 2 }),
  ];
  const sentiments = { d: "positive", c: "negative", a: "neutral" } as const;
  const verdicts = Object.entries(sentiments).map(([id, sentiment]) =>
    verdict(reviews.find((one) => one.id === id) ?? review({}), { sentiment }),
  );
  const empty = {
    rating_value: null,
    incentivised_count: 0,
    positive_count: 0,
    neutral_count: 0,
    negative_count: 0,
  };
  expect(monthInsights(totalsOf(reviews, verdicts))).toEqual([
    {
      ...empty,
      month: "2025-12",
      review_count: 2,
      rating_value: 2,
      distribution: { "1": 0, "2": 2, "3": 0, "4": 0, "5": 0 },
      neutral_count: 1,
    },
    { ...empty, month: "2026-01", review_count: 0, distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 } },
    {
      ...empty,
      month: "2026-02",
      review_count: 2,
      rating_value: 2.5,
      distribution: { "1": 1, "2": 0, "3": 0, "4": 1, "5": 0 },
      positive_count: 1,
      negative_count: 1,
    },
  ]);
  expect(monthInsights([])).toEqual([]);
});

/** Months of equally many reviews, each with all its reviews at one rating, and with as many rewarded ones. */
function months(
  ratings: readonly number[],
  reviewsPerMonth: number,
  rewarded: readonly number[] = [],
): ReturnType<typeof totalsOf> {
  const ofMonths = (list: readonly number[], incentive: Review["incentive"]): Review[] =>
    list.flatMap((rating, index) =>
      Array.from({ length: reviewsPerMonth }, () =>
        review({ rating, incentive, date: `2026-${String(index + 1).padStart(2, "0")}-01` }),
      ),
    );
  const all = [...ofMonths(ratings, null), ...ofMonths(rewarded, { kind: "discount", note: "10 % off" })];
  return totalsOf(
    all.toSorted((a, b) => (a.date < b.date ? 1 : -1)),
    [],
  );
}

test.for([
  ["rising ratings", [1, 2, 3, 4, 5, 5], 5, "improving"],
  ["falling ratings", [5, 5, 4, 3, 2, 1], 5, "declining"],
  ["ratings without a direction", [1, 5, 1, 5, 1, 5], 5, "steady"],
  ["29 reviews or fewer", [1, 2, 3, 4, 5, 5], 4, "unknown"],
  ["five months", [1, 2, 3, 4, 5], 6, "unknown"],
  ["ratings that are all the same", [5, 5, 5, 5, 5, 5], 5, "unknown"],
] as const)("%s: %s", ([, ratings, reviewsPerMonth, direction]) => {
  expect(trendOf(months(ratings, reviewsPerMonth)).direction).toBe(direction);
});

test("a change that is no chance among thousands of reviews, but nobody would notice, is steady", () => {
  const { direction, tau, p_value } = trendOf(months([4, 5, 5, 4, 4, 5, 5, 4, 4, 5], 600));
  expect(direction).toBe("steady");
  expect(tau).toBeGreaterThan(0.01);
  expect(p_value).toBeLessThan(0.05);
});

test("the trend has its test's numbers only where the test applies", () => {
  const { review_count, tau, p_value } = trendOf(months([1, 2, 3, 4, 5, 5], 5));
  expect(review_count).toBe(30);
  expect(tau).toBeGreaterThan(0.9);
  expect(p_value).toBe(0);
  expect(trendOf(months([1, 2], 1))).toMatchObject({ review_count: 2, tau: null, p_value: null });
});

test("rewarded reviews have no part in the trend", () => {
  const rising = [1, 2, 3, 4, 5, 5];
  const { direction, review_count } = trendOf(months([1, 5, 1, 5, 1, 5], 5, rising));
  expect([direction, review_count]).toEqual(["steady", 30]);
  expect(trendOf(months([], 5, rising))).toMatchObject({ direction: "unknown", review_count: 0 });
});
