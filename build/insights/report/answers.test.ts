import { describe, expect, test } from "vitest";
import type { Aspect } from "../../../model/content.ts";
import type { AspectInsight } from "../../../model/insights.ts";
import { answers, summaryOf } from "./answers.ts";

/** An aspect with enough mentions and one visible difference. */
const aspect = (different: Partial<AspectInsight>): AspectInsight => ({
  id: "price",
  label: "Price",
  mention_count: 20,
  positive_count: 16,
  neutral_count: 0,
  negative_count: 4,
  mixed_count: 0,
  positive_pct: 80,
  positive_ci95: [58.4, 91.9],
  score: 0.6,
  sufficient: true,
  sentence: "The sentence.",
  top_phrases: [],
  example_review_ids: ["a", "b"],
  evidence: { positive: [], negative: [] },
  trend: [],
  ...different,
});

describe("the computed summary", () => {
  const numbers = { review_count: 50, incentivised_count: 0, analysed: 45, rating_value: 4.5 };
  const LABELS: readonly Aspect[] = [
    { id: "price", label: "Price", noun: "the price", words: ["price"] },
    { id: "manner", label: "Manner", words: ["manner"] },
    { id: "punctuality", label: "Punctuality", words: ["late"] },
    { id: "rare", label: "Rare", words: ["rare"] },
    { id: "overall", label: "Overall", general: true, words: ["overall"] },
  ];
  const insights = [
    aspect({ mention_count: 20, positive_count: 16, negative_count: 2, mixed_count: 2 }),
    aspect({ id: "manner", mention_count: 15, positive_count: 15, negative_count: 0 }),
    aspect({ id: "punctuality", mention_count: 30, positive_count: 20, negative_count: 9, neutral_count: 1 }),
    aspect({ id: "rare", mention_count: 99, negative_count: 99, sufficient: false }),
    aspect({ id: "overall", mention_count: 40, positive_count: 40, negative_count: 0 }),
  ];
  const sentencesOf = (different: object = {}, labels = LABELS) =>
    summaryOf(null, labels, { ...numbers, aspects: insights, ...different }).sentences;

  test("names the most mentioned, the most praised and the most criticised aspect, by their shares", () => {
    const { kind, text, sentences } = summaryOf(null, LABELS, { ...numbers, aspects: insights });
    expect(kind).toBe("template");
    expect(sentences).toEqual([
      { text: "50 reviews give 4.50 of 5 stars on average.", basis: "aggregate_rating" },
      {
        text: "What follows is counted by a program from the 45 texts it can read.",
        basis: "method",
      },
      {
        text: "Customers write most often about punctuality, in 30 reviews.",
        basis: "aspect:punctuality",
      },
      {
        text: "Praise is clearest for manner, in all 15 reviews that take a side.",
        basis: "aspect:manner",
      },
      {
        text: "Criticism is clearest for punctuality, in 9 of the 29 reviews that take a side.",
        basis: "aspect:punctuality",
      },
    ]);
    expect(text).toBe(sentences.map((sentence) => sentence.text).join(" "));
  });

  test("an aspect that judges the whole is named only where there is no other", () => {
    const overall = insights.slice(4);
    expect(sentencesOf({ aspects: overall }, LABELS.slice(4))).toContainEqual({
      text: "The sentence.",
      basis: "aspect:overall",
    });
  });

  test("reviews that do both count on both sides", () => {
    const both = aspect({ mention_count: 40, positive_count: 30, negative_count: 4, mixed_count: 2 });
    const quiet = aspect({ id: "manner", positive_count: 0, negative_count: 0, mention_count: 10 });
    const late = aspect({ id: "punctuality", positive_count: 1, negative_count: 9, mixed_count: 2 });
    expect(sentencesOf({ aspects: [both, quiet, late] }).map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "Praise is clearest there, too, in 32 of the 36 reviews that take a side.",
        "Criticism is clearest for punctuality, in 11 of the 12 reviews that take a side.",
      ]),
    );
  });

  test("two complaints are no pattern", () => {
    const few = aspect({ mention_count: 20, positive_count: 12, negative_count: 2 });
    expect(sentencesOf({ aspects: [few, insights[1]] }).map(({ basis }) => basis)).toEqual([
      "aggregate_rating",
      "method",
      "aspect:price",
      "aspect:manner",
    ]);
    const three = aspect({ mention_count: 20, positive_count: 12, negative_count: 3 });
    expect(sentencesOf({ aspects: [three, insights[1]] }).at(-1)?.text).toBe(
      "Criticism is clearest for the price, in 3 of the 15 reviews that take a side.",
    );
  });

  test("an aspect that is first in praise and in criticism is stated with both", () => {
    const half = aspect({ positive_count: 10, negative_count: 10 });
    const unpraised = aspect({ id: "manner", positive_count: 0, negative_count: 0, mention_count: 10 });
    expect(sentencesOf({ aspects: [half, unpraised] }).slice(2)).toEqual([
      { text: "Customers write most often about the price, in 20 reviews.", basis: "aspect:price" },
      { text: "The sentence.", basis: "aspect:price" },
    ]);
  });

  test("the noun is not repeated, and aspects of the same count are named together, up to three", () => {
    const textsOf = (aspects: readonly AspectInsight[]) =>
      sentencesOf({ aspects })
        .slice(2)
        .map(({ text, basis }) => `${basis}: ${text}`);
    const most = aspect({ id: "manner", mention_count: 25, positive_count: 20, negative_count: 0 });
    const less = aspect({ negative_count: 0, positive_count: 10 });
    expect(textsOf([less, most])).toEqual([
      "aspect:manner: Customers write most often about manner, in 25 reviews.",
      "aspect:manner: Praise is clearest there, too, in all 20 reviews that take a side.",
    ]);
    const equal = aspect({ id: "manner", positive_count: 0, negative_count: 0 });
    const third = { ...equal, id: "punctuality" };
    const fourth = { ...equal, id: "rare" };
    expect(textsOf([less, equal, third])[0]).toBe(
      "aspect:price aspect:manner aspect:punctuality: Customers write most often about the price, manner and punctuality, in 20 reviews each.",
    );
    expect(textsOf([less, equal, third, fourth])).toEqual([
      "aspect:price: Praise is clearest for the price, in all 10 reviews that take a side.",
    ]);
  });

  test("aspects of the same praise or criticism are named together, up to three", () => {
    const textsOf = (aspects: readonly AspectInsight[]) =>
      sentencesOf({ aspects })
        .slice(3)
        .map(({ text, basis }) => `${basis}: ${text}`);
    const price = aspect({ mention_count: 21, positive_count: 12, negative_count: 0 });
    const manner = aspect({ id: "manner", positive_count: 12, negative_count: 0 });
    expect(textsOf([price, manner])).toEqual([
      "aspect:price aspect:manner: Praise is clearest for the price and manner, each in all 12 reviews that take a side.",
    ]);
    const blamed = { positive_count: 1, negative_count: 4 };
    expect(
      textsOf([
        { ...price, ...blamed },
        { ...manner, ...blamed },
      ]),
    ).toEqual([
      "aspect:price aspect:manner: Criticism is clearest for the price and manner, each in 4 of the 5 reviews that take a side.",
    ]);
    const more = ["punctuality", "rare"].map((id) => ({ ...manner, id }));
    expect(textsOf([price, manner, ...more])).toEqual([]);
  });

  test("counts only the ratings that the mean holds", () => {
    const first = (different: object) => sentencesOf({ ...different, aspects: [] })[0]?.text;
    expect(first({ incentivised_count: 2 })).toBe(
      "48 reviews without a reward give 4.50 of 5 stars on average.",
    );
    expect(first({ incentivised_count: 50, rating_value: null })).toBe(
      "There is no rating, because every review was written for a reward.",
    );
    expect(first({ review_count: 0, rating_value: null })).toBe("There are no reviews yet.");
  });
});

describe("a computed answer", () => {
  const question = "What does it cost?";
  const answersTo = (insight: AspectInsight) =>
    answers([], [{ id: "price", label: "Price", words: ["price"], question }], [insight]);

  test("is the sentence of its aspect", () => {
    expect(answersTo(aspect({}))).toEqual([
      { id: "price", question, answer: "The sentence.", basis: "aspect:price", review_ids: ["a", "b"] },
    ]);
  });

  test("needs enough mentions", () => {
    expect(answersTo(aspect({ sufficient: false }))).toEqual([]);
  });
});
