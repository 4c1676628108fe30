import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Aspect } from "../../../model/content.ts";
import type { Passage } from "../text/passage.ts";
import { WordTable } from "../text/vocabulary.ts";
import { FeatureRows, type FeatureWeights, MAX_ROWS } from "./feature-rows.ts";
import { OutputLayer } from "./output-layer.ts";
import type { TreeWeights } from "./boosted-trees.ts";
import { knownIndex } from "./known-aspects.ts";
import { type FeatureSink, type TextSegment, stemOf, visitFeatures } from "./prior-features.ts";
import type { Target } from "./targets.ts";

export type ClaimSide = "praise" | "complaint";
const SIDES = ["praise", "complaint"] as const;

/** A result of the words' weights: a segment praises an aspect, or complains of it. */
export interface PriorOutput {
  /** Index into the business's aspects. */
  readonly aspect: number;
  /** Index into the aspects of the weights. */
  readonly known: number;
  readonly side: ClaimSide;
  /** Praise and complaint of the first aspect of the business that the weights know, and so on. */
  readonly index: number;
}

/** Weighs the evidence of a whole review for one side: of home services, or of the other trades. */
export interface SideWeights extends TreeWeights {
  /** A claim is published from these log-odds on, and from the others where the stars lean the other way. */
  readonly minLogOdds: number;
  readonly minAgainstStars: number;
}

/** Words mean something else there: "the service" of a restaurant is its people. */
export interface TradeWeights {
  /** A business with one of these is of the trade. */
  readonly aspects: readonly string[];
  /** Weights that are added to those of the features with the same names, as in `FeatureWeights`. */
  readonly features: readonly string[];
}

/**
 * `prior.json`: learned from labeled texts of others, see docs/insights.md. Networks with one hidden layer read the
 * features of a segment: a unit adds up their weights, and passes on what is above zero. Each network learned alone, so
 * they are wrong about different texts.
 */
export interface PriorWeights extends FeatureWeights {
  readonly aspects: readonly string[];
  /** Weights that trades add, by the names of their packs. */
  readonly trades: Readonly<Record<string, TradeWeights>>;
  /**
   * By network, which has its own of the hidden units, as many as the others, for praise and for complaint of each
   * aspect, numbers with spaces between them: the log-odds without any unit, in units of `1 / SCALE`, and the weights of
   * the units, in units of `1 / OUTPUT_SCALE`: for the segment itself, for those after it, and for those before it.
   */
  readonly outputs: readonly (readonly string[])[];
  /** For each kind of `EVIDENCE` the edges of its bins, ascending. */
  readonly edges: readonly (readonly number[])[];
  readonly evidence: Readonly<Record<ClaimSide, SideWeights>>;
  readonly evidenceOfTrades: PriorWeights["evidence"];
}

/** Reads segments by their words, each alone. */
export class Prior implements FeatureSink {
  /** By `EVIDENCE`. */
  readonly edges: PriorWeights["edges"];
  /** Those of the business's aspects that the weights know. */
  readonly outputs: readonly PriorOutput[];
  /** By network, the sums of `OutputLayer`, of the segment that was read last. */
  readonly sums: readonly Int32Array[];
  /** By aspect of the business and side. */
  readonly #indexes: number[] = [];
  readonly #features: FeatureRows;
  readonly #biases: Int32Array;
  /** Of the hidden units, in units of `1 / UNIT_SCALE`. */
  readonly #units: Int32Array;
  /** The rows of features that `#units` lacks. */
  readonly #rows = new Int32Array(MAX_ROWS);
  #rowCount = 0;
  /** By network. */
  readonly #layers: readonly OutputLayer[];
  /** One more than the stem of a word, and than the row of its stem, beginning and consonants. */
  readonly #stemOfWord = new WordTable();
  readonly #rowOfWord = new WordTable();

  constructor(weights: PriorWeights, ofBusiness: readonly Aspect[]) {
    const { aspects, biases, outputs, edges } = weights;
    this.edges = edges;
    this.outputs = ofBusiness
      .flatMap((one, aspect) => {
        const known = knownIndex(aspects, one);
        return known < 0 ? [] : SIDES.map((side) => ({ aspect, known, side }));
      })
      .map((output, index) => ({ ...output, index }));
    for (const { aspect, side, index } of this.outputs)
      this.#indexes[2 * aspect + SIDES.indexOf(side)] = index;
    this.#features = new FeatureRows(weights, tradeOf(weights, ofBusiness)?.features);
    this.#biases = Int32Array.from(biases);
    this.#units = new Int32Array(biases.length);
    const unitCount = biases.length / outputs.length;
    this.#layers = outputs.map((lines, network) => {
      const own = this.outputs.map(({ known, side }) => lines[2 * known + SIDES.indexOf(side)] ?? "");
      return new OutputLayer(own, this.#units.subarray(network * unitCount, (network + 1) * unitCount));
    });
    this.sums = this.#layers.map(({ sums }) => sums);
  }

  /** The index of an output, -1 if there is none. */
  indexOf(aspect: number, side: ClaimSide | undefined): number {
    return side === undefined ? -1 : (this.#indexes[2 * aspect + (side === "praise" ? 0 : 1)] ?? -1);
  }

  /** Sets the sums, unless nothing in the segment tells of this business. Returns whether something does. */
  read(passage: Passage, targets: readonly Target[], segment: TextSegment): boolean {
    this.#units.set(this.#biases);
    this.#features.nextSegment();
    const tells = visitFeatures(passage, targets, segment, this);
    if (!tells) return false;
    this.#addRows();
    for (const layer of this.#layers) layer.read();
    return true;
  }

  #addRows(): void {
    this.#features.addTo(this.#units, this.#rows, this.#rowCount);
    this.#rowCount = 0;
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
    this.#add(this.#features.rowAfterNot(stem));
  }

  addPair(first: number, second: number): void {
    this.#add(this.#features.rowOfPair(first, second));
  }

  /** Takes a row once for each segment. */
  #add(row: number): void {
    if (row < 0 || !this.#features.isNew(row)) return;
    this.#rows[this.#rowCount] = row;
    this.#rowCount += 1;
    if (this.#rowCount === MAX_ROWS) this.#addRows();
  }
}

/** Undefined for home services, and if no aspect of the business is of one trade alone. */
export const tradeOf = (
  { trades }: Pick<PriorWeights, "trades">,
  ofBusiness: readonly Aspect[],
): TradeWeights | undefined =>
  Object.values(trades).find(({ aspects }) => ofBusiness.some((one) => knownIndex(aspects, one) >= 0));

/** The content of `prior.json`: of each trade only the aspects. */
interface PriorFile extends Omit<PriorWeights, "trades"> {
  readonly trades: Readonly<Record<string, readonly string[]>>;
}

export const PRIOR_FILE = join(import.meta.dirname, "prior.json");
/** The features that a trade adds. */
export const tradeFile = (trade: string): string => join(import.meta.dirname, "trades", `${trade}.json`);

/** All characters are ASCII. An import of the file would keep more of it in memory than reading it does. */
const parsed = <T>(file: string): T => JSON.parse(readFileSync(file, "latin1")) as T;

const shipped = parsed<PriorFile>(PRIOR_FILE);

/** The file of a trade is read once a business is of that trade. */
export const SHIPPED: PriorWeights = {
  ...shipped,
  trades: Object.fromEntries(
    Object.entries(shipped.trades).map(([trade, aspects]) => [
      trade,
      {
        aspects,
        get features() {
          return parsed<string[]>(tradeFile(trade));
        },
      },
    ]),
  ),
};

/** The stems that the features name: words that texts write in small letters. */
export const stemsOf = ({ biases, features }: PriorWeights = SHIPPED): ReadonlySet<string> =>
  new Set(features.map((line) => line.slice(0, -biases.length)).filter((name) => /^[a-z]+$/.test(name)));
