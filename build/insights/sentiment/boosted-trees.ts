import { firstIndex } from "../../../model/first-index.ts";

/** Trees have three levels: seven questions, and eight leaves. */
export const DEPTH = 3;
export const QUESTIONS = 2 ** DEPTH - 1;
const LEAVES = QUESTIONS + 1;

/** Gradient-boosted trees (Friedman 2001) over evidence in bins. Learned by `bench/accuracy/prior/boost-trees.ts`. */
export interface TreeWeights {
  /** Log-odds without any evidence, in units of `1 / LEAF_SCALE`. */
  readonly bias: number;
  /**
   * For each tree, numbers with spaces between them: its questions, level by level, then its leaves from left to right.
   * A question is two numbers: the index of the evidence, and the least bin that goes right. Leaves are in units of
   * `1 / LEAF_SCALE`.
   */
  readonly trees: readonly string[];
}

/** Whole numbers, so that every machine adds them up to the same sum. */
export const LEAF_SCALE = 1000;

/** Evidence is text: one character for each bin, from `!` on. */
const FIRST_BIN = "!".charCodeAt(0);
/** `"` and `\` would have to be escaped in JSON: bins from their characters on move up. */
const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);

/** Bins that have a character. */
export const MAX_BINS = 80;
/** By bin, its character. */
const CHARACTERS = Array.from({ length: MAX_BINS }, (_, bin) => characterOf(bin));

export const binsToText = (bins: readonly number[]): string =>
  String.fromCharCode(...bins.map((bin) => CHARACTERS[bin] as number));

function characterOf(bin: number): number {
  const code = bin + FIRST_BIN >= QUOTE ? bin + FIRST_BIN + 1 : bin + FIRST_BIN;
  return code >= BACKSLASH ? code + 1 : code;
}

/** The number of edges at or below a value. */
export const binOf = (value: number, edges: readonly number[]): number =>
  firstIndex(edges, (edge) => edge > value);

/** Trees that compare characters with characters. */
export class BoostedTrees {
  readonly #bias: number;
  /** `STRIDE` numbers for each tree. */
  readonly #numbers: Int16Array;

  constructor({ bias, trees }: TreeWeights) {
    this.#bias = bias;
    this.#numbers = Int16Array.from(trees.flatMap((tree) => tree.split(" ").map(Number)));
    for (let tree = 0; tree < this.#numbers.length; tree += STRIDE)
      for (let at = tree + 1; at < tree + 2 * QUESTIONS; at += 2)
        this.#numbers[at] = characterOf(this.#numbers[at] as number);
  }

  /** The log-odds by evidence as `binsToText` writes it, and by one more bin. */
  logOdds(evidence: string, last: number): number {
    const numbers = this.#numbers;
    const { length } = evidence;
    for (let at = 0; at < length; at += 1) BINS[at] = evidence.charCodeAt(at);
    BINS[length] = CHARACTERS[last] as number;
    let sum = this.#bias;
    for (let tree = 0; tree < numbers.length; tree += STRIDE) {
      let node = 0;
      for (let level = 0; level < DEPTH; level += 1) {
        const question = tree + 2 * node;
        const isRight = (BINS[numbers[question] as number] as number) >= (numbers[question + 1] as number);
        node = 2 * node + (isRight ? 2 : 1);
      }
      sum += numbers[tree + QUESTIONS + node] as number;
    }
    return sum / LEAF_SCALE;
  }
}

/** Characters of the evidence that is weighed. */
const BINS = new Uint8Array(32);
const STRIDE = 2 * QUESTIONS + LEAVES;
