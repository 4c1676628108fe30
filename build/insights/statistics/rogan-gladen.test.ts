import { describe, expect, test } from "vitest";
import { correctedShare, type StratumCounts } from "./rogan-gladen.ts";

/** The share by the formula of Rogan and Gladen, for counts so large that chance hardly matters. */
function byFormula(
  truths: readonly [StratumCounts, StratumCounts, StratumCounts],
  sizes: StratumCounts,
): number {
  const texts = truths.map((row, verdict) => {
    const audited = row[0] + row[1] + row[2];
    return row.map((count) => (count / audited) * (sizes[verdict] ?? 0));
  });
  const all = sizes[0] + sizes[1] + sizes[2];
  const prevalence = (side: 0 | 1): number => {
    const inTruth = texts.reduce((sum, row) => sum + (row[side] ?? 0), 0);
    const inBoth = texts[side]?.[side] ?? 0;
    const sensitivity = inBoth / inTruth;
    const specificity = 1 - (sizes[side] - inBoth) / (all - inTruth);
    return (sizes[side] / all + specificity - 1) / (sensitivity + specificity - 1);
  };
  return (100 * prevalence(0)) / (prevalence(0) + prevalence(1));
}

const LARGE = 1_000_000;

describe("the corrected share of praise", () => {
  test.for([
    ["no errors", [LARGE, 0, 0], [0, LARGE, 0], [0, 0, LARGE]],
    ["false complaints", [LARGE, 0, 0], [LARGE / 2, LARGE / 2, 0], [0, 0, LARGE]],
    ["missed complaints", [LARGE, 0, 0], [0, LARGE, 0], [0, LARGE / 10, (9 * LARGE) / 10]],
    [
      "errors of every kind",
      [800_000, 50_000, 150_000],
      [100_000, 700_000, 200_000],
      [60_000, 40_000, 900_000],
    ],
  ] as const)("is that of the formula: %s", ([, ...truths]) => {
    const sizes = [40 * LARGE, 10 * LARGE, 50 * LARGE] as const;
    const { share, interval } = correctedShare(truths, sizes);
    expect(share).toBeCloseTo(byFormula(truths, sizes), 0);
    expect(interval[1] - interval[0]).toBeLessThan(1);
  });

  test("is the share as counted where verdicts do not err, and lower where complaints are missed", () => {
    const sizes = [4 * LARGE, LARGE, 5 * LARGE] as const;
    const right = [LARGE, 0, 0] as const;
    const shareWith = (missed: number): number =>
      correctedShare([right, [0, LARGE, 0], [0, missed, LARGE - missed]], sizes).share;
    expect(shareWith(0)).toBeCloseTo(80, 0);
    expect(shareWith(LARGE / 5)).toBeCloseTo(66.7, 0);
  });

  test("has a wide interval after a small audit, a narrower one after a larger one, and the same in every run", () => {
    const sizes = [250, 70, 2400] as const;
    const widthOf = (times: number): number => {
      const { interval } = correctedShare(
        [
          [13 * times, times, times],
          [times, 11 * times, 3 * times],
          [times, times, 18 * times],
        ],
        sizes,
      );
      return interval[1] - interval[0];
    };
    expect(widthOf(1)).toBeGreaterThan(40);
    expect(widthOf(10)).toBeLessThan(widthOf(1) / 2);
    expect(widthOf(3)).toBe(widthOf(3));
  });

  test("allows for errors that a small audit did not meet", () => {
    const { interval } = correctedShare(
      [
        [10, 0, 0],
        [0, 10, 0],
        [0, 0, 10],
      ],
      [100, 25, 1000],
    );
    expect(interval[0]).toBeLessThan(60);
  });
});
