import { type Word, wordsOf } from "./words.ts";

/** A text divided for reading: how far apart its words are in meaning, and where clauses and sentences begin. */
export interface Passage {
  readonly text: string;
  readonly words: readonly Word[];
  /** Distance of each word from the first one; what two words say to each other fades with it. */
  readonly distance: Float64Array;
  /** How many contrasts such as "but" stand before each word. */
  readonly turns: Uint16Array;
  /** 1 where a word begins a sentence. */
  readonly sentenceStart: Uint8Array;
  /** 1 where a word begins a clause; a sentence begins one too. */
  readonly clauseStart: Uint8Array;
}

/** Natural logarithms of how much of an opinion is left after a step: measured on labelled texts. */
const WORD = -Math.log(0.9);
const SENTENCE = -Math.log(0.2);
const COMMA = -Math.log(0.6);
const AND = -Math.log(0.85);
const CONTRAST = -Math.log(0.12);

const CONTRASTS = new Set(
  "but however although though yet except whereas while despite unfortunately".split(" "),
);
const CONCESSIONS = new Set("although though while whereas despite even".split(" "));
const JOINS = new Set(["and", "or", "then", "which", "who", "because", "so", "when"]);

const FULL_STOP = 46;
const LINE_FEED = 10;

export function passageOf(text: string, words: readonly Word[] = wordsOf(text)): Passage {
  // One buffer for all four: it lies outside the heap, where many small ones are slow to be given back.
  const { length } = words;
  const buffer = new ArrayBuffer(12 * length);
  const distance = new Float64Array(buffer, 0, length);
  const turns = new Uint16Array(buffer, 8 * length, length);
  const sentenceStart = new Uint8Array(buffer, 10 * length, length);
  const clauseStart = new Uint8Array(buffer, 11 * length, length);
  let isConceding = CONCESSIONS.has(words[0]?.folded ?? "");
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] as Word;
    const sign = signBetween(text, (words[at - 1] as Word).end, word.start);
    const isContrast = CONTRASTS.has(word.folded);
    if (sign === "sentence") sentenceStart[at] = 1;
    if (sign !== "" || isContrast) clauseStart[at] = 1;
    let step = WORD;
    if (sign === "sentence") step += SENTENCE;
    else if (sign === "comma") step += COMMA;
    if (sign === "sentence") isConceding = false;
    // "While he was friendly, the office ..." turns at the comma.
    const isTurn = isConceding && sign === "comma";
    if (isTurn) isConceding = false;
    if (CONCESSIONS.has(word.folded) && sentenceStart[at] === 1) isConceding = true;
    if (isContrast || isTurn) step += CONTRAST;
    else if (sign === "" && JOINS.has(word.folded)) step += AND;
    turns[at] = (turns[at - 1] as number) + (isContrast || isTurn ? 1 : 0);
    distance[at] = (distance[at - 1] as number) + step;
  }
  return { text, words, distance, turns, sentenceStart, clauseStart };
}

/** The strongest sign between two words. A full stop counts before a space only: "St.Paul", "$4.50". */
function signBetween(text: string, from: number, to: number): "" | "comma" | "sentence" {
  let sign: "" | "comma" = "";
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 32) continue;
    if (code === FULL_STOP && to - at === 1) continue;
    if (code === FULL_STOP || code === LINE_FEED || code === 33 || code === 63 || code === 59)
      return "sentence";
    // Comma, colon, brackets, and dashes with a space beside them.
    if (code === 44 || code === 58 || code === 40 || code === 41) sign = "comma";
    else if ((code === 45 || code === 0x2013 || code === 0x2014) && (to - from > 1 || code !== 45))
      sign = "comma";
    else if (code > 0x2fff) return "sentence";
  }
  return sign;
}

/** The first word of the clause or sentence that a word belongs to. */
export function startOf(marks: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && marks[start] !== 1) start -= 1;
  return start;
}

/** The word after the last one of the clause or sentence that a word belongs to. */
export function endOf(marks: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < marks.length && marks[end] !== 1) end += 1;
  return end;
}
