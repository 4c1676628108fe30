import { bitOf, NumberMap } from "../text/number-map.ts";
import { featuresOfWord } from "./prior-features.ts";
import { weightAt } from "./weight-text.ts";

/** Four weights share one number of 32 bits: each is a byte, its distance from the least one. */
const PER_NUMBER = 4;
const MIN_BYTE = -128;
const MAX_BYTE = 127;
const fourOf = (first: number, second: number, third: number, fourth: number): number =>
  (first - MIN_BYTE) | ((second - MIN_BYTE) << 8) | ((third - MIN_BYTE) << 16) | ((fourth - MIN_BYTE) << 24);
/** The first and the third byte of a number; their sums have 16 bits each. */
const BYTES = 0x00_ff_00_ff;
/** So many rows can be added up before a sum needs more than 16 bits. */
export const MAX_ROWS = 257;

/** Stems are numbered from 1 on, so that a pair has a number of its own. */
export const MAX_STEMS = 2 ** 14;

export interface FeatureWeights {
  /** Of the hidden units of all networks, a multiple of four, in units of `1 / UNIT_SCALE`. */
  readonly biases: readonly number[];
  /** The name of a feature and then one character for its weight of each unit. */
  readonly features: readonly string[];
}

/** Rows that there is memory for at first. */
const USUAL_ROWS = 2 ** 12;
const ABSENT = -1;
/** Stands for the row of a feature that no text had so far. The same number turns it back. */
const unread = (feature: number): number => -2 - feature;

/** The weights of features, in rows. Texts have few of all features, so each row is made once a text has its feature. */
export class FeatureRows {
  readonly #features: readonly string[];
  /** Numbers of a row. */
  readonly #width: number;
  #weights: Int32Array;
  #count = 0;
  /** Of the weights that become a row, by unit. */
  readonly #sums: Int32Array;
  readonly #stems = new Map<string, number>();
  /** By the stem after a "not", or the pair of stems. */
  readonly #rows: NumberMap;
  /** By the first stem of pairs, bits of the second ones: most neighbors are no pair. */
  readonly #seconds = new Int32Array(MAX_STEMS);
  /** By "late", "~frie" or "%frndl", the index of the feature. */
  readonly #featuresOfWords = new Map<string, number>();
  /** By index of a feature, the line of the weights that the trade adds. */
  readonly #ofTrade = new Map<number, readonly [line: string]>();
  /** By index of a feature of words, the row of the words that have no other. */
  readonly #onlyRows = new Map<number, number>();
  /** By row, the last segment that had its feature. */
  #lastSegment = new Uint32Array(USUAL_ROWS);
  #segment = 0;

  /** The weights of a trade are added to those of the features with the same names. */
  constructor({ biases, features }: FeatureWeights, ofTrade: readonly string[] = []) {
    this.#features = features;
    this.#sums = new Int32Array(biases.length);
    this.#width = biases.length / PER_NUMBER;
    this.#weights = new Int32Array(USUAL_ROWS * this.#width);
    this.#rows = new NumberMap(features.length);
    const nameOf = (line: string): string => line.slice(0, -biases.length);
    const added = new Map(ofTrade.map((line) => [nameOf(line), line]));
    for (const [feature, line] of features.entries()) {
      const name = nameOf(line);
      this.#addFeature(name, feature);
      const addedLine = added.get(name);
      if (addedLine !== undefined) this.#ofTrade.set(feature, [addedLine]);
    }
  }

  #addFeature(name: string, feature: number): void {
    const gap = name.indexOf(" ");
    if (gap >= 0) {
      const first = this.#numbered(name.slice(0, gap));
      const second = this.#numbered(name.slice(gap + 1));
      this.#seconds[first] = (this.#seconds[first] as number) | bitOf(second);
      this.#rows.set(first * MAX_STEMS + second, unread(feature));
    } else if (name.startsWith("!")) this.#rows.set(this.#numbered(name.slice(1)), unread(feature));
    else this.#featuresOfWords.set(name, feature);
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

  rowAfterNot(stem: number): number {
    return this.#rowOf(stem);
  }

  rowOfPair(first: number, second: number): number {
    if (((this.#seconds[first] as number) & bitOf(second)) === 0) return ABSENT;
    return this.#rowOf(first * MAX_STEMS + second);
  }

  #rowOf(key: number): number {
    const known = this.#rows.get(key);
    if (known >= ABSENT) return known;
    const row = this.#addRow([unread(known)]);
    this.#rows.set(key, row);
    return row;
  }

  /** A row for the stem, the beginning and the consonants of a word together, -1 if none has weights. */
  rowOfWord(word: string, stem: string): number {
    const features = featuresOfWord(word, stem).flatMap((name) => this.#featuresOfWords.get(name) ?? []);
    const [only] = features;
    if (only === undefined) return ABSENT;
    if (features.length > 1) return this.#addRow(features);
    const row = this.#onlyRows.get(only) ?? this.#addRow(features);
    this.#onlyRows.set(only, row);
    return row;
  }

  #addRow(features: readonly number[]): number {
    const sums = this.#sums.fill(0);
    const lines = features.flatMap((one) => [
      this.#features[one] as string,
      ...(this.#ofTrade.get(one) ?? []),
    ]);
    for (const line of lines) {
      const from = line.length - sums.length;
      for (let unit = 0; unit < sums.length; unit += 1)
        sums[unit] = (sums[unit] as number) + weightAt(line, from + unit);
    }
    const byteAt = (unit: number): number => Math.max(MIN_BYTE, Math.min(MAX_BYTE, sums[unit] as number));
    const row = this.#count;
    this.#count += 1;
    this.#grow();
    for (let column = 0, unit = 0; column < this.#width; column += 1, unit += PER_NUMBER)
      this.#weights[row * this.#width + column] = fourOf(
        byteAt(unit),
        byteAt(unit + 1),
        byteAt(unit + 2),
        byteAt(unit + 3),
      );
    return row;
  }

  /** Adds the weights of the first `count` rows, at most `MAX_ROWS`, to the sums of the units. */
  addTo(units: Int32Array, rows: Int32Array, count: number): void {
    const width = this.#width;
    const weights = this.#weights;
    const least = count * MIN_BYTE;
    for (let column = 0; column < width; column += 1) {
      let [even, odd] = [0, 0];
      for (let at = 0; at < count; at += 1) {
        const four = weights[(rows[at] as number) * width + column] as number;
        even = (even + (four & BYTES)) | 0;
        odd = (odd + ((four >>> 8) & BYTES)) | 0;
      }
      const unit = column * PER_NUMBER;
      units[unit] = (units[unit] as number) + (even & 0xffff) + least;
      units[unit + 1] = (units[unit + 1] as number) + (odd & 0xffff) + least;
      units[unit + 2] = (units[unit + 2] as number) + (even >>> 16) + least;
      units[unit + 3] = (units[unit + 3] as number) + (odd >>> 16) + least;
    }
  }

  #grow(): void {
    const size = this.#lastSegment.length;
    if (this.#count <= size) return;
    const weights = new Int32Array(2 * this.#weights.length);
    weights.set(this.#weights);
    this.#weights = weights;
    const lastSegment = new Uint32Array(2 * size);
    lastSegment.set(this.#lastSegment);
    this.#lastSegment = lastSegment;
  }

  #numbered(stem: string): number {
    const number = this.#stems.get(stem) ?? this.#stems.size + 1;
    this.#stems.set(stem, number);
    return number;
  }
}
