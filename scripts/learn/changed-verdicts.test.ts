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
  const texts = new Map([
    ["a", `Late,\nand ${"dear ".repeat(20)}`],
    ["c", null],
  ]);
  const late = "(“Late, and dear dear dear dear dear dear dear dear dear dear …”)";
  expect(changedVerdicts(before, after, texts)).toEqual([
    "5 verdicts change",
    `  a text: positive -> negative ${late}`,
    `  a price: negative -> positive ${late}`,
    `  a speed: positive -> none ${late}`,
    `  a quality: none -> positive ${late}`,
    "  c text: none -> positive (“”)",
  ]);
  expect(changedVerdicts(after, after, texts)).toEqual(["0 verdicts change"]);
});
