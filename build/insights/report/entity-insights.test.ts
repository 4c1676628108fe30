import { expect, test } from "vitest";
import type { Entities } from "../../../model/entities.ts";
import { review, verdict } from "../../../test/support/insights.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { entityInsights } from "./entity-insights.ts";

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

test.for([
  [4, undefined],
  [5, { positive_count: 4, neutral_count: 0, negative_count: 1, mixed_count: 0 }],
] as const)("sentiment of a technician in %d reviews, unless it is private", ([count, sentiment]) => {
  const [ana, ben] = entityInsights(entities, [], verdicts(count)).technicians;
  expect(ana?.sentiment).toEqual(sentiment);
  expect(ben?.sentiment).toBeUndefined();
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
  expect(entityInsights(entities, [newer, other, older], found).problems).toMatchObject([
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
