import { expect, test } from "vitest";
import { mention } from "../../../test/support/insights.ts";
import type { AnalyzeText } from "../sentiment/text-analyzer.ts";
import { agreementOf, withAnnotations } from "./annotations.ts";

/** Rules that find the aspects 0, praised, and 1, blamed, in every text. */
const analyzeText: AnalyzeText = () => ({
  score: 0,
  aspects: [mention({ aspect: 0 }), mention({ aspect: 1, score: -1 })],
  names: [],
  problems: [],
});

const annotations = (
  mentions: ReadonlyMap<string, ReturnType<typeof mention>[]>,
): Parameters<typeof agreementOf>[1] => ({
  model: "fake",
  mentions,
  failures: 1,
  unsent: 0,
  paraphrasedQuotes: 0,
});

test("agreement is the share of common aspects, and of those the share of common polarities", () => {
  const mentions = new Map([
    ["a", [mention({ aspect: 0 }), mention({ aspect: 1 })]],
    ["b", [mention({ aspect: 1, score: -1 }), mention({ aspect: 2 })]],
  ]);
  // Common: 0 and 1 in a, 1 in b, of 5 aspects. The polarity of 1 in a differs.
  expect(agreementOf(analyzeText, annotations(mentions))).toEqual({
    model: "fake",
    texts: 2,
    failures: 1,
    unsent: 0,
    paraphrased_quotes: 0,
    aspect_agreement_pct: 60,
    polarity_agreement_pct: 66.7,
  });
});

test("without annotations no agreement is claimed", () => {
  expect(agreementOf(analyzeText, annotations(new Map()))).toMatchObject({
    aspect_agreement_pct: null,
    polarity_agreement_pct: null,
  });
});

test("the model's aspects replace those of the rules where it answered, but for texts that are skipped", () => {
  const found = [mention({ aspect: 2 })];
  const analyze = withAnnotations(
    (text) => ({ ...analyzeText(text), ...(text === "n/a" ? { skipped: "placeholder" } : {}) }),
    annotations(
      new Map([
        ["a", found],
        ["n/a", found],
      ]),
    ),
  );
  expect(analyze("a")).toEqual({ ...analyzeText("a"), aspects: found, isAnnotated: true });
  expect(analyze("b")).toEqual(analyzeText("b"));
  expect(analyze("n/a")).toEqual({ ...analyzeText("n/a"), skipped: "placeholder" });
});

test("a text in another language has the sentiment of the model's aspects", () => {
  const spanish: AnalyzeText = (text) => ({ ...analyzeText(text), aspects: [], skipped: "language" });
  const found = [mention({ score: 1 }), mention({ aspect: 1, score: 1 })];
  const { score } = withAnnotations(spanish, annotations(new Map([["hola", found]])))("hola");
  // The sum s of the scores gives s / sqrt(s² + 6).
  expect(score).toBeCloseTo(2 / Math.sqrt(10), 2);
});
