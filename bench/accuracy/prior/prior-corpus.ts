import { BEGINNING_LENGTH, consonantsOf, stemOf } from "../../../build/insights/sentiment/prior-features.ts";
import { isAllCaps, wordsOf } from "../../../build/insights/text/words.ts";
import type { PackName } from "../../../model/content.ts";
import { TRADES } from "../labeled.ts";
import { packSamples } from "./phrase-samples.ts";
import { compileTextReader, type ReadText, type SegmentSample, Vocabulary } from "./segment-samples.ts";
import { locatedSamples } from "./segment-trainer.ts";
import { isCoarselyLabeled, type TrainingText } from "./training-texts.ts";

/** A word has to be in this many different texts, a pair or the consonants of words in more; texts with coarse labels and phrases count for less. */
const MIN_TEXTS = { words: 3, others: 16 };
/** The same for the texts of a trade. */
const MIN_TEXTS_OF_TRADE = { words: 6, others: 12 };
/** Beginnings and consonants mean the same in each trade, as far as they mean anything. */
const MAY_BE_OF_TRADE = /^[^~%]/;
const COARSE_COUNT = 0.3;
const PHRASE_COUNT = 0.5;

/** Between the name of a feature and the trade that adds weights to it. */
export const TRADE_MARK = "|";

/** A text, and what is learned from it. */
export interface CorpusText extends ReadText {
  readonly samples: readonly SegmentSample[];
}

/** The texts, read once, so that sources can be left out. */
export interface PriorCorpus {
  readonly texts: readonly CorpusText[];
  /** Texts of one segment. */
  readonly phrases: readonly (readonly SegmentSample[])[];
  /** By feature; those of a trade are further rows. */
  readonly names: readonly string[];
  /** Words in too few different texts, where a text that counts several times is one. They are learned, and do not ship. */
  readonly rare: ReadonlySet<string>;
}

export function readCorpus(texts: readonly TrainingText[]): PriorCorpus {
  const vocabulary = new Vocabulary();
  const read = texts.map(compileTextReader(vocabulary));
  const phrases = packSamples(vocabulary);
  const counts = countsOf(read, phrases);
  const nameOf = (feature: number): string => vocabulary.names[feature] ?? "";
  const isName = nameTest(texts);
  const kept = counts.frequent(nameOf, MIN_TEXTS).filter((feature) => !isName(nameOf(feature)));
  const rows = new Map(kept.map((feature, row) => [feature, row]));
  const names = kept.map(nameOf);
  const different = countsOf([...new Map(read.map((text) => [text.labeled, text])).values()], phrases);
  const known = new Set(different.frequent(nameOf, { ...MIN_TEXTS, others: 0 }));
  const rare = new Set(kept.filter((feature) => !known.has(feature)).map(nameOf));
  const rowsOfTrade = new Map<PackName, Map<number, number>>();
  for (const trade of TRADES) {
    const frequent = countsOf(read.filter(({ labeled }) => labeled.pack === trade))
      .frequent(nameOf, MIN_TEXTS_OF_TRADE)
      .filter((feature) => rows.has(feature) && MAY_BE_OF_TRADE.test(nameOf(feature)));
    rowsOfTrade.set(trade, new Map(frequent.map((feature, at) => [feature, names.length + at])));
    names.push(...frequent.map((feature) => `${nameOf(feature)}${TRADE_MARK}${trade}`));
  }
  const renumbered = (features: Uint32Array, trade?: PackName): Uint32Array => {
    const ofTrade = trade === undefined ? undefined : rowsOfTrade.get(trade);
    return Uint32Array.from(
      [...features].flatMap((feature) => [rows.get(feature) ?? [], ofTrade?.get(feature) ?? []].flat()),
    );
  };
  const numbered = read.map((text) => ({
    ...text,
    segments: text.segments.map((segment) => ({
      ...segment,
      features: renumbered(segment.features, text.labeled.pack),
    })),
  }));
  const numberedPhrases = phrases.map((sample) => [{ ...sample, features: renumbered(sample.features) }]);
  const samples = locatedSamples(numbered, numberedPhrases, names.length);
  return {
    texts: numbered.map((text, index) => ({ ...text, samples: samples[index] ?? [] })),
    phrases: numberedPhrases,
    names,
    rare,
  };
}

function countsOf(
  texts: readonly ReadText[],
  phrases: readonly Pick<SegmentSample, "features">[] = [],
): FeatureCounts {
  const counts = new FeatureCounts();
  for (const { labeled, segments } of texts)
    counts.add(
      segments.flatMap(({ features }) => [...features]),
      isCoarselyLabeled(labeled) ? COARSE_COUNT : 1,
    );
  for (const { features } of phrases) counts.add(features, PHRASE_COUNT);
  return counts;
}

class FeatureCounts {
  readonly #texts = new Map<number, number>();

  add(features: Iterable<number>, count: number): void {
    for (const feature of new Set(features))
      this.#texts.set(feature, (this.#texts.get(feature) ?? 0) + count);
  }

  frequent(nameOf: (feature: number) => string, { words, others }: typeof MIN_TEXTS): number[] {
    return [...this.#texts]
      .filter(([feature, count]) => count >= (/[ %]/.test(nameOf(feature)) ? others : words))
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
