import { MAX_WEIGHT, UNIT_SCALE, weightsToText } from "../../../build/insights/sentiment/feature-rows.ts";
import { OUTPUT_SCALE, SCALE } from "../../../build/insights/sentiment/output-layer.ts";
import type { ClaimSide, PriorWeights, SideWeights } from "../../../build/insights/sentiment/prior.ts";
import { priorAspectIds } from "../labeled.ts";
import { boostTrees } from "./boost-trees.ts";
import { boostSamples, edgesOf, type EvidenceSample, evidenceSamples } from "./evidence-samples.ts";
import { type CorpusText, type PriorCorpus, sourcesOf } from "./prior-corpus.ts";
import { INPUTS, type SegmentModel, UNITS } from "./segment-model.ts";
import { OUTPUTS, type ReadText } from "./segment-samples.ts";
import { fitSegmentModel } from "./segment-trainer.ts";

/** The least log-odds of published claims, chosen by the learn half of real reviews. */
const LEAST = {
  praise: { minLogOdds: 0.35, minAgainstStars: 1 },
  complaint: { minLogOdds: 0.9, minAgainstStars: 4 },
};

/** Sources are learned from, or left out, in this many groups. */
const FOLDS = 4;

/** The group that a source belongs to. Undefined for texts without stars, which are always learned from. */
export function foldsOf(corpus: PriorCorpus): (text: ReadText) => number | undefined {
  const folds = new Map(sourcesOf(corpus).map((source, index) => [source, index % FOLDS]));
  return ({ labeled: { source } }) => folds.get(source);
}

/** People wrote these, or authors wrote them at length as people do. For the trees each counts `TIMES`. */
const LIFELIKE = /^(?:transport|patients|comments|invented, [ikl].)$/;
const TIMES = 4;

const repeated = (text: ReadText): ReadText[] =>
  Array.from({ length: LIFELIKE.test(text.labeled.source) ? TIMES : 1 }, () => text);

/** The evidence of each text, by words that were learned without its fold. */
export interface EvidenceFold {
  readonly fold: number;
  /** Words only: they have no trees yet. */
  readonly words: PriorWeights;
  readonly samples: readonly EvidenceSample[];
}

export function evidenceFolds(corpus: PriorCorpus): EvidenceFold[] {
  const foldOf = foldsOf(corpus);
  return Array.from({ length: FOLDS }, (_, fold) => {
    const words = wordsOfTexts(
      corpus,
      corpus.texts.filter((text) => foldOf(text) !== fold),
    );
    const left = corpus.texts.filter((text) => foldOf(text) === fold);
    return { fold, words, samples: evidenceSamples(left.flatMap(repeated), words) };
  });
}

/** Weights of words, with trees that learn from all folds but one. */
export function withTrees(words: PriorWeights, folds: readonly EvidenceFold[], left?: number): PriorWeights {
  const samples = folds.flatMap((one) => (one.fold === left ? [] : one.samples));
  const edges = edgesOf(samples);
  const ofSide = (side: ClaimSide): SideWeights => ({
    ...LEAST[side],
    ...boostTrees(boostSamples(samples, side, edges)),
  });
  return { ...words, edges, evidence: { praise: ofSide("praise"), complaint: ofSide("complaint") } };
}

/** The words learn from all texts, the trees from evidence by words that had not seen its text. */
export const learnPrior = (corpus: PriorCorpus, folds: readonly EvidenceFold[]): PriorWeights =>
  withTrees(learnWords(corpus), folds);

/** The weights of words that ship: without trees, which take most of the time to learn. */
export const learnWords = (corpus: PriorCorpus): PriorWeights => wordsOfTexts(corpus, corpus.texts);

const wordsOfTexts = (corpus: PriorCorpus, texts: readonly CorpusText[]): PriorWeights =>
  withoutTrees(
    fitSegmentModel([...texts.map(({ samples }) => samples), ...corpus.phrases], corpus.names.length),
    corpus,
  );

/** The content of `prior.json`; for `digest` see `learningDigest`. */
export const priorToText = (weights: PriorWeights, digest: string): string =>
  `${JSON.stringify({ provenance: PROVENANCE, digest, ...weights }, undefined, 1)}\n`;

const PROVENANCE = [
  "Invented reviews of home services, restaurants, salons, dentists and auto repair, and comments of patients, the learn halves of the sample and of our own reviews, and our own sentences: bench/accuracy, MIT, part of this project",
  "Comments of patients and their categories, NHS England, MIT, (c) 2021 NHS England; learn halves of our labels",
  "Phrases of build/insights/packs, part of this project",
  "Written by npm run bench -- prior=write. Whole numbers; every feature is a stem, a beginning (~) or a stem after a not (!) in at least three texts, or consonants of words (%) or a pair of neighbors in at least ten. Names are left out. Hidden units add up the features of a segment, outputs weigh the units of a segment and of those before and after it, and trees weigh the evidence of a whole review, in bins.",
];

const NONE: SideWeights = { bias: 0, trees: [], minLogOdds: 0, minAgainstStars: 0 };
/** Words that are weighed with no evidence. */
export const NO_TREES: Pick<PriorWeights, "edges" | "evidence"> = {
  edges: [],
  evidence: { praise: NONE, complaint: NONE },
};

const whole = (value: number): number =>
  Math.max(-MAX_WEIGHT, Math.min(MAX_WEIGHT, Math.round(value * UNIT_SCALE)));

/** Whole numbers. */
function withoutTrees(
  { biases, features, outputs, outputBiases }: SegmentModel,
  { names }: PriorCorpus,
): PriorWeights {
  return {
    aspects: priorAspectIds(),
    ...NO_TREES,
    biases: Array.from(biases, (bias) => Math.round(bias * UNIT_SCALE)),
    outputs: Array.from(outputBiases, (bias, output) =>
      [
        Math.round(bias * SCALE),
        ...Array.from({ length: INPUTS }, (_, input) =>
          Math.round((outputs[input * OUTPUTS + output] as number) * OUTPUT_SCALE),
        ),
      ].join(" "),
    ),
    features: names
      .map((name, row) => {
        const weights = features.subarray(row * UNITS, (row + 1) * UNITS);
        return `${name}${weightsToText(Array.from(weights, whole))}`;
      })
      .toSorted((a, b) => (a < b ? -1 : 1)),
  };
}
