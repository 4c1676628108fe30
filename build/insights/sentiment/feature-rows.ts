import { NumberMap } from "../text/number-map.ts";
import { beginningOf } from "./prior-features.ts";

/** Weights of features are whole numbers in units of `1 / UNIT_SCALE`: every machine adds them up to the same sum. */
export const UNIT_SCALE = 128;
/** The range of a weight that one character holds. */
export const MAX_WEIGHT = 44;
const ZERO = "!".charCodeAt(0) + MAX_WEIGHT;
/** `"` and `\` would have to be escaped. */
const REPLACED = new Map([
  ['"', "~"],
  ["\\", "}"],
]);

export const weightsToText = (weights: readonly number[]): string =>
  weights.map((weight) => replaced(String.fromCharCode(ZERO + weight))).join("");

const replaced = (character: string): string => REPLACED.get(character) ?? character;
/** By the code of its character. */
const WEIGHTS = new Int8Array(128);
for (let weight = -MAX_WEIGHT; weight <= MAX_WEIGHT; weight += 1)
  WEIGHTS[weightsToText([weight]).charCodeAt(0)] = weight;

const weightAt = (line: string, at: number): number => WEIGHTS[line.charCodeAt(at)] as number;

/** Two sums share one number of 32 bits. */
const LANE_BITS = 16;
const LANE = 2 ** LANE_BITS;
/** So many rows can be added before a sum leaves its lane. A row may be of two features. */
export const MAX_ROWS = Math.floor((LANE / 2 - 1) / (2 * MAX_WEIGHT));

/** Stems are numbered from 1 on, so that a pair has a number of its own. */
export const MAX_STEMS = 2 ** 14;

export interface FeatureWeights {
  /** Of the hidden units, an even number, in units of `1 / UNIT_SCALE`. */
  readonly biases: readonly number[];
  /** The name of a feature and then one character for its weight of each unit. */
  readonly features: readonly string[];
}

/** The weights of features, in rows. */
export class FeatureRows {
  /** Rows of sums that share numbers, see `LANE`. */
  weights: Int32Array;
  readonly #width: number;
  readonly #stems = new Map<string, number>();
  /** By the stem after a "not", or the pair of stems. */
  readonly #rows: NumberMap;
  /** By "late" or "~frie". */
  readonly #rowsOfWords = new Map<string, number>();
  #count: number;
  /** By row, the last segment that had its feature. */
  #lastSegment: Uint32Array;
  #segment = 0;

  constructor({ biases, features }: FeatureWeights) {
    this.#width = biases.length / 2;
    this.#count = features.length;
    this.weights = new Int32Array(features.length * this.#width);
    this.#lastSegment = new Uint32Array(features.length);
    this.#rows = new NumberMap(features.length);
    for (const [row, line] of features.entries()) {
      const name = line.slice(0, -biases.length);
      for (let pair = 0; pair < this.#width; pair += 1) {
        const at = name.length + 2 * pair;
        this.weights[row * this.#width + pair] = weightAt(line, at) + LANE * weightAt(line, at + 1);
      }
      const gap = name.indexOf(" ");
      if (gap >= 0) {
        const first = this.#numbered(name.slice(0, gap));
        this.#rows.set(first * MAX_STEMS + this.#numbered(name.slice(gap + 1)), row);
      } else if (name.startsWith("!")) this.#rows.set(this.#numbered(name.slice(1)), row);
      else this.#rowsOfWords.set(name, row);
    }
  }

  nextSegment(): void {
    this.#segment += 1;
  }

  /** True the first time in a segment. */
  isNew(row: number): boolean {
    if (this.#lastSegment[row] === this.#segment) return false;
    this.#lastSegment[row] = this.#segment;
    return true;
  }

  /** 0 for stems that are only words, in no pair and after no "not". */
  stemNumber(stem: string): number {
    return this.#stems.get(stem) ?? 0;
  }

  rowOf(feature: number): number {
    return this.#rows.get(feature);
  }

  /** A row for the stem and the beginning of a word together, -1 if neither has weights. */
  rowOfWord(word: string, stem: string): number {
    const ofStem = this.#rowsOfWords.get(stem) ?? -1;
    const beginning = beginningOf(word);
    const ofBeginning = beginning === undefined ? -1 : (this.#rowsOfWords.get(`~${beginning}`) ?? -1);
    if (ofStem < 0 || ofBeginning < 0) return Math.max(ofStem, ofBeginning);
    const row = this.#count;
    this.#count += 1;
    this.#grow();
    for (let pair = 0; pair < this.#width; pair += 1)
      this.weights[row * this.#width + pair] =
        (this.weights[ofStem * this.#width + pair] as number) +
        (this.weights[ofBeginning * this.#width + pair] as number);
    return row;
  }

  #grow(): void {
    if (this.#count <= this.#lastSegment.length) return;
    const size = Math.ceil(this.#count * 1.5);
    const weights = new Int32Array(size * this.#width);
    weights.set(this.weights);
    this.weights = weights;
    const lastSegment = new Uint32Array(size);
    lastSegment.set(this.#lastSegment);
    this.#lastSegment = lastSegment;
  }

  #numbered(stem: string): number {
    const number = this.#stems.get(stem) ?? this.#stems.size + 1;
    this.#stems.set(stem, number);
    return number;
  }
}

export const firstOf = (sums: number): number => (sums << LANE_BITS) >> LANE_BITS;
export const secondOf = (sums: number): number => (sums - firstOf(sums)) >> LANE_BITS;
