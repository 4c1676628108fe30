import type { Interval } from "../../../model/insights.ts";
import { rounded } from "./statistics.ts";

/** Texts by what a verdict says, or by what they truly say. */
export type StratumCounts = readonly [praise: number, complaints: number, silence: number];

const DRAWS = 2000;
/** Jeffreys prior: what was not seen in a small sample may still occur. */
const PRIOR = 0.5;
const SEED = 1978;

/**
 * The share of praise among judging texts, in percent, corrected for wrong verdicts: for praise and for complaints,
 * prevalence = (share found + specificity - 1) / (sensitivity + specificity - 1) (Rogan and Gladen 1978).
 * Sensitivity and specificity come from audited verdicts of each kind, weighted by the number of all verdicts of the
 * kind. The interval is that of draws from the posterior: it covers chance in who writes and in what was audited.
 */
export function correctedShare(
  /** By verdict: what the audited texts truly say. */
  truths: readonly [praise: StratumCounts, complaints: StratumCounts, silence: StratumCounts],
  /** All verdicts, audited or not. */
  sizes: StratumCounts,
): { readonly share: number; readonly interval: Interval } {
  const random = xorshift(SEED);
  const shares = Array.from({ length: DRAWS }, () => {
    const texts = truths.map((counts, verdict) =>
      drawShares(counts, random).map((share) => share * (sizes[verdict] ?? 0)),
    );
    const found = drawShares(sizes, random);
    const [praise, complaints] = [prevalence(texts, found, 0), prevalence(texts, found, 1)];
    // If nothing is left, the share may be anything.
    return 100 * (praise + complaints > 0 ? praise / (praise + complaints) : random());
  }).toSorted((a, b) => a - b);
  const at = (quantile: number): number => rounded(shares[Math.floor(quantile * DRAWS)] ?? 0, 1);
  return { share: at(0.5), interval: [at(0.025), at(0.975)] };
}

/** `texts` by verdict and by truth; `side` 0 is praise, 1 complaints. */
function prevalence(texts: readonly (readonly number[])[], found: readonly number[], side: number): number {
  const inTruth = sum(texts.map((row) => row[side] ?? 0));
  const inVerdict = sum(texts[side] ?? []);
  const inBoth = texts[side]?.[side] ?? 0;
  const sensitivity = inBoth / inTruth;
  const specificity = 1 - (inVerdict - inBoth) / (sum(texts.flat()) - inTruth);
  const estimate = ((found[side] ?? 0) + specificity - 1) / (sensitivity + specificity - 1);
  return Math.min(1, Math.max(0, estimate));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A draw from the Dirichlet distribution of the counts. */
function drawShares(counts: StratumCounts, random: () => number): number[] {
  const draws = counts.map((count) => drawGamma(count + PRIOR, random));
  const total = sum(draws);
  return draws.map((draw) => draw / total);
}

/** Marsaglia and Tsang (2000); a shape below one by way of the next higher. */
function drawGamma(shape: number, random: () => number): number {
  if (shape < 1) return drawGamma(shape + 1, random) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    const cube = (1 + c * normal) ** 3;
    if (cube > 0 && Math.log(random()) < normal ** 2 / 2 + d - d * cube + d * Math.log(cube)) return d * cube;
  }
}

/** Numbers above 0 and below 1 (Marsaglia's xorshift): the same in every build. */
function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
}
