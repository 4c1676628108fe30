import { expect, test } from "vitest";
import type { Entities } from "../../../model/entities.ts";
import type { Review } from "../../../model/review.ts";
import { review, verdict } from "../../../test/support/insights.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { countEntities, entityInsights } from "./entity-insights.ts";
import { personRules } from "./person-rules.ts";

const entities: Entities = {
  technicians: [
    { id: "ana", name: "Ana" },
    { id: "ben", name: "Ben", publish_sentiment: false },
  ],
  services: [],
  service_areas: [],
  problems: [{ id: "leak", name: "Leak", phrases: ["leak"] }],
};

/** Verdicts of which each is positive about both technicians but the last, which is negative. */
const verdicts = (count: number): ReviewVerdict[] =>
  Array.from({ length: count }, (_, index) => {
    const polarity = index === count - 1 ? "negative" : "positive";
    return verdict(review({ id: String(index) }), {
      technicians: [
        { id: "ana", polarity },
        { id: "ben", polarity },
      ],
    });
  });

/** As if enough other reviews criticised both technicians. */
function insightsOf(reviews: readonly Review[], found: readonly ReviewVerdict[]) {
  const months = [{ entities: countEntities(reviews, found) }];
  const rules = personRules(entities.technicians, months);
  return entityInsights(entities, months, { ...rules, criticised: ["ana", "ben"] });
}

test.for([
  [4, undefined],
  [5, { positive_count: 4, neutral_count: 0, negative_count: 1, mixed_count: 0 }],
] as const)("sentiment of a technician in %d reviews, unless it is private", ([count, sentiment]) => {
  const [ana, ben] = insightsOf([], verdicts(count)).technicians;
  expect(ana?.sentiment).toEqual(sentiment);
  expect(ana?.sentence === undefined).toBe(sentiment === undefined);
  expect(ben?.sentiment).toBeUndefined();
  expect(ben?.sentence).toBeUndefined();
});

test("a problem counts once per review that reports it", () => {
  const newer = review({ id: "newer", rating: 1, date: "2026-03-01" });
  const older = review({ id: "older", rating: 2, date: "2026-01-01" });
  const other = review({ id: "other", date: "2026-02-01" });
  const found = [
    verdict(newer, { problems: ["leak"] }),
    verdict(other),
    verdict(older, { problems: ["leak"] }),
  ];
  expect(insightsOf([newer, other, older], found).problems).toMatchObject([
    {
      id: "leak",
      mention_count: 2,
      rating_value: 1.5,
      first_mention: "2026-01-01",
      last_mention: "2026-03-01",
      example_review_ids: ["newer", "older"],
    },
  ]);
});

/** A month in which each word is a review's vote on Ana: +, -, ~ for mixed or 0 for neutral. */
function monthOf(votes: string) {
  const polarities = { "+": "positive", "-": "negative", "~": "mixed", "0": "neutral" } as const;
  const found = votes.split("").map((vote, index) => {
    const polarity = polarities[vote as keyof typeof polarities];
    const written = { author: `Kim ${polarity} ${index}`, text: `It was ${polarity} ${index}` };
    return verdict(review({ id: String(index), ...written }), { technicians: [{ id: "ana", polarity }] });
  });
  return { entities: countEntities([], found) };
}

test.for([
  [["+++-"], [], []],
  [["+++-", "+"], [], ["ana"]],
  [["+++-", "0-"], ["ana"], ["ana"]],
  [["~", "-"], ["ana"], []],
  [["~"], [], []],
] as const)("votes of months %j: criticised %j, published %j", ([votes, criticised, published]) => {
  expect(personRules(entities.technicians, votes.map(monthOf))).toEqual({ criticised, published });
});

test.for([
  ["Kim D.", "Kim D.", "She was rude.", "Ana swore.", []],
  ["Kim D.", "KIM D", "She was rude.", "Ana swore.", []],
  ["Kim D.", "Lee", "She was rude.", "She was RUDE!", []],
  ["Kim D.", "Lee", "She was rude.", "Ana swore.", ["ana"]],
] as const)("by %s and %s: %s %s", ([one, other, text, another, criticised]) => {
  const found = [
    { author: one, text },
    { author: other, text: another },
  ].map((written) => verdict(review(written), { technicians: [{ id: "ana", polarity: "negative" }] }));
  const months = [{ entities: countEntities([], found) }];
  expect(personRules(entities.technicians, months).criticised).toEqual(criticised);
});

test("criticism that months share is counted, and a single one is neutral or praise", () => {
  const sentimentOf = (...votes: readonly string[]) => {
    const months = votes.map(monthOf);
    return entityInsights(entities, months, personRules(entities.technicians, months)).technicians[0]
      ?.sentiment;
  };
  const none = { positive_count: 0, neutral_count: 0, negative_count: 0, mixed_count: 0 };
  expect(sentimentOf("++-", "~0")).toEqual({
    positive_count: 2,
    neutral_count: 1,
    negative_count: 1,
    mixed_count: 1,
  });
  expect(sentimentOf("++0", "~0")).toEqual({ ...none, positive_count: 3, neutral_count: 2 });
});

test("mentions of months add up: ratings, first and last date, and the newest examples", () => {
  const leaking = (date: string, rating: number): ReviewVerdict =>
    verdict(review({ id: date, date, rating }), { problems: ["leak"] });
  const months = [
    [leaking("2026-03-09", 1), leaking("2026-03-02", 2)],
    [leaking("2026-01-31", 3), leaking("2026-01-05", 5)],
  ].map((found) => ({ entities: countEntities([], found) }));
  expect(entityInsights(entities, months, personRules([], months)).problems).toMatchObject([
    {
      mention_count: 4,
      rating_value: 2.75,
      distribution: { "1": 1, "2": 1, "3": 1, "4": 0, "5": 1 },
      first_mention: "2026-01-05",
      last_mention: "2026-03-09",
      example_review_ids: ["2026-03-09", "2026-03-02", "2026-01-31"],
    },
  ]);
});
