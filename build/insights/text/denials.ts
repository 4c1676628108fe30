import type { Word } from "./words.ts";

/** What is said of words that a sentence takes back, beyond the reach of a plain "not". */
export const Denial = { none: 0, praise: 1, all: 2 } as const;

/** Frames that turn the praise after them, within their clause: "I wish they had been on time", "so much for quality". */
const FRAMES: readonly (readonly string[])[] = [
  "so much for",
  "good luck",
  "if only",
  "what good",
  "used to",
  "supposed to",
  "too much to ask",
  "would it kill",
  "wish i could",
  "wish we could",
  "wish they",
  "wish he",
  "wish she",
  "wish it",
  "wish there",
  "wish the",
  "wish someone",
  "wished they",
].map((frame) => frame.split(" "));
const FIRST_WORDS = new Set(FRAMES.map(([first]) => first));

/** A sentence that ends so takes back what came before: "He promised to be on time and wasn't." */
const LAST_WORDS = new Set(
  "didnt wasnt werent doesnt dont isnt arent hasnt havent hadnt wont couldnt".split(" "),
);
const AUXILIARIES = new Set("did was were does do is are has have had will could".split(" "));
const JOINS = new Set(["and", "but", "yet"]);
/** How far before the last word such a join may stand: "but it did not". */
const TAIL = 4;

/** For each word whether it is denied, or nothing if no word is. */
export function denialsOf(
  words: readonly Word[],
  clauseStart: Uint8Array,
  sentenceStart: Uint8Array,
): Uint8Array | undefined {
  let denied: Uint8Array | undefined;
  let from = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (sentenceStart[at] === 1) from = at;
    const { folded } = words[at] as Word;
    if (FIRST_WORDS.has(folded)) {
      const end = frameEnd(words, at);
      if (end > at)
        (denied ??= new Uint8Array(words.length)).fill(Denial.praise, end, clauseEnd(clauseStart, end));
    }
    const isLast = at + 1 === words.length || sentenceStart[at + 1] === 1;
    if (isLast && takesBack(words, at)) {
      const join = joinBefore(words, at, from);
      if (join > from) (denied ??= new Uint8Array(words.length)).fill(Denial.all, from, join);
    }
  }
  return denied;
}

const takesBack = (words: readonly Word[], at: number): boolean => {
  const { folded } = words[at] as Word;
  return LAST_WORDS.has(folded) || (folded === "not" && AUXILIARIES.has(words[at - 1]?.folded ?? ""));
};

function frameEnd(words: readonly Word[], at: number): number {
  const frame = FRAMES.find((one) => one.every((part, index) => words[at + index]?.folded === part));
  return frame === undefined ? at : at + frame.length;
}

function clauseEnd(clauseStart: Uint8Array, from: number): number {
  let end = from;
  while (end < clauseStart.length && clauseStart[end] !== 1) end += 1;
  return end;
}

function joinBefore(words: readonly Word[], at: number, from: number): number {
  for (let before = at - 1; before > from && before >= at - TAIL; before -= 1)
    if (JOINS.has((words[before] as Word).folded)) return before;
  return from;
}
