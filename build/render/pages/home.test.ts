import { expect, test } from "vitest";
import type { AspectInsight } from "../../../model/insights.ts";
import { opinionRows } from "./home.ts";

const aspect = (
  label: string,
  negative_count: number,
  mention_count: number,
  mixed_count = 0,
): AspectInsight =>
  ({
    id: label.toLowerCase(),
    label,
    negative_count,
    positive_count: 0,
    mixed_count,
    mention_count,
    evidence: { positive: [], negative: [] },
  }) as unknown as AspectInsight;

test("of aspects that are criticised equally often, those with the larger share come first", () => {
  const aspects = [
    aspect("Communication", 4, 30),
    aspect("Honesty", 0, 2),
    aspect("Overall", 4, 80),
    aspect("Price", 4, 20),
    aspect("Professionalism", 6, 60),
    aspect("Waiting", 4, 10),
  ];
  expect(opinionRows(aspects, "negative")).toMatchObject([
    { label: "Professionalism", count: "6 reviews" },
    { label: "Waiting" },
    { label: "Price" },
    { label: "Communication" },
  ]);
});

test("reviews that both praise and criticise an aspect are in both lists", () => {
  const aspects = [aspect("Price", 1, 13, 12)];
  expect(opinionRows(aspects, "positive")).toMatchObject([{ count: "12 reviews" }]);
  expect(opinionRows(aspects, "negative")).toMatchObject([{ count: "13 reviews" }]);
});
