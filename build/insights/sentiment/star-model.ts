import { Rows } from "./rows.ts";
import { type Features, MAX_TEXTS } from "./star-features.ts";
import { wordsOf } from "../text/words.ts";

/** What the words of a business's own customers weigh, learned from their star ratings. */
export interface StarModel {
  /** Reviews with 4 or 5 stars, and with 1 or 2; those with 3 teach nothing. */
  readonly high: number;
  readonly low: number;
  /** How much the learned weights count beside the lexicon: 0 without enough reviews, towards 1 with many. */
  readonly blend: number;
  /** Log-odds that a text, given by its features, is praise. */
  readonly ofRow: (row: Row) => number;
  /** The same for any words. */
  readonly ofText: (text: string) => number;
}

type Row = ArrayLike<number>;

export interface RatedRow {
  readonly row: Uint32Array;
  readonly rating: number;
}

/** Fewer complaints than this teach more noise than knowledge. */
const MIN_LOW = 30;
/** With this many reviews the learned weights count half. */
const HALF = 300;
const ROUNDS = 8;
const RATE = 0.5;
const DECAY = 1e-4;
const MIN_REVIEWS = 3;

export const UNTRAINED: StarModel = { high: 0, low: 0, blend: 0, ofRow: () => 0, ofText: () => 0 };

/**
 * Logistic regression with AdaGrad over words and word pairs, in a fixed order, both classes weighing the same:
 * the same reviews give the same weights, to the last bit.
 */
export function trainStars(rated: readonly RatedRow[], features: Features): StarModel {
  features.close();
  const samples = rated.filter(({ rating }) => rating !== 3).slice(0, MAX_TEXTS);
  const low = samples.filter(({ rating }) => rating < 3).length;
  const high = samples.length - low;
  if (low < MIN_LOW || high < MIN_LOW) return { ...UNTRAINED, high, low };
  const isFrequent = frequentOf(samples, features.size);
  const frequent = new Rows();
  const weights = new Float64Array(features.size);
  learn(
    weights,
    samples.map(({ row }) => frequent.add([...row].filter((feature) => isFrequent[feature] === 1))),
    samples.map(({ rating }) => (rating > 3 ? 1 : 0)),
  );
  const ofRow = (row: Row): number => clamped(sumOf(weights, row, isFrequent));
  const ofText = (text: string): number => ofRow(features.numbers(text, wordsOf(text)));
  return { high, low, blend: samples.length / (samples.length + HALF), ofRow, ofText };
}

/** Beyond this, more certainty is only more noise. */
const MAX_ODDS = 4;
const clamped = (odds: number): number => Math.max(-MAX_ODDS, Math.min(MAX_ODDS, odds));

function frequentOf(rated: readonly RatedRow[], size: number): Uint8Array {
  const counts = new Uint32Array(size);
  for (const { row } of rated) for (const feature of row) counts[feature] = (counts[feature] as number) + 1;
  return Uint8Array.from(counts, (count) => (count >= MIN_REVIEWS ? 1 : 0));
}

/** Rows count by the root of their length, so that long reviews do not teach more than short ones. */
function sumOf(weights: Float64Array, row: Row, isFrequent?: Uint8Array): number {
  let sum = 0;
  let length = 0;
  for (let at = 0; at < row.length; at += 1) {
    const feature = row[at] as number;
    if (isFrequent !== undefined && isFrequent[feature] !== 1) continue;
    sum += weights[feature] as number;
    length += 1;
  }
  return length === 0 ? 0 : sum / Math.sqrt(length);
}

function learn(weights: Float64Array, rows: readonly Uint32Array[], praised: readonly number[]): void {
  const squares = new Float64Array(weights.length).fill(1e-6);
  const high = praised.filter((value) => value === 1).length;
  const shares = [rows.length / (2 * (rows.length - high)), rows.length / (2 * high)] as const;
  const stride = strideFor(rows.length);
  let bias = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let step = 0; step < rows.length; step += 1) {
      const index = (step * stride) % rows.length;
      const row = rows[index] as Uint32Array;
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
