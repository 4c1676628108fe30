import { expect, test } from "vitest";
import type { ReviewInsight } from "../../model/review-insight.ts";
import { changedVerdicts } from "./changed-verdicts.ts";

const insight = (
  sentiment: "positive" | "neutral" | "negative",
  aspects: Readonly<Record<string, "positive" | "negative">> = {},
): ReviewInsight => ({
  sentiment,
  score: 0,
  aspects: Object.entries(aspects).map(([id, polarity]) => ({ id, polarity, mentions: [] })),
  technicians: [],
  problems: [],
  topics: [],
});

test("verdicts that changed, appeared and vanished are listed with their number", () => {
  const before = {
    a: insight("positive", { price: "negative", speed: "positive", honesty: "positive" }),
    b: insight("neutral"),
    c: { skipped: "no_text" },
  } as const;
  const after = {
    a: insight("negative", { price: "positive", honesty: "positive", quality: "positive" }),
    b: insight("neutral"),
    c: insight("positive"),
    d: { skipped: "language" },
  } as const;
  expect(changedVerdicts(before, after)).toEqual([
    "5 verdicts change",
    "  a text: positive -> negative",
    "  a price: negative -> positive",
    "  a speed: positive -> none",
    "  a quality: none -> positive",
    "  c text: none -> positive",
  ]);
  expect(changedVerdicts(after, after)).toEqual(["0 verdicts change"]);
});
