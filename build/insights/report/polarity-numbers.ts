import type { PolarityCounts } from "../../../model/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";

const POLARITIES = ["positive", "neutral", "negative", "mixed"] as const satisfies readonly Polarity[];

/** The number of votes of each polarity, in the order of `POLARITIES`. They may be added up. */
export type PolarityNumbers = readonly number[];

export const polarityNumbers = (polarities: readonly Polarity[]): number[] =>
  POLARITIES.map((one) => polarities.filter((polarity) => polarity === one).length);

export const countsOf = (numbers: PolarityNumbers): PolarityCounts => ({
  positive_count: numbers[0] ?? 0,
  neutral_count: numbers[1] ?? 0,
  negative_count: numbers[2] ?? 0,
  mixed_count: numbers[3] ?? 0,
});

export const mentionsIn = (counts: PolarityCounts): number =>
  counts.positive_count + counts.neutral_count + counts.negative_count + counts.mixed_count;
