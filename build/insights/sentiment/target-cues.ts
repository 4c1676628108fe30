import {
  BACKWARD_GRIEVANCES,
  BEFORE_VISIT,
  CONDITIONS,
  COUNTS,
  DEPARTURES,
  FINDINGS,
  GRIEVANCES,
  HYPOTHESES,
  OTHER_CUSTOMERS,
  OTHER_FIRM,
  OTHERNESS,
  OWN_LIFE,
  REASONS,
  RUDENESS,
} from "../lexicon/targets.ts";
import { RELATIVES } from "../entities/everyday-words.ts";
import { PhraseTree } from "../text/phrases.ts";
import { CONTRACTIONS } from "../text/spellings.ts";
import { wordOf, WordTable } from "../text/vocabulary.ts";

type Cue =
  | "other_firm"
  | "departure"
  | "reviewer"
  | "before_visit"
  | "hypothesis"
  | "grievance"
  | "grievance before";

const linesOf = (lines: string): string[] => lines.trim().split(/\n\s*/);

export const CUES = new PhraseTree<Cue>();
for (const [cue, phrases] of [
  ["other_firm", OTHER_FIRM],
  ["departure", DEPARTURES],
  ["reviewer", OWN_LIFE],
  ["before_visit", BEFORE_VISIT],
  ["hypothesis", HYPOTHESES],
  ["grievance", GRIEVANCES],
  ["grievance before", BACKWARD_GRIEVANCES],
] as const) {
  for (const phrase of phrases.split(/[|\n]/)) CUES.add(phrase, cue);
}

const relatives = [...RELATIVES].join("/");
const others = [...linesOf(OTHER_CUSTOMERS), `my/our ${relatives}`, `my/our ${relatives} in law`];
for (const other of others)
  for (const rudeness of linesOf(RUDENESS)) CUES.add(`${other} ${rudeness}`, "reviewer");

/** Kinds of words that a cue may begin with. Most words begin none. */
export const CONDITION = 1;
export const REASON = 2;
export const FINDING = 4;
export const RELATIVE = 8;
export const FIRM = 16;
export const PHRASE = 32;

const KINDS = new WordTable();
for (const [kind, words] of [
  [CONDITION, CONDITIONS],
  [REASON, REASONS],
  [FINDING, FINDINGS],
  [RELATIVE, RELATIVES],
  [FIRM, OTHERNESS],
  [FIRM, COUNTS],
  // A phrase with "not" may begin with any contraction of it.
  [PHRASE, CONTRACTIONS],
] as const) {
  for (const word of words) KINDS.add(word, kind);
}
for (const number of CUES.firstWords) KINDS.add(wordOf(number), PHRASE);

/** The kinds of cues that a word begins, as bits. */
export const cueKindsOf = (number: number): number => KINDS.get(number);
