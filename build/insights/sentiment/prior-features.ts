import { FUNCTION_WORDS, NEGATORS } from "../lexicon/modifiers.ts";
import { isSegmentStart, type Passage } from "../text/passage.ts";
import { WordTable, wordNumber } from "../text/vocabulary.ts";
import type { Word } from "../text/words.ts";
import type { Target } from "./targets.ts";

/** A sentence, or the part of it on one side of a "but". Words `at` to `end` of a passage. */
export interface TextSegment {
  readonly at: number;
  readonly end: number;
}

/** The index after the last word of the segment that starts here. */
export function segmentEndFrom({ sentences, contrasts }: Passage, at: number): number {
  let end = at + 1;
  while (end < contrasts.length && !isSegmentStart(sentences, end) && contrasts[end] === contrasts[end - 1])
    end += 1;
  return end;
}

/** Takes the features of a segment. Numbers of stems are the taker's own; 0 is a stem without features. */
export interface FeatureSink {
  /** The stem of a word, by the word's number. */
  readonly stem: (number: number, word: string) => number;
  /** A word: its stem, its beginning and its consonants. */
  readonly addWord: (number: number) => void;
  /** A stem after a "not". */
  readonly addNegated: (stem: number) => void;
  readonly addPair: (first: number, second: number) => void;
}

/** Stand for the beginning and the end of a segment, and for a name. */
export const BEGIN = "^";
export const END = "$";
export const NAME = "@";
const NUMBERS = {
  begin: wordNumber(BEGIN),
  end: wordNumber(END),
  name: wordNumber(NAME),
  and: wordNumber("and"),
};

const IS_NEGATOR = WordTable.of(NEGATORS);
const IS_FUNCTION_WORD = WordTable.of(FUNCTION_WORDS);
const NEGATION_SCOPE = 3;

/**
 * Visits the words of a segment that tell of this business, those after a "not", and pairs: of neighbors, and of words
 * of a clause with only function words but no "and" between them ("service" and "slow" in "the service was very slow").
 * Names are left out.
 * Returns false if nothing tells of this business.
 */
export function visitFeatures(
  { text, words, clauses }: Passage,
  targets: readonly Target[],
  { at: first, end }: TextSegment,
  sink: FeatureSink,
): boolean {
  const begin = sink.stem(NUMBERS.begin, BEGIN);
  let previous = begin;
  /** The stem of the last word that is no function word. */
  let content = 0;
  let negatedUntil = -1;
  let tells = false;
  for (let at = first; at < end; at += 1) {
    if (isSegmentStart(clauses, at)) {
      content = 0;
      negatedUntil = -1;
    }
    const target = targets[at];
    if (target !== "business" && target !== "rhetorical_question") {
      previous = 0;
      content = 0;
      continue;
    }
    tells = true;
    const word = words[at] as Word;
    const { number } = word;
    if (word.isCapitalized && at > first && isName(text, word)) {
      sink.stem(NUMBERS.name, NAME);
      sink.addWord(NUMBERS.name);
      previous = 0;
      content = 0;
      continue;
    }
    const stem = sink.stem(number, word.folded);
    sink.addWord(number);
    if (stem !== 0) {
      if (at <= negatedUntil) sink.addNegated(stem);
      if (previous !== 0) sink.addPair(previous, stem);
    }
    if (number === NUMBERS.and) content = 0;
    else if (IS_FUNCTION_WORD.get(number) !== 1) {
      if (content !== 0 && content !== previous && stem !== 0) sink.addPair(content, stem);
      content = stem;
    }
    previous = stem;
    if (IS_NEGATOR.get(number) === 1) negatedUntil = at + NEGATION_SCOPE;
  }
  if (tells && previous !== 0) sink.addPair(previous, sink.stem(NUMBERS.end, END));
  return tells;
}

/** A capital inside a sentence, unless the whole word is written in capitals. */
function isName(text: string, { start, folded }: Word): boolean {
  const second = text.charCodeAt(start + 1);
  return folded !== "i" && !(second >= 65 && second <= 90);
}

/** The word without common endings. Numbers are one stem. */
export function stemOf(word: string): string {
  if (/^\d/.test(word)) return "#";
  if (word.length <= 3) return word;
  let stem = word;
  if (stem.endsWith("ies") && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith("sses")) stem = stem.slice(0, -2);
  else if (/[^sui]s$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.endsWith("ing") && stem.length > 5) stem = stem.slice(0, -3);
  else if (stem.endsWith("ed") && stem.length > 4) stem = stem.slice(0, -2);
  if (stem.endsWith("ly") && stem.length > 5) stem = stem.slice(0, -2);
  if (stem.length > 3 && stem.endsWith("e")) stem = stem.slice(0, -1);
  const last = stem.at(-1);
  const isDoubled = last === stem.at(-2) && last !== "l" && last !== "s";
  return stem.length > 3 && isDoubled ? stem.slice(0, -1) : stem;
}

/** Letters of a beginning. */
export const BEGINNING_LENGTH = 4;

/** The beginning of a longer word, so that "unprofessional" and "unprofessionally" share more than a stem. */
const beginningOf = (word: string): string | undefined =>
  word.length > BEGINNING_LENGTH ? word.slice(0, BEGINNING_LENGTH) : undefined;

const MAX_CONSONANTS = 7;

/**
 * The first letter of a longer word and the consonants after it, doubled ones once: "prfsnl" of "professional" and of
 * "proffesional". Undefined for short words and those with other characters than letters.
 */
export function consonantsOf(word: string): string | undefined {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return undefined;
  const others = word.slice(1).replaceAll(/[aeiouy]/g, "");
  return `${word[0]}${others.replaceAll(/(.)\1+/g, "$1")}`.slice(0, MAX_CONSONANTS);
}

/** The names of a word's own features: its stem, its beginning and its consonants. */
export function featuresOfWord(word: string, stem: string): string[] {
  const beginning = beginningOf(word);
  const consonants = consonantsOf(word);
  return [
    stem,
    ...(beginning === undefined ? [] : [`~${beginning}`]),
    ...(consonants === undefined ? [] : [`%${consonants}`]),
  ];
}
