import { expect, test } from "vitest";
import type { TechnicianInsight } from "../../../model/insights.ts";
import { basisLine, mentionLine, personOf } from "./entity-stars.ts";

test.for([
  [0, 0, null, "No reviews naming Drain yet."],
  [1, 0, 4, "from the only review naming Drain"],
  [1200, 0, 4, "mean of the 1,200 reviews naming Drain"],
  [3, 2, 1, "from the only review naming Drain without a reward"],
  [5, 2, 1, "mean of the 3 reviews naming Drain without a reward"],
  [3, 3, null, "3 reviews naming Drain, written for a reward: no mean"],
  [3, 0, null, "3 reviews naming Drain"],
] as const)(
  "%d reviews, %d with a reward, mean %d: %s",
  ([mention_count, incentivised_count, mean, line]) => {
    expect(basisLine({ mention_count, incentivised_count, rating_value: mean }, "naming Drain")).toBe(line);
  },
);

test("a person whose sentiment is not published has no stars", () => {
  const distribution = { "1": 1, "2": 0, "3": 0, "4": 0, "5": 0 };
  const person: TechnicianInsight = {
    id: "ana",
    name: "Ana",
    mention_count: 1,
    rating_value: 1,
    incentivised_count: 0,
    distribution,
    first_mention: null,
    last_mention: null,
    example_review_ids: [],
  };
  expect(personOf(person)).toMatchObject({ rating_value: null, distribution: null });
  expect(mentionLine(personOf(person), "review")).toBe("named in 1 review");
  const sentiment = { positive_count: 5, neutral_count: 0, negative_count: 0, mixed_count: 0 };
  expect(personOf({ ...person, sentiment })).toMatchObject({ rating_value: 1, distribution });
});
