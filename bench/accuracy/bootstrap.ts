import { seededRandom } from "../../scripts/generate.ts";

const RESAMPLES = 2000;
const SEED = 20_260_101;

/** Outcomes of a detection: true positives, false negatives, false positives. */
export interface DetectionCounts {
  readonly right: number;
  readonly missed: number;
  readonly invented: number;
}

export const sumOf = (all: readonly DetectionCounts[]): DetectionCounts =>
  all.reduce(
    (sum, one) => ({
      right: sum.right + one.right,
      missed: sum.missed + one.missed,
      invented: sum.invented + one.invented,
    }),
    { right: 0, missed: 0, invented: 0 },
  );

export const f1Of = ({ right, missed, invented }: DetectionCounts): number =>
  (200 * right) / (2 * right + missed + invented);

/** Percentile bootstrap interval. It resamples sentences, because labels of one sentence are not independent. */
export function f1Interval(sentences: readonly DetectionCounts[]): [number, number] {
  const random = seededRandom(SEED);
  const drawn = Array.from({ length: RESAMPLES }, () =>
    f1Of(sumOf(sentences.map(() => sentences[Math.floor(random() * sentences.length)] as DetectionCounts))),
  ).toSorted((a, b) => a - b);
  const at = (share: number): number => drawn[Math.floor(share * RESAMPLES)] as number;
  return [at(0.025), at(0.975)];
}
