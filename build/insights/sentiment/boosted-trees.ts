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

/** Characters from the first bin's to the last one's. */
const CODES = characterOf(MAX_BINS - 1) - FIRST_BIN + 1;
/** The leaves of so many trees share one number of 32 bits, one bit each. */
const PER_NUMBER = 4;
const ALL = 2 ** LEAVES - 1;
/** Rows that are read together: what they leave possible is stored less often. */
const AT_ONCE = 4;

/**
 * Trees whose questions are not asked one by one: each bin of evidence rules out leaves of all trees at once, and every
 * tree keeps the one leaf that its questions lead to (QuickScorer, Lucchese et al. 2015). Branches that follow no pattern
 * take several times as long.
 */
export class BoostedTrees {
  readonly #bias: number;
  /** From left to right, tree by tree. */
  readonly #leaves: Int16Array;
  /** Numbers of a row. */
  readonly #width: number;
  /** A row for each kind of evidence and character: the bits of the leaves that it leaves possible. The last one has all. */
  readonly #possible: Int32Array;
  readonly #kinds: number;
  /** The offsets of the rows of the evidence. */
  readonly #rows: Int32Array;
  /** The leaves that all evidence leaves possible. */
  readonly #reached: Int32Array;

  constructor({ bias, trees }: TreeWeights) {
    const numbers = trees.map((tree) => tree.split(" ").map(Number));
    const kinds = 1 + Math.max(-1, ...numbers.flatMap((tree) => tree.filter(isKind)));
    this.#bias = bias;
    this.#width = Math.ceil(trees.length / PER_NUMBER);
    this.#leaves = new Int16Array(this.#width * PER_NUMBER * LEAVES);
    this.#possible = new Int32Array((kinds * CODES + 1) * this.#width).fill(-1);
    this.#kinds = kinds;
    this.#rows = new Int32Array(kinds + AT_ONCE);
    this.#reached = new Int32Array(this.#width);
    for (const [tree, ofTree] of numbers.entries()) {
      this.#leaves.set(ofTree.slice(2 * QUESTIONS), tree * LEAVES);
      for (let question = 0; question < QUESTIONS; question += 1) this.#addQuestion(tree, question, ofTree);
    }
  }

  #addQuestion(tree: number, question: number, ofTree: readonly number[]): void {
    const kind = ofTree[2 * question] as number;
    const least = characterOf(ofTree[2 * question + 1] as number) - FIRST_BIN;
    const level = Math.floor(Math.log2(question + 1));
    const half = LEAVES >> (level + 1);
    const left = (2 ** half - 1) << (2 * half * (question + 1 - 2 ** level));
    const right = left << half;
    const shift = LEAVES * (tree % PER_NUMBER);
    for (let code = 0; code < CODES; code += 1) {
      const at = (kind * CODES + code) * this.#width + Math.floor(tree / PER_NUMBER);
      this.#possible[at] = (this.#possible[at] as number) & ~((code < least ? right : left) << shift);
    }
  }

  /** The log-odds by evidence as `binsToText` writes it, and by one more bin. */
  logOdds(evidence: string, last: number): number {
    const reached = this.#reached;
    const leaves = this.#leaves;
    this.#ruleOut(this.#findRows(evidence, last));
    let sum = this.#bias;
    const { length } = reached;
    for (let at = 0, leaf = 0; at < length; at += 1, leaf += PER_NUMBER * LEAVES) {
      const four = reached[at] as number;
      sum +=
        (leaves[leaf + (LEAF_OF_BIT[four & ALL] as number)] as number) +
        (leaves[leaf + LEAVES + (LEAF_OF_BIT[(four >>> LEAVES) & ALL] as number)] as number) +
        (leaves[leaf + 2 * LEAVES + (LEAF_OF_BIT[(four >>> (2 * LEAVES)) & ALL] as number)] as number) +
        (leaves[leaf + 3 * LEAVES + (LEAF_OF_BIT[four >>> (3 * LEAVES)] as number)] as number);
    }
    return sum / LEAF_SCALE;
  }

  /** Lists the offsets of the rows of the evidence, and returns their number: a multiple of `AT_ONCE`. */
  #findRows(evidence: string, last: number): number {
    const rows = this.#rows;
    const kinds = this.#kinds;
    let count = 0;
    for (; count < kinds && count <= evidence.length; count += 1) {
      const code = count < evidence.length ? evidence.charCodeAt(count) : (CHARACTERS[last] as number);
      rows[count] = (count * CODES + code - FIRST_BIN) * this.#width;
    }
    for (; count % AT_ONCE !== 0; count += 1) rows[count] = kinds * CODES * this.#width;
    return count;
  }

  #ruleOut(count: number): void {
    const reached = this.#reached;
    const possible = this.#possible;
    const rows = this.#rows;
    const { length } = reached;
    reached.fill(-1);
    for (let kind = 0; kind < count; kind += AT_ONCE) {
      const first = rows[kind] as number;
      const second = rows[kind + 1] as number;
      const third = rows[kind + 2] as number;
      const fourth = rows[kind + 3] as number;
      for (let at = 0; at < length; at += 1) {
        let leaves = reached[at] as number;
        leaves &= possible[first + at] as number;
        leaves &= possible[second + at] as number;
        leaves &= possible[third + at] as number;
        leaves &= possible[fourth + at] as number;
        reached[at] = leaves;
      }
    }
  }
}

/** In the numbers of a tree, questions begin with the kind of evidence. */
const isKind = (_: number, at: number): boolean => at < 2 * QUESTIONS && at % 2 === 0;

/** By the one bit that is set, its place. Trees that fill up a number have all bits, and leaves of zero. */
const LEAF_OF_BIT = Uint8Array.from({ length: ALL + 1 }, (_, bits) => 31 - Math.clz32(bits & -bits));
