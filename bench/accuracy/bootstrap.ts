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
export const f1Interval = (sentences: readonly DetectionCounts[]): [number, number] =>
  bootstrapInterval(sentences, (drawn) => f1Of(sumOf(drawn)));

/** The 95 % interval of a measure, by texts drawn with replacement. */
export function bootstrapInterval<T>(texts: readonly T[], measure: (drawn: T[]) => number): [number, number] {
  const random = seededRandom(SEED);
  const drawn = Array.from({ length: RESAMPLES }, () =>
    measure(texts.map(() => texts[Math.floor(random() * texts.length)] as T)),
  ).toSorted((a, b) => a - b);
  const at = (share: number): number => drawn[Math.floor(share * RESAMPLES)] as number;
  return [at(0.025), at(0.975)];
}
