import { Features } from "./star-features.ts";
import type { Word } from "./words.ts";

/** What the words of a business's own customers weigh, learned from their star ratings. */
export interface StarModel {
  /** Reviews with 4 or 5 stars, and with 1 or 2; those with 3 teach nothing. */
  readonly high: number;
  readonly low: number;
  /** How much the learned weights count beside the lexicon: 0 without enough reviews, towards 1 with many. */
  readonly blend: number;
  /** Log-odds that the words of a text, or of a part of it, are praise. */
  readonly logOdds: (text: string, words: readonly Word[], from?: number, to?: number) => number;
}

export interface RatedText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly rating: number;
}

/** Fewer complaints than this teach more noise than knowledge. */
const FEWEST_LOW = 30;
/** With this many reviews the learned weights count half. */
const HALF = 300;
/** More would only cost time. The newest are taken. */
const MOST = 20_000;
const ROUNDS = 8;
const RATE = 0.5;
const DECAY = 1e-4;
const FEWEST_REVIEWS = 3;

export const UNTRAINED: StarModel = { high: 0, low: 0, blend: 0, logOdds: () => 0 };

/**
 * Logistic regression with AdaGrad over words and word pairs, in a fixed order, both classes weighing the same:
 * the same reviews give the same weights, to the last bit.
 */
export function trainStars(rated: readonly RatedText[], names: ReadonlySet<string>): StarModel {
  const samples = rated.filter(({ rating }) => rating !== 3).slice(0, MOST);
  const low = samples.filter(({ rating }) => rating < 3).length;
  const high = samples.length - low;
  if (low < FEWEST_LOW || high < FEWEST_LOW) return { ...UNTRAINED, high, low };
  const features = new Features(names);
  const rows = samples.map(({ text, words }) => features.of(text, words));
  features.close();
  const frequent = frequentOf(rows, features.size);
  const weights = new Float64Array(features.size);
  learn(
    weights,
    rows.map((row) => row.filter((feature) => frequent[feature] === 1)),
    samples.map(({ rating }) => (rating > 3 ? 1 : 0)),
  );
  const logOdds = (text: string, words: readonly Word[], from?: number, to?: number): number =>
    clamped(
      sumOf(
        weights,
        features.of(text, words, from, to).filter((feature) => frequent[feature] === 1),
      ),
    );
  return { high, low, blend: samples.length / (samples.length + HALF), logOdds };
}

/** Beyond this, more certainty is only more noise. */
const MOST_ODDS = 4;
const clamped = (odds: number): number => Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds));

function frequentOf(rows: readonly (readonly number[])[], size: number): Uint8Array {
  const counts = new Uint32Array(size);
  for (const row of rows) for (const feature of row) counts[feature] = (counts[feature] as number) + 1;
  return Uint8Array.from(counts, (count) => (count >= FEWEST_REVIEWS ? 1 : 0));
}

/** Rows count by the root of their length, so that long reviews do not teach more than short ones. */
function sumOf(weights: Float64Array, row: readonly number[]): number {
  if (row.length === 0) return 0;
  let sum = 0;
  for (const feature of row) sum += weights[feature] as number;
  return sum / Math.sqrt(row.length);
}

function learn(
  weights: Float64Array,
  rows: readonly (readonly number[])[],
  praised: readonly number[],
): void {
  const squares = new Float64Array(weights.length).fill(1e-6);
  const high = praised.filter((value) => value === 1).length;
  const shares = [rows.length / (2 * (rows.length - high)), rows.length / (2 * high)] as const;
  const stride = strideFor(rows.length);
  let bias = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let step = 0; step < rows.length; step += 1) {
      const index = (step * stride) % rows.length;
      const row = rows[index] as readonly number[];
      const target = praised[index] as 0 | 1;
      const odds = 1 / (1 + Math.exp(-(sumOf(weights, row) + bias)));
      const error = (odds - target) * shares[target];
      bias -= 0.01 * error;
      const slope = error / Math.sqrt(row.length || 1);
      for (const feature of row) {
        const gradient = slope + DECAY * (weights[feature] as number);
        squares[feature] = (squares[feature] as number) + gradient * gradient;
        weights[feature] = (weights[feature] as number) - (RATE * gradient) / Math.sqrt(squares[feature]);
      }
    }
  }
}

/** Walks all rows once in an order that mixes old and new. */
function strideFor(length: number): number {
  let stride = Math.max(1, Math.floor(length * 0.618));
  while (greatestDivisor(stride, length) !== 1) stride += 1;
  return stride;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
