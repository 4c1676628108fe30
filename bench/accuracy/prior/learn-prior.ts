import { createHash } from "node:crypto";
import { MAX_WEIGHT, UNIT_SCALE, weightsToText } from "../../../build/insights/sentiment/weight-text.ts";
import { OUTPUT_SCALE, SCALE } from "../../../build/insights/sentiment/output-layer.ts";
import { BEGINNING_LENGTH } from "../../../build/insights/sentiment/prior-features.ts";
import {
  type ClaimSide,
  PRIOR_FILE,
  type PriorWeights,
  type SideWeights,
  tradeFile,
} from "../../../build/insights/sentiment/prior.ts";
import { seededRandom } from "../../../scripts/generate.ts";
import { HOME, priorAspectIds, tradeAspects } from "../labeled.ts";
import { boostTrees } from "./boost-trees.ts";
import { dilutedTexts } from "./diluted-texts.ts";
import { boostSamples, edgesOf, type EvidenceSample, evidenceSamples } from "./evidence-samples.ts";
import { labelShift } from "./label-shift.ts";
import { type CorpusText, type PriorCorpus, sourcesOf, TRADE_MARK } from "./prior-corpus.ts";
import { INPUTS, type SegmentModel, UNITS } from "./segment-model.ts";
import { compileTextReader, OUTPUTS, type ReadText, Vocabulary } from "./segment-samples.ts";
import { fitSegmentModels } from "./segment-trainer.ts";

/** The least log-odds of published claims: of home services see decisions 50 and 52, of the other trades 51 and 53. */
const LEAST = {
  home: {
    praise: { minLogOdds: 0.7, minAgainstStars: 1 },
    complaint: { minLogOdds: 1.1, minAgainstStars: 2.5 },
  },
  trades: {
    praise: { minLogOdds: 0.4, minAgainstStars: 1 },
    complaint: { minLogOdds: 0.6, minAgainstStars: 3 },
  },
};

/** Sources are learned from, or left out, in this many groups. */
const FOLDS = 4;

/** The group that a source belongs to. Undefined for texts without stars, which are always learned from. */
export function foldsOf(corpus: PriorCorpus): (text: ReadText) => number | undefined {
  const folds = new Map(sourcesOf(corpus).map((source, index) => [source, index % FOLDS]));
  return ({ labeled: { source } }) => folds.get(source);
}

/** The evidence of each text, by words that were learned without its fold. */
export interface EvidenceFold {
  readonly fold: number;
  /** Words only: they have no trees yet. */
  readonly words: PriorWeights;
  /** Of the texts as they are. */
  readonly samples: readonly EvidenceSample[];
  /** Of the texts of trades other than home services, and of the same texts diluted. */
  readonly ofTrades: readonly EvidenceSample[];
}

export function evidenceFolds(corpus: PriorCorpus): EvidenceFold[] {
  const foldOf = foldsOf(corpus);
  const importanceOf = labelShift(corpus.texts.map(({ labeled }) => labeled));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isLeft = (text: CorpusText): boolean => foldOf(text) === fold;
    const words = wordsOfTexts(
      corpus,
      corpus.texts.filter((text) => !isLeft(text)),
    );
    return evidenceOf({ fold, words }, corpus.texts.filter(isLeft), importanceOf);
  });
}

/** The evidence of texts by words that did not learn from them. */
function evidenceOf(
  { fold, words }: Pick<EvidenceFold, "fold" | "words">,
  texts: readonly ReadText[],
  importanceOf: ReturnType<typeof labelShift>,
): EvidenceFold {
  const known = withUnknownWords(words, fold);
  const ofTrades = texts.filter(({ labeled }) => labeled.pack !== HOME);
  const diluted = dilutedTexts(
    ofTrades.map(({ labeled }) => labeled),
    seededRandom(fold + 1),
  ).map(compileTextReader(new Vocabulary()));
  return {
    fold,
    words,
    samples: evidenceSamples(texts, known),
    ofTrades: evidenceSamples([...ofTrades, ...diluted], known, importanceOf),
  };
}

/** Texts of others have words that the weights do not know: of 256 words so many. */
const UNKNOWN = 64;

/** The weights without a part of the words, another one for each fold. */
function withUnknownWords(words: PriorWeights, fold: number): PriorWeights {
  const isUnknown = (word: string): boolean =>
    (createHash("sha256")
      .update(`${fold} ${word.slice(0, BEGINNING_LENGTH)}`)
      .digest()[0] as number) < UNKNOWN;
  const isKnown = (line: string): boolean =>
    !line
      .slice(0, -words.biases.length)
      .replace(/^[!~%]/, "")
      .split(" ")
      .some(isUnknown);
  return { ...words, features: words.features.filter(isKnown) };
}

/** Weights of words, with trees that learn from all folds but one. */
export function withTrees(words: PriorWeights, folds: readonly EvidenceFold[], left?: number): PriorWeights {
  const learnedFrom = folds.filter(({ fold }) => fold !== left);
  const samples = learnedFrom.flatMap((one) => one.samples);
  const ofTrades = learnedFrom.flatMap((one) => one.ofTrades);
  const edges = edgesOf(samples);
  const bySide = (kind: keyof typeof LEAST, from: readonly EvidenceSample[]): PriorWeights["evidence"] => {
    const ofSide = (side: ClaimSide): SideWeights => ({
      ...LEAST[kind][side],
      ...boostTrees(boostSamples(from, side, edges)),
    });
    return { praise: ofSide("praise"), complaint: ofSide("complaint") };
  };
  return {
    ...words,
    edges,
    evidence: bySide("home", samples),
    evidenceOfTrades: bySide("trades", ofTrades),
  };
}

/** The words learn from all texts, the trees from evidence by words that had not seen its text. */
export const learnPrior = (corpus: PriorCorpus, folds: readonly EvidenceFold[]): PriorWeights =>
  withTrees(learnWords(corpus), folds);

/** The weights of words that ship: without trees, which take most of the time to learn. */
export const learnWords = (corpus: PriorCorpus): PriorWeights => wordsOfTexts(corpus, corpus.texts);

const wordsOfTexts = (corpus: PriorCorpus, texts: readonly CorpusText[]): PriorWeights =>
  withoutTrees(
    fitSegmentModels([...texts.map(({ samples }) => samples), ...corpus.phrases], corpus.names.length),
    corpus,
  );

const textOf = (content: unknown): string => `${JSON.stringify(content, undefined, 1)}\n`;

/** The content of `prior.json` and of the files of trades, by path; for `digest` see `learningDigest`. */
export function priorFiles(weights: PriorWeights, digest: string): Map<string, string> {
  const trades = Object.entries(weights.trades);
  const aspects = Object.fromEntries(trades.map(([trade, ofTrade]) => [trade, ofTrade.aspects]));
  const file = { provenance: PROVENANCE, digest, ...weights, trades: aspects };
  return new Map([
    [PRIOR_FILE, textOf(file)],
    ...trades.map(([trade, { features }]) => [tradeFile(trade), textOf(features)] as const),
  ]);
}

const PROVENANCE = [
  "Invented reviews of home services, restaurants, salons, dentists and auto repair, and comments of patients, the learn halves of the sample and of our own reviews, and our own sentences: bench/accuracy, MIT, part of this project",
  "Comments of patients and their categories, NHS England, MIT, (c) 2021 NHS England; learn halves of our labels",
  "Sentences of real customers of restaurants, MAMS, Apache-2.0, Qingnan Jiang, Lei Chen, Ruifeng Xu, Xiang Ao and Min Yang 2019, https://github.com/siat-nlp/MAMS-for-ABSA; training and validation parts, with labels of ours",
  "Phrases of build/insights/packs, and stock phrases made by a program, part of this project",
  "Numbers of reviews by real customers of restaurants (Yelp, 2013) that praise each aspect, or complain of it, by stars: they weight right claims about restaurants when the trees of trades other than home services learn; none of their texts",
  "Written by npm run bench -- prior=write. Whole numbers; every feature is a stem, a beginning (~) or a stem after a not (!) in at least three different texts, or consonants of words (%) or a pair of words in at least sixteen: neighbors, or words of a clause with only function words between them; the files in trades/ have weights that a trade adds. Names are left out as far as capitals show them. Each network has half of the hidden units, which add up the features of a segment; outputs weigh the units of a segment and of those before and after it, and trees weigh the evidence of a whole review by each network, in bins.",
];

const NONE: SideWeights = { bias: 0, trees: [], minLogOdds: 0, minAgainstStars: 0 };
/** Words that are weighed with no evidence. */
export const NO_TREES: Pick<PriorWeights, "edges" | "evidence" | "evidenceOfTrades"> = {
  edges: [],
  evidence: { praise: NONE, complaint: NONE },
  evidenceOfTrades: { praise: NONE, complaint: NONE },
};

const whole = (value: number): number =>
  Math.max(-MAX_WEIGHT, Math.min(MAX_WEIGHT, Math.round(value * UNIT_SCALE)));

/** Whole numbers. A feature has weights for the units of each network, in order. */
function withoutTrees(networks: readonly SegmentModel[], { names, rare }: PriorCorpus): PriorWeights {
  const lines = Map.groupBy(
    names.flatMap((written, row) => {
      const [name = "", trade = HOME] = written.split(TRADE_MARK);
      if (rare.has(name)) return [];
      const weights = networks.map(({ features }) =>
        weightsToText(Array.from(features.subarray(row * UNITS, (row + 1) * UNITS), whole)),
      );
      return [{ trade, line: `${name}${weights.join("")}` }];
    }),
    ({ trade }) => trade,
  );
  const linesOf = (trade: string): string[] =>
    (lines.get(trade) ?? []).map(({ line }) => line).toSorted((a, b) => (a < b ? -1 : 1));
  return {
    aspects: priorAspectIds(),
    trades: Object.fromEntries(
      Object.entries(tradeAspects()).map(([trade, aspects]) => [
        trade,
        { aspects, features: linesOf(trade) },
      ]),
    ),
    ...NO_TREES,
    biases: networks.flatMap(({ biases }) => Array.from(biases, (bias) => Math.round(bias * UNIT_SCALE))),
    outputs: networks.map(outputLines),
    features: linesOf(HOME),
  };
}

const outputLines = ({ outputs, outputBiases }: SegmentModel): string[] =>
  Array.from(outputBiases, (bias, output) =>
    [
      Math.round(bias * SCALE),
      ...Array.from({ length: INPUTS }, (_, input) =>
        Math.round((outputs[input * OUTPUTS + output] as number) * OUTPUT_SCALE),
      ),
    ].join(" "),
  );
