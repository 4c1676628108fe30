import {
  BEFORE_SUBJECT,
  CALLED,
  CONDITIONALS,
  FINDERS,
  OPENERS,
  PRESENT,
  PRONOUNS,
} from "../lexicon/targets.ts";
import { otherFirmEnd } from "./other-firms.ts";
import { type Passage, segmentEnd, segmentStart } from "../text/passage.ts";
import { matchesAt } from "../text/phrases.ts";
import { WordTable } from "../text/vocabulary.ts";
import { zeroBytes } from "../text/zeros.ts";
import type { Word } from "../text/words.ts";
import { CONDITION, CUES, cueKindsOf, FINDING, FIRM, PHRASE, REASON, RELATIVE } from "./target-cues.ts";

/** The party whose doing a statement tells of. Only judgements of this business count. */
export type Target =
  | "business"
  | "other_firm"
  | "reviewer"
  | "before_visit"
  | "hypothesis"
  | "question"
  | "rhetorical_question";

export interface Targets {
  /** By word. */
  readonly at: readonly Target[];
  /** By word: 1 where the text announces a complaint, as "my only gripe". */
  readonly isGrievance: Uint8Array;
}

const IS_CONDITIONAL = WordTable.of(CONDITIONALS);

/** A firm that was the subject of a sentence stays it for this many sentences that go on with a pronoun. */
const MAX_CARRIED = 2;

/** Follows the subject of a text through its sentences. `isOurs` is 1 for words that name a technician. */
export function targetsOf(passage: Passage, isOurs: Uint8Array): Targets {
  const { words, sentences } = passage;
  const tracker = new Tracker(passage);
  let carried = 0;
  for (let start = 0; start < words.length;) {
    const end = segmentEnd(sentences, start);
    if (carried > 0 && continuesSubject(words, start, end)) {
      tracker.set(start, end, "other_firm");
      carried -= 1;
    } else carried = 0;
    for (let at = start; at < end; at += 1) {
      // A person of the business takes the sentence back.
      if (isOurs[at] === 1) tracker.takeBack(at);
      const isSubject = tracker.readCue(at, start, end);
      if (isSubject) carried = MAX_CARRIED;
      if (isOurs[at] === 1) carried = 0;
    }
    if (isQuestion(passage, end))
      tracker.set(start, end, isReproach(words, start, end) ? "rhetorical_question" : "question");
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
    // Not by `map`: once V8 optimizes its caller, it makes arrays of another kind, and all their readers are compiled again.
    this.at = Array<Target>(passage.words.length).fill("business");
    this.isGrievance = zeroBytes(passage.words.length);
  }

  set(from: number, to: number, target: Target): void {
    this.at.fill(target, from, to);
  }

  takeBack(at: number): void {
    const { words, clauses } = this.#passage;
    if (this.at[at] === "other_firm" && !isFromOtherFirm(words, at))
      this.set(at, segmentEnd(clauses, at), "business");
  }

  /** Reads the cue that starts at a word. True if another firm is the subject from here on. */
  readCue(at: number, start: number, end: number): boolean {
    const { words, clauses } = this.#passage;
    const kinds = cueKindsOf((words[at] as Word).number);
    if (kinds === 0) return false;
    const matches = kinds & PHRASE ? matchesAt(CUES, this.#passage, at) : [];
    if (kinds === PHRASE && matches.length === 0) return false;
    const clauseEnd = segmentEnd(clauses, at);
    if (kinds & CONDITION && !isFixedCondition(words, at)) this.#setCondition(at, end, clauseEnd);
    if ((kinds & REASON && isReason(words, at)) || (kinds & FINDING && isFinding(words, at)))
      this.set(at + 1, clauseEnd, "before_visit");
    if (kinds & RELATIVE && words[at - 1]?.folded === "my" && isRelativesDoing(words, at))
      this.set(at, clauseEnd, "reviewer");
    if (kinds & FIRM && otherFirmEnd(words, at) !== undefined) return this.#setOtherFirm(at, clauseEnd);
    for (const { entries, end: cueEnd } of matches) {
      for (const cue of entries) {
        if (cue === "other_firm") return this.#setOtherFirm(at, clauseEnd);
        if (cue === "departure") {
          this.set(at, end, "other_firm");
          return true;
        }
        if (cue === "grievance before") this.isGrievance.fill(1, start, at);
        else if (cue === "grievance") this.#setGrievance(cueEnd, end);
        else this.set(at, Math.max(cueEnd, clauseEnd), cue);
      }
    }
    return false;
  }

  /** From the firm to the end of the clause, and from its beginning where the firm is the subject or the source. */
  #setOtherFirm(at: number, clauseEnd: number): boolean {
    const { words, clauses } = this.#passage;
    const clause = segmentStart(clauses, at);
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
    let contrary = at;
    while (contrary < end && IS_CONDITIONAL.get((words[contrary] as Word).number) === 0) contrary += 1;
    this.set(at + 1, contrary < end ? end : clauseEnd, "hypothesis");
  }
}

function continuesSubject(words: readonly Word[], start: number, end: number): boolean {
  let at = start;
  while (at < end && OPENERS.has((words[at] as Word).folded)) at += 1;
  return PRONOUNS.has(words[at]?.folded ?? "") && !PRESENT.has(words[at + 1]?.folded ?? "");
}

const isFixedCondition = (words: readonly Word[], at: number): boolean =>
  words[at - 1]?.folded === "as" ||
  words[at + 1]?.folded === "only" ||
  /^(?:could|can)$/.test(words[at + 2]?.folded ?? "");

/** "Called them because", "came out after". */
const isReason = (words: readonly Word[], at: number): boolean =>
  (CALLED.has(words[at - 1]?.folded ?? "") || CALLED.has(words[at - 2]?.folded ?? "")) &&
  /^(?:my|our|a|the|an|we|i|it|water)$/.test(words[at + 1]?.folded ?? "");

const isFinding = (words: readonly Word[], at: number): boolean => FINDERS.has(words[at - 1]?.folded ?? "");

const RELATIVES_VERBS = new Set("tried broke forgot attempted wanted wants".split(" "));

/** "My son tried", not "my son's crown broke". */
const isRelativesDoing = (words: readonly Word[], at: number): boolean =>
  words[at]?.isPossessive === false &&
  (RELATIVES_VERBS.has(words[at + 1]?.folded ?? "") || RELATIVES_VERBS.has(words[at + 2]?.folded ?? ""));

/** "Dustin from another company". */
const isFromOtherFirm = (words: readonly Word[], at: number): boolean =>
  words.slice(at + 1, at + 4).some(({ folded }) => folded === "from" || folded === "at");

function isQuestion({ text, words }: Passage, end: number): boolean {
  const next = words[end]?.start ?? text.length;
  for (let at = (words[end - 1] as Word).end; at < next; at += 1) if (text[at] === "?") return true;
  return false;
}

const MAX_FRAGMENT = 2;
const AUXILIARIES = new Set(
  "am are can could did do does had has have is may might shall should was were will would".split(" "),
);

/** "Why were they so late?" reproaches; "Were they late?", "What if they had been late?" and "Pricey?" only ask. */
function isReproach(words: readonly Word[], start: number, end: number): boolean {
  let at = start;
  while (at < end && OPENERS.has((words[at] as Word).folded)) at += 1;
  const [first = "", ...others] = words.slice(at, end).map(({ folded }) => folded);
  if (others.length < MAX_FRAGMENT) return false;
  // "Is it too much to ask", "would it kill them", "could he be any ruder"
  if (AUXILIARIES.has(first)) return others.some((word) => REPROACHFUL.has(word));
  return first !== "what" || (others[0] !== "if" && others[0] !== "about");
}

const REPROACHFUL = new Set(["any", "kill", "much"]);
