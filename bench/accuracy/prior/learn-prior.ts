import { MAX_WEIGHT, UNIT_SCALE, weightsToText } from "../../../build/insights/sentiment/feature-rows.ts";
import { OUTPUT_SCALE, SCALE } from "../../../build/insights/sentiment/output-layer.ts";
import type { ClaimSide, PriorWeights, SideWeights } from "../../../build/insights/sentiment/prior.ts";
import { BEGINNING_LENGTH, stemOf } from "../../../build/insights/sentiment/prior-features.ts";
import { isAllCaps, wordsOf } from "../../../build/insights/text/words.ts";
import { homeAspects } from "../labeled.ts";
import { boostTrees } from "./boost-trees.ts";
import { boostSamples, edgesOf, type EvidenceSample, evidenceSamples } from "./evidence-samples.ts";
import { packSamples } from "./phrase-samples.ts";
import { fitSegmentModel, type SegmentModel, UNITS } from "./segment-model.ts";
import { compileTextReader, type ReadText, type SegmentSample, Vocabulary } from "./segment-samples.ts";
import { isCoarselyLabeled, type TrainingText } from "./training-texts.ts";

/** The least log-odds of published claims, chosen with each fold left out in turn. */
const LEAST = {
  praise: { minLogOdds: 0.6, minAgainstStars: 0.6 },
  complaint: { minLogOdds: 0.8, minAgainstStars: 2.5 },
};
/** A feature has to be in this many texts; texts with coarse labels and phrases count for less. */
const MIN_TEXTS = 3;
const MIN_TEXTS_OF_PAIR = 10;
const COARSE_COUNT = 0.3;
const PHRASE_COUNT = 0.5;

/** The texts, read once, so that sources can be left out. */
export interface PriorCorpus {
  readonly texts: readonly ReadText[];
  readonly phrases: readonly SegmentSample[];
  /** By feature. */
  readonly names: readonly string[];
}

export function readCorpus(texts: readonly TrainingText[]): PriorCorpus {
  const vocabulary = new Vocabulary();
  const read = texts.map(compileTextReader(vocabulary));
  const phrases = packSamples(vocabulary);
  const counts = new FeatureCounts();
  for (const { labeled, segments } of read)
    counts.add(
      segments.flatMap(({ features }) => [...features]),
      isCoarselyLabeled(labeled) ? COARSE_COUNT : 1,
    );
  for (const { features } of phrases) counts.add(features, PHRASE_COUNT);
  const nameOf = (feature: number): string => vocabulary.names[feature] ?? "";
  const isName = nameTest(texts);
  const kept = counts.frequent(nameOf).filter((feature) => !isName(nameOf(feature)));
  const rows = new Map(kept.map((feature, row) => [feature, row]));
  const renumbered = (features: Uint32Array): Uint32Array =>
    Uint32Array.from([...features].flatMap((feature) => rows.get(feature) ?? []));
  return {
    texts: read.map((text) => ({
      ...text,
      segments: text.segments.map((segment) => ({ ...segment, features: renumbered(segment.features) })),
    })),
    phrases: phrases.map((sample) => ({ ...sample, features: renumbered(sample.features) })),
    names: kept.map(nameOf),
  };
}

class FeatureCounts {
  readonly #texts = new Map<number, number>();

  add(features: Iterable<number>, count: number): void {
    for (const feature of new Set(features))
      this.#texts.set(feature, (this.#texts.get(feature) ?? 0) + count);
  }

  frequent(nameOf: (feature: number) => string): number[] {
    return [...this.#texts]
      .filter(([feature, count]) => count >= (nameOf(feature).includes(" ") ? MIN_TEXTS_OF_PAIR : MIN_TEXTS))
      .map(([feature]) => feature);
  }
}

/** True for features of words that are mostly written with a capital inside a sentence. */
function nameTest(texts: readonly TrainingText[]): (name: string) => boolean {
  const capital = new Map<string, number>();
  const small = new Map<string, number>();
  for (const { text } of texts) {
    if (isAllCaps(text)) continue;
    for (const [at, { folded, isCapitalized, start }] of wordsOf(text).entries()) {
      const isFirst = at === 0 || text[start - 1] !== " " || /[.!?]$/.test(text.slice(0, start).trimEnd());
      const counts = isCapitalized ? capital : small;
      if (!isFirst || !isCapitalized) counts.set(stemOf(folded), (counts.get(stemOf(folded)) ?? 0) + 1);
    }
  }
  const names = new Set(
    [...capital].flatMap(([stem, count]) => (stem !== "i" && count > (small.get(stem) ?? 0) ? [stem] : [])),
  );
  const beginnings = new Set(
    [...small.keys()].filter((stem) => !names.has(stem)).map((stem) => stem.slice(0, BEGINNING_LENGTH)),
  );
  return (name) =>
    name.startsWith("~")
      ? !beginnings.has(name.slice(1))
      : name
          .replace("!", "")
          .split(" ")
          .some((part) => names.has(part));
}

/** Sources are learned from, or left out, in this many groups. */
const FOLDS = 6;

/** The group that a source belongs to. Undefined for texts without stars, which are always learned from. */
export function foldsOf(corpus: PriorCorpus): (text: ReadText) => number | undefined {
  const folds = new Map(sourcesOf(corpus).map((source, index) => [source, index % FOLDS]));
  return ({ labeled: { source } }) => folds.get(source);
}

/** People wrote these, with stars; all other texts with stars are invented. For the trees each counts `TIMES`. */
const COMMENTS: ReadonlySet<string> = new Set(["transport", "patients", "comments"]);
const TIMES = 4;

const repeated = (text: ReadText): ReadText[] =>
  Array.from({ length: COMMENTS.has(text.labeled.source) ? TIMES : 1 }, () => text);

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
export function learnPrior(corpus: PriorCorpus, folds: readonly EvidenceFold[]): PriorWeights {
  return withTrees(wordsOfTexts(corpus, corpus.texts), folds);
}

const wordsOfTexts = (corpus: PriorCorpus, texts: readonly ReadText[]): PriorWeights =>
  withoutTrees(fitSegmentModel(texts, corpus.phrases, corpus.names.length), corpus);

/** The content of `prior.json`. */
export const priorToText = (weights: PriorWeights): string =>
  `${JSON.stringify({ provenance: PROVENANCE, ...weights }, undefined, 1)}\n`;

const PROVENANCE = [
  "Invented reviews of home services and comments of patients, the learn halves of the sample and of our own reviews, and our own sentences: bench/accuracy, MIT, part of this project",
  "Comments of patients and their categories, NHS England, MIT, (c) 2021 NHS England; learn halves of our labels",
  "Phrases of build/insights/packs/home-services.json, part of this project",
  "Written by npm run bench -- prior=write. Whole numbers; every feature is a stem, a beginning (~), a stem after a not (!) or a pair of neighbors, in at least three texts. Names are left out. Hidden units add up the features of a segment, outputs weigh the units, and trees weigh the evidence of a whole review, in bins.",
];

/** The sources whose texts have stars. */
export const sourcesOf = ({ texts }: PriorCorpus): string[] => [
  ...new Set(texts.flatMap(({ labeled: { source, rating } }) => (rating === undefined ? [] : [source]))),
];

const NONE: SideWeights = { bias: 0, trees: [], minLogOdds: 0, minAgainstStars: 0 };
/** Words that are weighed with no evidence. */
export const NO_TREES: Pick<PriorWeights, "edges" | "evidence"> = {
  edges: [],
  evidence: { praise: NONE, complaint: NONE },
};

const whole = (value: number): number =>
  Math.max(-MAX_WEIGHT, Math.min(MAX_WEIGHT, Math.round(value * UNIT_SCALE)));

/** In units of `1 / UNIT_SCALE`: a feature whose weights are all nearer to zero is left out. */
const MIN_WEIGHT = 16;

/** Whole numbers. */
function withoutTrees(
  { biases, features, outputs, outputBiases }: SegmentModel,
  { names }: PriorCorpus,
): PriorWeights {
  return {
    aspects: homeAspects().map(({ id }) => id),
    ...NO_TREES,
    biases: Array.from(biases, (bias) => Math.round(bias * UNIT_SCALE)),
    outputs: Array.from(outputBiases, (bias, output) =>
      [
        Math.round(bias * SCALE),
        ...Array.from(outputs.subarray(output * UNITS, (output + 1) * UNITS), (weight) =>
          Math.round(weight * OUTPUT_SCALE),
        ),
      ].join(" "),
    ),
    features: names
      .flatMap((name, row) => {
        const rounded = Array.from(features.subarray(row * UNITS, (row + 1) * UNITS), whole);
        return rounded.every((weight) => Math.abs(weight) < MIN_WEIGHT)
          ? []
          : [`${name}${weightsToText(rounded)}`];
      })
      .toSorted((a, b) => (a < b ? -1 : 1)),
  };
}
