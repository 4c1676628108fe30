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
import { addPhrase, firstWordsOf, newTree, type PhraseTree } from "../text/phrases.ts";

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

const KINDS = new Map<string, number>();
for (const [kind, words] of [
  [CONDITION, CONDITIONS],
  [REASON, REASONS],
  [FINDING, FINDINGS],
  [RELATIVE, RELATIVES],
  [FIRM, OTHERNESS],
  [FIRM, COUNTS],
  [PHRASE, firstWordsOf(CUES)],
] as const) {
  for (const word of words) KINDS.set(word, (KINDS.get(word) ?? 0) | kind);
}

/** The kinds of cues that a word begins, as bits. A phrase with "not" may begin with any contraction of it. */
export const cueKindsOf = (word: string): number => KINDS.get(word) ?? (word.endsWith("nt") ? PHRASE : 0);
