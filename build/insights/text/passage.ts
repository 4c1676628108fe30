import { wordNumber } from "./vocabulary.ts";
import { type Word, wordsOf } from "./words.ts";

/** A text divided into words, clauses and sentences. */
export interface Passage {
  readonly text: string;
  readonly words: readonly Word[];
  /** By word, its number, see `vocabulary.ts`. */
  readonly numbers: Uint32Array;
  /** Distance of each word from the first one. Opinions fade exponentially with it. */
  readonly distance: Float64Array;
  /** The number of contrasts, such as "but", up to each word. */
  readonly contrasts: Uint16Array;
  /** 1 where a word begins a sentence. The first word of the text is not marked. */
  readonly sentenceStart: Uint8Array;
  /** 1 where a word begins a clause or a sentence. The first word of the text is not marked. */
  readonly clauseStart: Uint8Array;
}

/** Distances as negative logarithms of the share of an opinion that is left after a step. Fitted to labeled texts. */
const WORD = -Math.log(0.9);
const SENTENCE = -Math.log(0.2);
const COMMA = -Math.log(0.6);
const CONJUNCTION = -Math.log(0.85);
const CONTRAST = -Math.log(0.12);

const CONTRASTS = "but however although though yet except whereas while despite unfortunately".split(" ");
const CONCESSIONS = new Set("although though while whereas despite even".split(" "));
const CONJUNCTIONS = ["and", "or", "then", "which", "who", "because", "so", "when"];

/** By the number of the word. Most words are neither. */
const FLOW: ("contrast" | "conjunction" | undefined)[] = [];
for (const word of CONJUNCTIONS) FLOW[wordNumber(word)] = "conjunction";
for (const word of CONTRASTS) FLOW[wordNumber(word)] = "contrast";

export function passageOf(text: string, words: readonly Word[] = wordsOf(text)): Passage {
  const distance = new Float64Array(words.length);
  const numbers = new Uint32Array(words.length);
  const contrasts = new Uint16Array(words.length);
  const sentenceStart = new Uint8Array(words.length);
  const clauseStart = new Uint8Array(words.length);
  for (let at = 0; at < words.length; at += 1) numbers[at] = wordNumber((words[at] as Word).folded);
  let isConceding = CONCESSIONS.has(words[0]?.folded ?? "");
  for (let at = 1; at < words.length; at += 1) {
    const mark = punctuationBetween(text, (words[at - 1] as Word).end, (words[at] as Word).start);
    if (mark === "sentence") {
      sentenceStart[at] = 1;
      isConceding = CONCESSIONS.has((words[at] as Word).folded);
    }
    const flow = FLOW[numbers[at] as number];
    // "While he was friendly, the office ..." contrasts at the comma.
    const isContrast = flow === "contrast" || (isConceding && mark === "comma");
    if (mark === "comma") isConceding = false;
    if (mark !== "none" || flow === "contrast") clauseStart[at] = 1;
    let step = WORD;
    if (mark === "sentence") step += SENTENCE;
    else if (mark === "comma") step += COMMA;
    if (isContrast) step += CONTRAST;
    else if (mark === "none" && flow === "conjunction") step += CONJUNCTION;
    contrasts[at] = (contrasts[at - 1] as number) + (isContrast ? 1 : 0);
    distance[at] = (distance[at - 1] as number) + step;
  }
  return { text, words, numbers, distance, contrasts, sentenceStart, clauseStart };
}

const SENTENCE_END = /[.\n!?;\u3000-\uFFFF]/;
const COMMA_LIKE = /[,:()\u2013\u2014]/;

/** The strongest punctuation in a gap between words. */
function punctuationBetween(text: string, from: number, to: number): "none" | "comma" | "sentence" {
  if (to - from === 1 && text[from] === " ") return "none";
  // A full stop directly before a word ends no sentence: "St.Paul", "$4.50".
  const gap = text.slice(from, text[to - 1] === "." ? to - 1 : to);
  if (SENTENCE_END.test(gap)) return "sentence";
  const isDash = gap.includes("-") && to - from > 1;
  return isDash || COMMA_LIKE.test(gap) ? "comma" : "none";
}

/** The first word of the segment, a clause or a sentence, that a word belongs to. */
export function segmentStart(starts: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && starts[start] !== 1) start -= 1;
  return start;
}

/** The index after the last word of the segment that a word belongs to. */
export function segmentEnd(starts: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < starts.length && starts[end] !== 1) end += 1;
  return end;
}
