import { MAX_WEIGHT, SCALE, weightsToText } from "../../../build/insights/sentiment/feature-rows.ts";
import type { PriorWeights } from "../../../build/insights/sentiment/prior.ts";
import { BEGINNING_LENGTH, stemOf } from "../../../build/insights/sentiment/prior-features.ts";
import { isAllCaps, wordsOf } from "../../../build/insights/text/words.ts";
import { homeAspects } from "../labeled.ts";
import { candidatesOf, fitEvidence, NO_EVIDENCE } from "./evidence-model.ts";
import { packSamples } from "./phrase-samples.ts";
import { fitSegmentModel, type SegmentModel } from "./segment-model.ts";
import {
  compileTextReader,
  OUTPUTS,
  type ReadText,
  type SegmentSample,
  Vocabulary,
} from "./segment-samples.ts";
import type { TrainingText } from "./training-texts.ts";

/** The least log-odds of published claims, chosen with each source left out in turn. */
const MIN_LOG_ODDS = {
  praise: { agreeing: 0.5, undecided: 0.6, leaningAgainst: 0.6 },
  complaint: { agreeing: 0.3, undecided: 1.2, leaningAgainst: 2.5 },
};
/** A feature has to be in this many texts; texts with coarse labels and phrases count for less. */
const MIN_TEXTS = 2;
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
      labeled.rating === undefined ? COARSE_COUNT : 1,
    );
  for (const { features } of phrases) counts.add(features, PHRASE_COUNT);
  const nameOf = (feature: number): string => vocabulary.names[feature] ?? "";
  const isName = nameTest(texts);
  const kept = counts.frequent().filter((feature) => !isName(nameOf(feature)));
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

  frequent(): number[] {
    return [...this.#texts].filter(([, count]) => count >= MIN_TEXTS).map(([feature]) => feature);
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

/** Learns from all sources of the corpus but one. */
export function learnPrior(corpus: PriorCorpus, leftOut?: string): PriorWeights {
  const sources = sourcesOf(corpus).filter((source) => source !== leftOut);
  const without = (other?: string): PriorWeights => {
    const texts = corpus.texts.filter(({ labeled: { source } }) => source !== leftOut && source !== other);
    return withoutEvidence(fitSegmentModel(texts, corpus.phrases, corpus.names.length), corpus);
  };
  // The evidence of a source is weighed with words that were learned without it.
  const candidates = sources.flatMap((source) =>
    candidatesOf(
      corpus.texts.filter(({ labeled }) => labeled.source === source),
      without(source),
    ),
  );
  return {
    ...without(),
    evidence: {
      praise: fitEvidence(candidates, "praise", MIN_LOG_ODDS.praise),
      complaint: fitEvidence(candidates, "complaint", MIN_LOG_ODDS.complaint),
    },
  };
}

/** The content of `prior.json`. */
export const priorToText = (weights: PriorWeights): string =>
  `${JSON.stringify({ provenance: PROVENANCE, ...weights }, undefined, 1)}\n`;

const PROVENANCE = [
  "1,370 invented reviews of home services and the learn halves of the sample and of our own reviews: bench/accuracy/whole-reviews, MIT, part of this project",
  "Comments of patients and their categories, NHS England, MIT, (c) 2021 NHS England; learn halves of our labels",
  "Phrases of build/insights/packs/home-services.json, part of this project",
  "Written by npm run bench -- prior=write. Whole numbers in sixteenths; every feature is a stem, a beginning (~), a stem after a not (!) or a pair of neighbors, in at least two texts. Names are left out.",
];

/** The sources whose texts have stars. */
export const sourcesOf = ({ texts }: PriorCorpus): string[] => [
  ...new Set(texts.flatMap(({ labeled: { source, rating } }) => (rating === undefined ? [] : [source]))),
];

const whole = (value: number): number =>
  Math.max(-MAX_WEIGHT, Math.min(MAX_WEIGHT, Math.round(value * SCALE)));

/** Whole numbers; what rounds to zero everywhere is left out. */
function withoutEvidence({ biases, weights }: SegmentModel, { names }: PriorCorpus): PriorWeights {
  return {
    aspects: homeAspects().map(({ id }) => id),
    evidence: NO_EVIDENCE,
    biases: Array.from(biases, (bias) => Math.round(bias * SCALE)),
    features: names
      .flatMap((name, row) => {
        const rounded = Array.from(weights.subarray(row * OUTPUTS, (row + 1) * OUTPUTS), whole);
        return rounded.every((weight) => weight === 0) ? [] : [`${name}${weightsToText(rounded)}`];
      })
      .toSorted((a, b) => (a < b ? -1 : 1)),
  };
}
