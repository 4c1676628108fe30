import {
  BACKWARD_GRIEVANCES,
  BEFORE_VISIT,
  CONDITIONS,
  COUNTS,
  FINDINGS,
  GRIEVANCES,
  HYPOTHESES,
  OTHER_FIRM,
  OTHERNESS,
  OWN_LIFE,
  REASONS,
} from "../lexicon/targets.ts";
import { RELATIVES } from "../entities/everyday-words.ts";
import { addPhrase, firstWordsOf, NEGATIVE_CONTRACTIONS, newTree, type PhraseTree } from "../text/phrases.ts";
import { wordNumber } from "../text/vocabulary.ts";

type Cue = "other_firm" | "reviewer" | "before_visit" | "hypothesis" | "grievance" | "grievance before";

export const CUES: PhraseTree<Cue> = newTree();
for (const [cue, phrases] of [
  ["other_firm", OTHER_FIRM],
  ["reviewer", OWN_LIFE],
  ["before_visit", BEFORE_VISIT],
  ["hypothesis", HYPOTHESES],
  ["grievance", GRIEVANCES],
  ["grievance before", BACKWARD_GRIEVANCES],
] as const) {
  for (const phrase of phrases.split(/[|\n]/)) addPhrase(CUES, phrase, cue);
}

/** Kinds of words that a cue may begin with. Most words begin none. */
export const CONDITION = 1;
export const REASON = 2;
export const FINDING = 4;
export const RELATIVE = 8;
export const FIRM = 16;
export const PHRASE = 32;

/** By the number of the word. */
const KINDS: number[] = [];
function addKind(kind: number, number: number): void {
  KINDS[number] = (KINDS[number] ?? 0) | kind;
}
for (const [kind, words] of [
  [CONDITION, CONDITIONS],
  [REASON, REASONS],
  [FINDING, FINDINGS],
  [RELATIVE, RELATIVES],
  [FIRM, OTHERNESS],
  [FIRM, COUNTS],
] as const) {
  for (const word of words) addKind(kind, wordNumber(word));
}
for (const number of firstWordsOf(CUES)) addKind(PHRASE, number);
// A phrase with "not" may begin with any contraction of it.
for (const number of NEGATIVE_CONTRACTIONS) addKind(PHRASE, number);

/** The kinds of cues that a word begins, as bits. */
export const cueKindsOf = (number: number): number => KINDS[number] ?? 0;
