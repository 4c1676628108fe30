import { BEGINNING_LENGTH, consonantsOf, stemOf } from "../../../build/insights/sentiment/prior-features.ts";
import { isAllCaps, wordsOf } from "../../../build/insights/text/words.ts";
import type { PackName } from "../../../model/content.ts";
import { packSamples } from "./phrase-samples.ts";
import { compileTextReader, type ReadText, type SegmentSample, Vocabulary } from "./segment-samples.ts";
import { locatedSamples } from "./segment-trainer.ts";
import { isCoarselyLabeled, type TrainingText } from "./training-texts.ts";

/** A word has to be in this many texts, a pair or the consonants of words in more; texts with coarse labels and phrases count for less. */
const MIN_TEXTS = 3;
const MIN_TEXTS_OF_OTHERS = 10;
const COARSE_COUNT = 0.3;
const PHRASE_COUNT = 0.5;

/** A text, and what is learned from it. */
export interface CorpusText extends ReadText {
  readonly samples: readonly SegmentSample[];
}

/** The texts, read once, so that sources can be left out. */
export interface PriorCorpus {
  readonly texts: readonly CorpusText[];
  /** Texts of one segment. */
  readonly phrases: readonly (readonly SegmentSample[])[];
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
  const numbered = read.map((text) => ({
    ...text,
    segments: text.segments.map((segment) => ({ ...segment, features: renumbered(segment.features) })),
  }));
  const numberedPhrases = phrases.map((sample) => [{ ...sample, features: renumbered(sample.features) }]);
  const samples = locatedSamples(numbered, numberedPhrases, kept.length);
  return {
    texts: numbered.map((text, index) => ({ ...text, samples: samples[index] ?? [] })),
    phrases: numberedPhrases,
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
      .filter(([feature, count]) => count >= (/[ %]/.test(nameOf(feature)) ? MIN_TEXTS_OF_OTHERS : MIN_TEXTS))
      .map(([feature]) => feature);
  }
}

/** True for features of words that are mostly written with a capital inside a sentence. */
function nameTest(texts: readonly TrainingText[]): (name: string) => boolean {
  const capital = new Map<string, number>();
  const small = new Map<string, number>();
  const smallWords = new Set<string>();
  for (const { text } of texts) {
    if (isAllCaps(text)) continue;
    for (const [at, { folded, isCapitalized, start }] of wordsOf(text).entries()) {
      const isFirst = at === 0 || text[start - 1] !== " " || /[.!?]$/.test(text.slice(0, start).trimEnd());
      const counts = isCapitalized ? capital : small;
      if (!isCapitalized) smallWords.add(folded);
      if (!isFirst || !isCapitalized) counts.set(stemOf(folded), (counts.get(stemOf(folded)) ?? 0) + 1);
    }
  }
  const names = new Set(
    [...capital].flatMap(([stem, count]) => (stem !== "i" && count > (small.get(stem) ?? 0) ? [stem] : [])),
  );
  const beginnings = new Set(
    [...small.keys()].filter((stem) => !names.has(stem)).map((stem) => stem.slice(0, BEGINNING_LENGTH)),
  );
  const consonants = new Set(
    [...smallWords].flatMap((word) => (names.has(stemOf(word)) ? [] : (consonantsOf(word) ?? []))),
  );
  return (name) => {
    if (name.startsWith("~")) return !beginnings.has(name.slice(1));
    if (name.startsWith("%")) return !consonants.has(name.slice(1));
    return name
      .replace("!", "")
      .split(" ")
      .some((part) => names.has(part));
  };
}

/** The sources whose texts have stars, of all packs or of one. */
export const sourcesOf = ({ texts }: PriorCorpus, ofPack?: PackName): string[] => [
  ...new Set(
    texts.flatMap(({ labeled: { source, pack, rating } }) =>
      rating === undefined || pack !== (ofPack ?? pack) ? [] : [source],
    ),
  ),
];
