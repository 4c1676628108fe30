import { compilePassageReader } from "../../../build/insights/sentiment/text-analyzer.ts";
import type { TextFindings } from "../../../build/insights/sentiment/claim-evidence.ts";
import {
  featuresOfWord,
  type FeatureSink,
  type TextSegment,
  segmentEndFrom,
  stemOf,
  visitFeatures,
} from "../../../build/insights/sentiment/prior-features.ts";
import { passageOf } from "../../../build/insights/text/passage.ts";
import { readPack } from "../../../build/load/aspects.ts";
import type { PackName } from "../../../model/content.ts";
import { priorAspectIds, priorAspectIdsOf } from "../labeled.ts";
import { isCoarselyLabeled, signsOf, type TrainingText } from "./training-texts.ts";

/** A segment of a labeled text. */
export interface TrainingSegment extends TextSegment {
  /** Offsets into the text. */
  readonly start: number;
  readonly stop: number;
  readonly features: Uint32Array;
}

export interface ReadText {
  readonly labeled: TrainingText;
  readonly findings: TextFindings;
  readonly segments: readonly TrainingSegment[];
}

/** Numbers the features of segments, as they appear. */
export class Vocabulary implements FeatureSink {
  /** By feature. */
  readonly names: string[] = [];
  readonly #features = new Map<string, number>();
  readonly #stems: string[] = [""];
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  #segment = new Set<number>();

  /** The features of a segment, each once; undefined if nothing tells of this business. */
  read(findings: TextFindings, segment: TextSegment): Uint32Array | undefined {
    this.#segment = new Set();
    const tells = visitFeatures(findings.passage, findings.targets, segment, this);
    return tells ? Uint32Array.from(this.#segment) : undefined;
  }

  stem(number: number, word: string): number {
    this.#words[number] = word;
    const stem = stemOf(word);
    const known = this.#numbers.get(stem) ?? this.#stems.length;
    this.#numbers.set(stem, known);
    this.#stems[known] = stem;
    return known;
  }

  addWord(number: number): void {
    const word = this.#words[number] as string;
    for (const name of featuresOfWord(word, stemOf(word))) this.#add(name);
  }

  addNegated(stem: number): void {
    this.#add(`!${this.#stems[stem]}`);
  }

  addPair(first: number, second: number): void {
    this.#add(`${this.#stems[first]} ${this.#stems[second]}`);
  }

  #add(name: string): void {
    const feature = this.#features.get(name) ?? this.names.length;
    this.#features.set(name, feature);
    this.names[feature] = name;
    this.#segment.add(feature);
  }
}

/** Reads texts as a build does, and numbers the features of their segments. */
export function compileTextReader(vocabulary: Vocabulary): (labeled: TrainingText) => ReadText {
  const readers = new Map<PackName, ReturnType<typeof compilePassageReader>>();
  return (labeled) => {
    const { pack } = labeled;
    const readPassage = readers.get(pack) ?? compilePassageReader(readPack(pack).aspects, []);
    readers.set(pack, readPassage);
    const passage = passageOf(labeled.text);
    const findings = readPassage(passage, []);
    const segments: TrainingSegment[] = [];
    for (let at = 0, end: number; at < passage.words.length; at = end) {
      end = segmentEndFrom(passage, at);
      const features = vocabulary.read(findings, { at, end });
      const start = passage.words[at]?.start ?? 0;
      const stop = passage.words[end - 1]?.end ?? 0;
      if (features !== undefined) segments.push({ at, end, start, stop, features });
    }
    return { labeled, findings, segments };
  };
}

/** A segment with a target for each output that is known, and what each target weighs. */
export interface SegmentSample {
  readonly features: Uint32Array;
  /** Ascending. */
  readonly outputs: Uint16Array;
  readonly targets: Float32Array;
  readonly weights: Float32Array;
}

const IDS = priorAspectIds();
const PUNCTUALITY = IDS.indexOf("punctuality");
/** Praise and complaint of each aspect. */
export const OUTPUTS = 2 * IDS.length;
export const outputOf = (aspect: number, sign: 1 | -1): number => 2 * aspect + (sign > 0 ? 0 : 1);

const outputs = new Map<PackName, Uint16Array>();

/** Those of the aspects of a pack: its texts say nothing of others. */
export function outputsOf(pack: PackName): Uint16Array {
  const known =
    outputs.get(pack) ??
    Uint16Array.from(
      priorAspectIdsOf(pack).flatMap((id) => [outputOf(IDS.indexOf(id), 1), outputOf(IDS.indexOf(id), -1)]),
    ).toSorted();
  outputs.set(pack, known);
  return known;
}

/** A span belongs to a segment that holds at least this share of the shorter of both. */
const MIN_SHARE = 0.5;
/** Coarse labels count for this part, and their silence about an aspect for half of that. */
const CATEGORY_WEIGHT = 0.1;
const CATEGORY_SILENCE = 0.5;

/** The log-odds of a text's segments by the model of the round before, by output. The features are by segment. */
export type SegmentScorer = (text: readonly Uint32Array[]) => Float32Array[];

/**
 * If only the whole text is labeled, its most probable segment has the label, and the others are unknown for that aspect.
 */
export function samplesOf(
  { labeled, segments }: ReadText,
  score: SegmentScorer | undefined,
): SegmentSample[] {
  const isCoarse = isCoarselyLabeled(labeled);
  const base = isCoarse ? CATEGORY_WEIGHT : 1;
  const known = outputsOf(labeled.pack);
  const samples = segments.map(({ features }) => ({
    features,
    outputs: known,
    targets: new Float32Array(known.length),
    weights: new Float32Array(known.length).fill(isCoarse ? base * CATEGORY_SILENCE : base),
  }));
  const set = (index: number, output: number, isTrue: boolean): void => {
    const sample = samples[index] as SegmentSample;
    const place = known.indexOf(output);
    if (!isTrue && sample.targets[place] === 1) return;
    sample.targets[place] = isTrue ? 1 : 0;
    sample.weights[place] = isTrue ? base : 0;
  };
  if (labeled.spans) {
    for (const span of labeled.spans)
      for (const [index, { start, stop }] of segments.entries()) {
        const overlap = Math.min(span.end, stop) - Math.max(span.start, start);
        if (overlap <= 0) continue;
        const shorter = Math.min(span.end - span.start, stop - start);
        set(index, outputOf(span.aspect, span.sign), overlap / shorter >= MIN_SHARE);
      }
    return samples;
  }
  const logOdds = score?.(segments.map(({ features }) => features));
  for (const [aspect, label] of labeled.labels) {
    for (const output of signsOf(label).map((sign) => outputOf(aspect, sign))) {
      const scores = segments.map((_, index) => logOdds?.[index]?.[output] ?? 0);
      const best = scores.indexOf(Math.max(...scores));
      for (const index of segments.keys()) {
        const isKnown = segments.length === 1 || score !== undefined;
        if (isKnown && index === best) set(index, output, true);
        else if (!isKnown || (scores[index] as number) > 0) set(index, output, false);
      }
    }
  }
  if (isCoarse) for (const { weights } of samples) forgetUnknown(weights, labeled.labels);
  return samples;
}

/** "Timeliness" may be punctuality as well, and a comment without a sentiment may judge. Aspects of home services come first. */
function forgetUnknown(weights: Float32Array, labels: TrainingText["labels"]): void {
  weights.fill(0, 2 * PUNCTUALITY, 2 * PUNCTUALITY + 2);
  for (const [aspect, label] of labels) if (label === "0") weights.fill(0, 2 * aspect, 2 * aspect + 2);
}
