import { describe, expect, test } from "vitest";
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
  top_phrases: [],
  example_review_ids: ["a", "b"],
  evidence: { positive: [], negative: [] },
  trend: [],
  ...different,
});

describe("the computed summary", () => {
  const numbers = { review_count: 50, incentivised_count: 0, analysed: 45, rating_value: 4.5 };
  const aspects = [
    aspect({ id: "price", label: "Price", mention_count: 20, negative_count: 4, score: 0.6 }),
    aspect({
      id: "manner",
      label: "Manner",
      mention_count: 15,
      positive_count: 15,
      negative_count: 0,
      score: 1,
    }),
    aspect({ id: "punctuality", label: "Punctuality", mention_count: 30, negative_count: 9, score: 0.2 }),
    aspect({ id: "rare", label: "Rare", mention_count: 99, negative_count: 99, score: 2, sufficient: false }),
  ];

  test("names the most mentioned, the most praised and the most blamed aspect", () => {
    const { kind, text, sentences } = summaryOf(null, { ...numbers, aspects });
    expect(kind).toBe("template");
    expect(sentences).toEqual([
      {
        text: "50 reviews give 4.50 of 5 stars on average; the texts of 45 were read by fixed rules.",
        basis: "aggregate_rating",
      },
      {
        text: "They speak most often of punctuality, in 30 reviews.",
        basis: "aspect:punctuality",
      },
      {
        text: "The clearest praise goes to manner: 15 of 15 reviews that speak of it.",
        basis: "aspect:manner",
      },
      {
        text: "Complaints are most often about punctuality: 9 of 30.",
        basis: "aspect:punctuality",
      },
    ]);
    expect(text).toBe(sentences.map((sentence) => sentence.text).join(" "));
  });

  test("depends on the numbers, not on the order of the aspects", () => {
    expect(summaryOf(null, { ...numbers, aspects: aspects.toReversed() })).toEqual(
      summaryOf(null, { ...numbers, aspects }),
    );
  });

  test("says nothing of complaints where there are none, and little without reviews", () => {
    const praised = aspect({ negative_count: 0 });
    expect(summaryOf(null, { ...numbers, aspects: [praised] }).sentences).toHaveLength(3);
    const none = { ...numbers, review_count: 0, rating_value: null, aspects: [] };
    expect(summaryOf(null, none).text).toBe("There are no reviews yet.");
  });

  test("counts only the ratings that the mean holds", () => {
    const sentence = (different: object) =>
      summaryOf(null, { ...numbers, ...different, aspects: [] }).sentences[0]?.text;
    expect(sentence({ incentivised_count: 2 })).toMatch(/^48 reviews give 4\.50 of 5 stars/);
    expect(sentence({ incentivised_count: 50, rating_value: null })).toMatch(/^0 reviews give no rating;/);
  });
});

describe("a computed answer", () => {
  const question = "What does it cost?";
  const answerTo = (insight: AspectInsight): string | undefined =>
    answers([], [{ id: "price", label: "Price", words: ["price"], question }], [insight])[0]?.answer;

  test.for([
    [
      {},
      "Of 20 reviews that speak of it, 16 praise and 4 complain. Of those that judge, 80 % praise (95 % interval 58.4 to 91.9 %).",
    ],
    [
      { mixed_count: 1, positive_ci95: null },
      "Of 20 reviews that speak of it, 16 praise and 4 complain; 1 does both.",
    ],
    [
      { mixed_count: 2, neutral_count: 3, positive_ci95: null },
      "Of 20 reviews that speak of it, 16 praise and 4 complain; 2 do both, 3 undecided.",
    ],
    [
      { neutral_count: 3, positive_ci95: null },
      "Of 20 reviews that speak of it, 16 praise and 4 complain; 3 undecided.",
    ],
    [{ sufficient: false }, undefined],
  ] as const)("%j: %s", ([different, expected]) => {
    expect(answerTo(aspect(different))).toBe(expected);
  });
});
