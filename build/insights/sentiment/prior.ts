import type { Aspect } from "../../../model/content.ts";
import type { Passage } from "../text/passage.ts";
import { WordTable } from "../text/vocabulary.ts";
import {
  FeatureRows,
  type FeatureWeights,
  firstOf,
  MAX_ROWS,
  MAX_STEMS,
  SCALE,
  secondOf,
} from "./feature-rows.ts";
import { type FeatureSink, type TextSegment, stemOf, visitFeatures } from "./prior-features.ts";
import shipped from "./prior.json" with { type: "json" };
import type { Target } from "./targets.ts";

/** Parts of the log-odds that a review praises an aspect, or complains of it, by one segment. */
export interface EvidenceWeights {
  readonly bias: number;
  /** By the words' log-odds, half of it. */
  readonly words: number;
  /** By the rules: distance of their score from zero, up to 2, and what kind of statement it is. */
  readonly score: number;
  readonly event: number;
  readonly hint: number;
  readonly own: number;
  readonly weak: number;
  /** The rules found the aspect's words, and no judgement of this kind. */
  readonly named: number;
  /** By the sum of all opinions in the segment. */
  readonly opinion: number;
  /** The rules found the same of another aspect. */
  readonly other: number;
  /** By the natural logarithm of the number of words. */
  readonly length: number;
  /** By the largest log-odds of another aspect, half of it. */
  readonly rival: number;
  /** The stars agree: four and two, five and one. */
  readonly agreeing: number;
  readonly fullyAgreeing: number;
  /** The stars lean the other way: two for praise, four for a complaint. */
  readonly leaningAgainst: number;
  /** By aspect, in the order of `aspects`. */
  readonly aspects: readonly number[];
  /** A claim is published from this sum on, by the stars. Three are undecided. */
  readonly minLogOdds: Readonly<Record<"agreeing" | "undecided" | "leaningAgainst", number>>;
}

/** The evidence whose weights are numbers, in the order in which it is added up. */
export const EVIDENCE = [
  "bias",
  "words",
  "score",
  "event",
  "hint",
  "own",
  "weak",
  "named",
  "opinion",
  "other",
  "length",
  "rival",
] as const satisfies readonly (keyof EvidenceWeights)[];

export type ClaimSide = "praise" | "complaint";
const SIDES = ["praise", "complaint"] as const;

/** A result of the words' weights: a segment praises an aspect, or complains of it. */
export interface PriorOutput {
  /** Index into the business's aspects. */
  readonly aspect: number;
  readonly side: ClaimSide;
  /** Index into `Prior.logOdds`. */
  readonly index: number;
  /** In the order of `EVIDENCE`. */
  readonly weights: readonly number[];
  /** The part of the log-odds that the aspect has by itself. */
  readonly ofAspect: number;
}

export interface EvidenceBySide {
  readonly praise: EvidenceWeights;
  readonly complaint: EvidenceWeights;
}

/** `prior.json`: learned from labeled texts of others, see docs/insights.md. */
export interface PriorWeights extends FeatureWeights {
  readonly aspects: readonly string[];
  readonly evidence: EvidenceBySide;
}

/** Reads segments: the log-odds by their words that they praise an aspect, or complain of it. */
export class Prior implements FeatureSink {
  readonly evidence: EvidenceBySide;
  /** Those of the business's aspects that the weights know. */
  readonly outputs: readonly PriorOutput[];
  /** Of the segment that was read last: praise and complaint of the first aspect of the weights, and so on. */
  readonly logOdds: Float64Array;
  readonly #outputs: Partial<Record<ClaimSide, PriorOutput>>[] = [];
  readonly #byIndex: PriorOutput[] = [];
  readonly #features: FeatureRows;
  readonly #biases: readonly number[];
  /** Of the rows that `logOdds` lacks. */
  readonly #sums: Int32Array;
  #rows = 0;
  /** One more than the stem of a word, and than the row of its stem and beginning. */
  readonly #stemOfWord = new WordTable();
  readonly #rowOfWord = new WordTable();

  constructor(weights: PriorWeights, ofBusiness: readonly Aspect[]) {
    const { aspects, evidence, biases } = weights;
    this.evidence = evidence;
    this.outputs = ofBusiness.flatMap(({ id, prior = false }, aspect) => {
      const known = prior ? aspects.indexOf(id) : -1;
      if (known < 0) return [];
      return SIDES.map((side, offset) => ({
        aspect,
        side,
        index: 2 * known + offset,
        weights: EVIDENCE.map((name) => evidence[side][name]),
        ofAspect: evidence[side].aspects[known] as number,
      }));
    });
    for (const output of this.outputs) {
      (this.#outputs[output.aspect] ??= {})[output.side] = output;
      this.#byIndex[output.index] = output;
    }
    this.#features = new FeatureRows(weights);
    this.logOdds = new Float64Array(biases.length);
    this.#biases = biases;
    this.#sums = new Int32Array(biases.length / 2);
  }

  outputOf(aspect: number, side: ClaimSide | undefined): PriorOutput | undefined {
    return side && this.#outputs[aspect]?.[side];
  }

  /** By index into `logOdds`; undefined for an aspect that the business does not have. */
  outputAt(index: number): PriorOutput | undefined {
    return this.#byIndex[index];
  }

  /** Sets `logOdds`. Returns false if nothing in the segment tells of this business. */
  read(passage: Passage, targets: readonly Target[], segment: TextSegment): boolean {
    this.logOdds.set(this.#biases);
    this.#features.nextSegment();
    const tells = visitFeatures(passage, targets, segment, this);
    this.#addSums();
    for (let index = 0; index < this.logOdds.length; index += 1)
      this.logOdds[index] = (this.logOdds[index] as number) / SCALE;
    return tells;
  }

  #addSums(): void {
    for (let pair = 0; pair < this.#sums.length; pair += 1) {
      const sums = this.#sums[pair] as number;
      this.logOdds[2 * pair] = (this.logOdds[2 * pair] as number) + firstOf(sums);
      this.logOdds[2 * pair + 1] = (this.logOdds[2 * pair + 1] as number) + secondOf(sums);
    }
    this.#sums.fill(0);
    this.#rows = 0;
  }

  stem(number: number, word: string): number {
    const known = this.#stemOfWord.get(number);
    if (known > 0) return known - 1;
    const stem = stemOf(word);
    const stemNumber = this.#features.stemNumber(stem);
    this.#rowOfWord.set(number, this.#features.rowOfWord(word, stem) + 1);
    this.#stemOfWord.set(number, stemNumber + 1);
    return stemNumber;
  }

  addWord(number: number): void {
    this.#add(this.#rowOfWord.get(number) - 1);
  }

  addNegated(stem: number): void {
    this.#add(this.#features.rowOf(stem));
  }

  addPair(first: number, second: number): void {
    this.#add(this.#features.rowOf(first * MAX_STEMS + second));
  }

  /** Adds a row to the sums, once for each segment. */
  #add(row: number): void {
    if (row < 0 || !this.#features.isNew(row)) return;
    const { weights } = this.#features;
    const sums = this.#sums;
    const start = row * sums.length;
    for (let pair = 0; pair < sums.length; pair += 1)
      sums[pair] = (sums[pair] as number) + (weights[start + pair] as number);
    this.#rows += 1;
    if (this.#rows === MAX_ROWS) this.#addSums();
  }
}

export const SHIPPED: PriorWeights = shipped;
