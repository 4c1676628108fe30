import {
  BEFORE_SUBJECT,
  BEFORE_VISIT,
  CALLED,
  BACKWARD_GRIEVANCES,
  CONDITIONALS,
  CONDITIONS,
  FINDERS,
  FINDINGS,
  GRIEVANCES,
  HYPOTHESES,
  OPENERS,
  OTHER_FIRM,
  OWN_LIFE,
  PRESENT,
  PRONOUNS,
  REASONS,
} from "../lexicon/targets.ts";
import { otherFirmEnd } from "./other-firms.ts";
import { RELATIVES } from "../entities/everyday-words.ts";
import { type Passage, segmentEnd, segmentStart } from "../text/passage.ts";
import { addPhrase, matchesAt, newTree, type PhraseTree } from "../text/phrases.ts";
import type { Word } from "../text/words.ts";

/** The party whose doing a statement tells of. Only judgements of this business count. */
export type Target = "business" | "other_firm" | "reviewer" | "before_visit" | "hypothesis" | "question";

export interface Targets {
  /** By word. */
  readonly at: readonly Target[];
  /** By word: 1 where the text announces a complaint, as "my only gripe". */
  readonly isGrievance: Uint8Array;
}

type Cue = Exclude<Target, "business" | "question"> | "grievance" | "grievance before";

const CUES: PhraseTree<Cue> = newTree();
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

/** A firm that was the subject of a sentence stays it for this many sentences that go on with a pronoun. */
const MAX_CARRIED = 2;

/** Follows the subject of a text through its sentences. `isOurs` is true for words that name a technician. */
export function targetsOf(passage: Passage, isOurs: (at: number) => boolean): Targets {
  const { words, sentenceStart } = passage;
  const tracker = new Tracker(passage);
  let carried = 0;
  for (let start = 0; start < words.length;) {
    const end = segmentEnd(sentenceStart, start);
    if (carried > 0 && continuesSubject(words, start, end)) {
      tracker.set(start, end, "other_firm");
      carried -= 1;
    } else carried = 0;
    for (let at = start; at < end; at += 1) {
      const isSubject = tracker.readCue(at, start, end, isOurs);
      if (isSubject) carried = MAX_CARRIED;
      if (isOurs(at)) carried = 0;
    }
    if (isQuestion(passage, end)) tracker.set(start, end, "question");
    start = end;
  }
  return tracker;
}

class Tracker implements Targets {
  readonly at: Target[];
  readonly isGrievance: Uint8Array;
  readonly #passage: Passage;

  constructor(passage: Passage) {
    this.#passage = passage;
    this.at = Array.from(passage.words, () => "business");
    this.isGrievance = new Uint8Array(passage.words.length);
  }

  set(from: number, to: number, target: Target): void {
    this.at.fill(target, from, to);
  }

  /** Reads the cue that starts at a word. True if another firm is the subject from here on. */
  readCue(at: number, start: number, end: number, isOurs: (at: number) => boolean): boolean {
    const { words, clauseStart, sentenceStart } = this.#passage;
    const { folded } = words[at] as Word;
    const clauseEnd = segmentEnd(clauseStart, at);
    // A person of the business takes the sentence back.
    if (isOurs(at) && this.at[at] === "other_firm" && !isFromOtherFirm(words, at))
      this.set(at, clauseEnd, "business");
    if (CONDITIONS.has(folded) && !isFixedCondition(words, at)) this.#setCondition(at, end, clauseEnd);
    if (isReason(words, at) || isFinding(words, at)) this.set(at + 1, clauseEnd, "before_visit");
    if (RELATIVES.has(folded) && words[at - 1]?.folded === "my" && isRelativesDoing(words, at))
      this.set(at, clauseEnd, "reviewer");
    const firmEnd = otherFirmEnd(words, at);
    if (firmEnd !== undefined) return this.#setOtherFirm(at, clauseEnd);
    for (const { entries, end: cueEnd } of matchesAt(CUES, words, at, sentenceStart)) {
      for (const cue of entries) {
        if (cue === "other_firm") return this.#setOtherFirm(at, clauseEnd);
        if (cue === "grievance before") this.isGrievance.fill(1, start, at);
        else if (cue === "grievance") this.#setGrievance(cueEnd, end);
        else this.set(at, Math.max(cueEnd, clauseEnd), cue);
      }
    }
    return false;
  }

  /** From the firm to the end of the clause, and from its beginning where the firm is the subject or the source. */
  #setOtherFirm(at: number, clauseEnd: number): boolean {
    const { words, clauseStart } = this.#passage;
    const clause = segmentStart(clauseStart, at);
    const before = new Set(words.slice(Math.max(clause, at - 3), at).map(({ folded }) => folded));
    const isSource = before.has("from") || before.has("by");
    const isCompared = before.has("than") || before.has("unlike") || before.has("like");
    const isFirst = words.slice(clause, at).every(({ folded }) => BEFORE_SUBJECT.has(folded));
    const isSubject = !isCompared && (isSource || isFirst);
    this.set(isSubject ? clause : at + 1, clauseEnd, "other_firm");
    return isSubject;
  }

  /** "My only complaint is that I did not call them sooner" is none. */
  #setGrievance(from: number, end: number): void {
    const { words } = this.#passage;
    if (!words.slice(from, end).some(({ folded }) => folded === "sooner" || folded === "earlier"))
      this.isGrievance.fill(1, from, end);
  }

  #setCondition(at: number, end: number, clauseEnd: number): void {
    const { words } = this.#passage;
    const isContrary = words.slice(at, end).some(({ folded }) => CONDITIONALS.has(folded));
    this.set(at + 1, isContrary ? end : clauseEnd, "hypothesis");
  }
}

function continuesSubject(words: readonly Word[], start: number, end: number): boolean {
  let at = start;
  while (at < end && OPENERS.has((words[at] as Word).folded)) at += 1;
  return PRONOUNS.has(words[at]?.folded ?? "") && !PRESENT.has(words[at + 1]?.folded ?? "");
}

const isFixedCondition = (words: readonly Word[], at: number): boolean =>
  words[at - 1]?.folded === "as" ||
  words[at - 1]?.folded === "what" ||
  words[at + 1]?.folded === "only" ||
  /^(?:could|can)$/.test(words[at + 2]?.folded ?? "");

/** "Called them because", "came out after". */
const isReason = (words: readonly Word[], at: number): boolean =>
  REASONS.has((words[at] as Word).folded) &&
  (CALLED.has(words[at - 1]?.folded ?? "") || CALLED.has(words[at - 2]?.folded ?? "")) &&
  /^(?:my|our|a|the|an|we|i|it|water)$/.test(words[at + 1]?.folded ?? "");

const isFinding = (words: readonly Word[], at: number): boolean =>
  FINDINGS.has((words[at] as Word).folded) && FINDERS.has(words[at - 1]?.folded ?? "");

const RELATIVES_VERBS = new Set("tried broke forgot attempted wanted wants".split(" "));

const isRelativesDoing = (words: readonly Word[], at: number): boolean =>
  RELATIVES_VERBS.has(words[at + 1]?.folded ?? "") || RELATIVES_VERBS.has(words[at + 2]?.folded ?? "");

/** "Dustin from another company". */
const isFromOtherFirm = (words: readonly Word[], at: number): boolean =>
  words.slice(at + 1, at + 4).some(({ folded }) => folded === "from" || folded === "at");

const isQuestion = ({ text, words }: Passage, end: number): boolean =>
  text.slice((words[end - 1] as Word).end, words[end]?.start ?? text.length).includes("?");
