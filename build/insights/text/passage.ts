import { WordTable, wordNumber } from "./vocabulary.ts";
import { type Word, wordsOf } from "./words.ts";
import { zeroDoubles, zeroShorts } from "./zeros.ts";

/** A text divided into words, clauses and sentences. */
export interface Passage {
  readonly text: string;
  readonly words: readonly Word[];
  /** Distance of each word from the first one. Opinions fade exponentially with it. */
  readonly distance: Float64Array;
  /** The number of contrasts, such as "but", up to each word. */
  readonly contrasts: Uint16Array;
  /** The sentences, and the clauses, which begin with every sentence too. See `Segments`. */
  readonly sentences: Segments;
  readonly clauses: Segments;
}

/** By the first word of a segment, the index after its last word; by each of its other words, the index of the first. */
export type Segments = Uint16Array;

/** Distances as negative logarithms of the share of an opinion that is left after a step. Fitted to labeled texts. */
const WORD = -Math.log(0.9);
const SENTENCE = -Math.log(0.2);
const COMMA = -Math.log(0.6);
const CONJUNCTION = -Math.log(0.85);
const CONTRAST = -Math.log(0.12);

const CONTRASTS = "but however although though yet except whereas while despite unfortunately".split(" ");
const CONCESSIONS = WordTable.of("although though while whereas despite even".split(" "));
/** Their full stop ends no sentence. */
export const TITLES = ["dr", "mr", "mrs", "ms", "prof"];
const CONJUNCTIONS = ["and", "or", "then", "which", "who", "because", "so", "when"];

/** Most words are none of these. */
const FLOW = new WordTable();
const IS_CONJUNCTION = 1;
const IS_CONTRAST = 2;
const IS_TITLE = 3;
for (const word of CONJUNCTIONS) FLOW.set(wordNumber(word), IS_CONJUNCTION);
for (const word of CONTRASTS) FLOW.set(wordNumber(word), IS_CONTRAST);
for (const word of TITLES) FLOW.set(wordNumber(word), IS_TITLE);

export function passageOf(text: string, words: readonly Word[] = wordsOf(text)): Passage {
  const distance = zeroDoubles(words.length);
  const contrasts = zeroShorts(words.length);
  const sentences = zeroShorts(words.length);
  const clauses = zeroShorts(words.length);
  let sentence = 0;
  let clause = 0;
  let isConceding = words.length > 0 && isConcession(words[0] as Word);
  let isTitled = words.length > 0 && isTitle(words[0] as Word);
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] as Word;
    const isName = isTitled && word.isCapitalized;
    const mark = isName ? NO_MARK : markBetween(text, (words[at - 1] as Word).end, word.start);
    if (mark === SENTENCE_END) {
      sentences[sentence] = at;
      sentence = at;
      isConceding = isConcession(word);
    }
    const flow = FLOW.get(word.number);
    isTitled = flow === IS_TITLE;
    // "While he was friendly, the office ..." contrasts at the comma.
    const isContrast = flow === IS_CONTRAST || (isConceding && mark === CLAUSE_END);
    if (mark === CLAUSE_END) isConceding = false;
    if (mark !== NO_MARK || flow === IS_CONTRAST) {
      clauses[clause] = at;
      clause = at;
    }
    sentences[at] = sentence;
    clauses[at] = clause;
    let step = WORD;
    if (mark === SENTENCE_END) step += SENTENCE;
    else if (mark === CLAUSE_END) step += COMMA;
    if (isContrast) step += CONTRAST;
    else if (mark === NO_MARK && flow === IS_CONJUNCTION) step += CONJUNCTION;
    contrasts[at] = (contrasts[at - 1] as number) + (isContrast ? 1 : 0);
    distance[at] = (distance[at - 1] as number) + step;
  }
  if (words.length > 0) sentences[sentence] = clauses[clause] = words.length;
  return { text, words, distance, contrasts, sentences, clauses };
}

const isTitle = ({ number }: Word): boolean => FLOW.get(number) === IS_TITLE;
const isConcession = ({ number }: Word): boolean => CONCESSIONS.get(number) === 1;

const SPACE = " ".charCodeAt(0);
const FULL_STOP = ".".charCodeAt(0);
const DASH = "-".charCodeAt(0);
const NO_MARK = 0;
const CLAUSE_END = 1;
const SENTENCE_END = 2;
/** Of the characters below U+0080. */
const MARKS = new Uint8Array(128);
for (const character of ",:()") MARKS[character.charCodeAt(0)] = CLAUSE_END;
for (const character of ".\n!?;") MARKS[character.charCodeAt(0)] = SENTENCE_END;

/** The strongest punctuation in a gap between words. */
function markBetween(text: string, from: number, to: number): number {
  const last = text.charCodeAt(to - 1);
  if (to - from === 1 && last === SPACE) return NO_MARK;
  let strongest = NO_MARK;
  // A full stop directly before a word ends no sentence: "St.Paul", "$4.50".
  for (let at = last === FULL_STOP ? to - 2 : to - 1; at >= from; at -= 1) {
    const code = text.charCodeAt(at);
    const mark = code === DASH && to - from > 1 ? CLAUSE_END : markOf(code);
    if (mark === SENTENCE_END) return mark;
    if (mark === CLAUSE_END) strongest = mark;
  }
  return strongest;
}

function markOf(code: number): number {
  if (code < MARKS.length) return MARKS[code] as number;
  if (code >= 0x3000) return SENTENCE_END;
  return code === 0x2013 || code === 0x2014 ? CLAUSE_END : NO_MARK;
}

/** True for the first word of a segment. */
export const isSegmentStart = (segments: Segments, at: number): boolean => (segments[at] as number) > at;

/** The first word of the segment that a word belongs to. */
export const segmentStart = (segments: Segments, at: number): number => Math.min(at, segments[at] as number);

/** The index after the last word of the segment that a word belongs to. */
export const segmentEnd = (segments: Segments, at: number): number =>
  segments[segmentStart(segments, at)] as number;
