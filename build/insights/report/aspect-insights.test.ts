import { expect, test } from "vitest";
import type { AspectInsight } from "../../../model/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import { mention, review, verdict } from "../../../test/support/insights.ts";
import type { JudgedMention, ReviewVerdict } from "../sentiment/judge.ts";
import { wilson } from "../statistics/statistics.ts";
import { aspectInsights, countAspects } from "./aspect-insights.ts";

const PRICE = { id: "price", label: "Price", words: ["price"] };
const TEXT = "The price was fair. ".repeat(9);

const voting = (id: string, polarity: Polarity, ...mentions: readonly JudgedMention[]): ReviewVerdict =>
  verdict(review({ id, text: TEXT }), { votes: [{ aspect: 0, polarity, mentions }] });

/** The row of the price. */
function rowOf(verdicts: readonly ReviewVerdict[]): AspectInsight | undefined {
  const reviews = new Map(verdicts.map(({ review: one }) => [one.id, one]));
  const months = [{ month: "2026-01", aspects: countAspects(1, verdicts) }];
  return aspectInsights([PRICE], months, (id) => reviews.get(id) ?? review({}))[0];
}

/** Reviews with a vote each, as many as the counts say. */
const votes = (counts: Partial<Record<Polarity, number>>): ReviewVerdict[] =>
  Object.entries(counts).flatMap(([polarity, count]) =>
    Array.from({ length: count }, (_, index) => voting(`${polarity}-${index}`, polarity as Polarity)),
  );

test("the score is the share of praise less the share of complaints", () => {
  const row = rowOf(votes({ positive: 6, negative: 3, neutral: 2, mixed: 1 }));
  expect(row).toMatchObject({
    mention_count: 12,
    positive_count: 6,
    negative_count: 3,
    neutral_count: 2,
    mixed_count: 1,
    positive_pct: 60,
    positive_ci95: wilson(6, 10),
    score: 0.25,
    sufficient: true,
  });
});

test.for([
  [9, null],
  [10, 1],
] as const)("%d mentions have a score of %s", ([positive, score]) => {
  expect(rowOf(votes({ positive }))?.score).toBe(score);
});

test("evidence is typical, and a complaint that names a technician is not shown", () => {
  const blaming = (id: string, score: number): ReviewVerdict => {
    const one = voting(id, "negative", mention({ score, polarity: "negative" }));
    return { ...one, review: { ...one.review, rating: 1 } };
  };
  const naming = blaming("naming", -1.2);
  const name = { kind: "technicians", id: "ana", start: 4, end: 7, match: "exact", score: -1 } as const;
  const verdicts = [
    ...[-3, -0.3, -1, -1.1].map((score) => blaming(String(score), score)),
    { ...naming, names: [name] },
  ];
  const row = rowOf(verdicts);
  expect(row?.evidence.negative.map(({ review_id }) => review_id)).toEqual(["-1", "-1.1", "-0.3"]);
  expect(row?.negative_count).toBe(5);
});

test("top phrases are in at least two reviews and claim something", () => {
  const saying = (...phrases: readonly string[]): ReviewVerdict =>
    voting(phrases.join(), "positive", ...phrases.map((phrase) => mention({ phrase })));
  const neutral = voting("neutral", "neutral", mention({ phrase: "the bill", polarity: "neutral" }));
  const verdicts = [
    saying("good price", "good price", "fair price"),
    saying("fair price", "good price"),
    saying("fair price"),
    saying("once", "once"),
    neutral,
    neutral,
  ];
  expect(rowOf(verdicts)?.top_phrases).toEqual(["fair price", "good price"]);
});
