import { isSegmentStart, type Passage, segmentEnd } from "./passage.ts";
import { WordTable } from "./vocabulary.ts";
import type { Word } from "./words.ts";

/** A sentence may take back its praise, or all that it says, beyond the reach of a plain "not". */
export type Denial = "praise" | "everything";

/** Deny the praise after them in their clause: "I wish they had been on time", "so much for quality". */
const PRAISE_DENIERS: readonly (readonly string[])[] = [
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
].map((phrase) => phrase.split(" "));

/** As the last word of a sentence these take back what came before: "He promised to be on time and wasn't." */
const FINAL_NEGATIONS = new Set(
  "didnt wasnt werent doesnt dont isnt arent hasnt havent hadnt wont couldnt".split(" "),
);
const AUXILIARIES = new Set("did was were does do is are has have had will could".split(" "));
const CONJUNCTIONS = new Set(["and", "but", "yet"]);

/** Kinds of words that a denial may begin or end with, as bits. */
const DENIER = 1;
const FINAL = 2;
const CUES = new WordTable();
for (const [first = ""] of PRAISE_DENIERS) CUES.add(first, DENIER);
for (const word of [...FINAL_NEGATIONS, "not"]) CUES.add(word, FINAL);

/** Words between the conjunction and the end of the sentence: "but it did not". */
const MAX_TAIL_WORDS = 4;

/** The denial of each denied word, by its index. */
export function denialsOf({ words, clauses, sentences }: Passage): ReadonlyMap<number, Denial> {
  let denials: Map<number, Denial> | undefined;
  const deny = (from: number, to: number, denial: Denial): void => {
    denials ??= new Map();
    for (let at = from; at < to; at += 1) denials.set(at, denial);
  };
  let sentence = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (isSegmentStart(sentences, at)) sentence = at;
    const kinds = CUES.get((words[at] as Word).number);
    if (kinds === 0) continue;
    const end = kinds & DENIER ? denierEnd(words, at) : undefined;
    if (end !== undefined) deny(end, segmentEnd(clauses, end - 1), "praise");
    const isLast = at + 1 === words.length || isSegmentStart(sentences, at + 1);
    if (kinds & FINAL && isLast && isFinalNegation(words, at))
      deny(sentence, conjunctionBefore(words, at, sentence), "everything");
  }
  return denials ?? NO_DENIALS;
}

const NO_DENIALS: ReadonlyMap<number, Denial> = new Map();

/** The index after a phrase that denies praise and starts here. */
function denierEnd(words: readonly Word[], at: number): number | undefined {
  const phrase = PRAISE_DENIERS.find((parts) =>
    parts.every((part, index) => words[at + index]?.folded === part),
  );
  return phrase === undefined ? undefined : at + phrase.length;
}

function isFinalNegation(words: readonly Word[], at: number): boolean {
  const { folded } = words[at] as Word;
  return FINAL_NEGATIONS.has(folded) || (folded === "not" && AUXILIARIES.has(words[at - 1]?.folded ?? ""));
}

/** The conjunction near the end of the sentence, else the sentence's first word. */
function conjunctionBefore(words: readonly Word[], at: number, sentence: number): number {
  for (let before = at - 1; before > sentence && before >= at - MAX_TAIL_WORDS; before -= 1)
    if (CONJUNCTIONS.has((words[before] as Word).folded)) return before;
  return sentence;
}
