import { expect, test } from "vitest";
import { aggregate, meanOf } from "./business.ts";

test("the mean has two decimals and the distribution adds up", () => {
  expect(aggregate([5, 5, 4].map((rating) => ({ rating })))).toEqual({
    rating_value: 4.67,
    review_count: 3,
    incentivised_count: 0,
    best_rating: 5,
    worst_rating: 1,
    distribution: { "1": 0, "2": 0, "3": 0, "4": 1, "5": 2 },
  });
});

test("a review with an incentive counts, and is not in the mean", () => {
  const incentive = { kind: "discount", note: "5 % off" };
  expect(aggregate([{ rating: 2 }, { rating: 5, incentive }, { rating: 4, incentive: null }])).toMatchObject({
    rating_value: 3,
    review_count: 3,
    incentivised_count: 1,
    distribution: { "5": 1 },
  });
  expect(aggregate([{ rating: 5, incentive }])).toMatchObject({ rating_value: null, review_count: 1 });
});

test("without reviews there is no rating", () => {
  expect(aggregate([])).toMatchObject({ rating_value: null, review_count: 0 });
});

test.for([
  [0, 0, null],
  [5000, 1000, 5],
  [4999, 1000, 4.99],
  [1001, 1000, 1.01],
  [1000, 1000, 1],
  [14, 3, 4.67],
] as const)("ratings that add up to %d, of %d reviews, have the mean %d", ([sum, count, mean]) => {
  expect(meanOf(sum, count)).toBe(mean);
});
