import {
  INTENSIFIERS,
  NEGATORS,
  NOT_NEGATED,
  SOLVERS,
  SUPERLATIVE_NEGATORS,
  WISHES,
} from "../lexicon/modifiers.ts";
import { type Denial, denialsOf } from "../text/denials.ts";
import type { Passage } from "../text/passage.ts";
import { matchesAt, type PhraseMatch } from "../text/phrases.ts";
import { WordTable } from "../text/vocabulary.ts";
import type { Word } from "../text/words.ts";
import type { Meaning, MeaningTree } from "./meanings.ts";

/** Words `at` to `end` of a passage. */
export interface WordSpan {
  readonly at: number;
  readonly end: number;
}

/** A word or phrase that judges. The value includes its context, such as a "not". */
export interface Opinion extends WordSpan {
  readonly value: number;
}

/** Words that speak of an aspect. */
export interface AspectHit extends WordSpan {
  readonly aspect: number;
  readonly isWeak: boolean;
  /** The value of a statement of fact that judges by itself. */
  readonly event: number | undefined;
}

/** A phrase that judges an aspect where the stars agree. */
export interface AspectHint extends Opinion {
  readonly aspect: number;
}

export interface PassageFindings extends OpinionContext {
  readonly opinions: readonly Opinion[];
  readonly hits: readonly AspectHit[];
  readonly hints: readonly AspectHint[];
  /** Ids, each once, in the order of the text. */
  readonly problems: readonly string[];
}

/** The context that an opinion's value depends on. */
export interface OpinionContext {
  readonly passage: Passage;
  /** 1 where a word is part of a phrase. A "not" inside a phrase negates nothing outside it. */
  readonly insidePhrase: Uint8Array;
  readonly denials: ReadonlyMap<number, Denial>;
}

/** Finds opinions and aspect words in one pass. Of the phrases that start at a word the longest wins. */
export function findOpinions(passage: Passage, tree: MeaningTree): PassageFindings {
  const { words } = passage;
  const context = { passage, insidePhrase: new Uint8Array(words.length), denials: denialsOf(passage) };
  const opinions: Opinion[] = [];
  const hits: AspectHit[] = [];
  const hints: AspectHint[] = [];
  const problems: string[] = [];
  /** By aspect, the end of the "except" phrase that reaches furthest: no hit may end before that word. */
  const excepted: number[] = [];
  let nextOpinion = 0;
  let nextHit = 0;
  for (let at = 0; at < words.length; at += 1) {
    const matches = matchesAt(tree, passage, at);
    if (matches.length === 0) continue;
    const longestEnd = addHintsAndProblems(matches, at, hints, problems);
    if (longestEnd === undefined) continue;
    if (longestEnd > at + 1 && (at >= nextHit || at >= nextOpinion))
      context.insidePhrase.fill(1, at, longestEnd);
    if (at >= nextHit) nextHit = addHits(matches, at, hits, excepted) ?? nextHit;
    if (at >= nextOpinion) nextOpinion = addOpinion(context, matches, at, opinions) ?? nextOpinion;
  }
  return {
    ...context,
    opinions,
    hits,
    hints: hints.map(({ at, end, aspect, value }) => ({
      at,
      end,
      aspect,
      value: valueInContext(context, { at, end, value }),
    })),
    problems,
  };
}

/** Returns the end of the longest phrase that is more than a hint. */
function addHintsAndProblems(
  matches: readonly PhraseMatch<Meaning>[],
  at: number,
  hints: AspectHint[],
  problems: string[],
): number | undefined {
  let longestEnd: number | undefined;
  for (const { entries, end } of matches) {
    for (const meaning of entries) {
      if (meaning.kind === "hint") hints.push({ at, end, aspect: meaning.aspect, value: meaning.value });
      else longestEnd = end;
      if (meaning.kind === "problem" && !problems.includes(meaning.id)) problems.push(meaning.id);
    }
  }
  return longestEnd;
}

/** Adds the hits of the longest phrase that has any. Returns the index after it. */
function addHits(
  matches: readonly PhraseMatch<Meaning>[],
  at: number,
  hits: AspectHit[],
  excepted: number[],
): number | undefined {
  for (let index = matches.length - 1; index >= 0; index -= 1) {
    const { entries, end } = matches[index] as PhraseMatch<Meaning>;
    const known = hits.length;
    for (const meaning of entries) {
      if (meaning.kind !== "event" && meaning.kind !== "aspect") continue;
      const { aspect } = meaning;
      if ((excepted[aspect] ?? 0) >= end) continue;
      const isEvent = meaning.kind === "event";
      hits.push({
        at,
        end,
        aspect,
        isWeak: !isEvent && meaning.isWeak,
        event: isEvent ? meaning.value : undefined,
      });
    }
    if (hits.length > known) return end;
    for (const meaning of entries)
      if (meaning.kind === "except") excepted[meaning.aspect] = Math.max(end, excepted[meaning.aspect] ?? 0);
  }
  return undefined;
}

/** Adds the opinion of the longest phrase that has one. Returns the index after it. */
function addOpinion(
  context: OpinionContext,
  matches: readonly PhraseMatch<Meaning>[],
  at: number,
  opinions: Opinion[],
): number | undefined {
  for (let index = matches.length - 1; index >= 0; index -= 1) {
    const { entries, end } = matches[index] as PhraseMatch<Meaning>;
    const meaning = entries.find(({ kind }) => kind === "opinion");
    if (meaning?.kind !== "opinion") continue;
    opinions.push({ at, end, value: valueInContext(context, { at, end, value: meaning.value }) });
    return end;
  }
  return undefined;
}

/** Reach of modifiers within a clause, in words: to a word, to a phrase, and of an intensifier. */
const WORD_SCOPE = 4;
const PHRASE_SCOPE = 3;
const INTENSIFIER_SCOPE = 2;
/** Factors for the value of what is negated, excessive, solved, or wished for. */
const NEGATED = -0.75;
const EXCESSIVE = -0.7;
const SOLVED = -0.4;
const WISHED = -0.6;

/** Kinds of modifiers, as bits. */
const NEGATOR = 1;
const SOLVER = 2;
const WISH = 4;
const INTENSIFIER = 8;
const EXCESS = 16;
const MODIFIERS = new WordTable();
for (const [kind, words] of [
  [NEGATOR, NEGATORS],
  [SOLVER, SOLVERS],
  [WISH, WISHES],
  [INTENSIFIER, INTENSIFIERS.keys()],
  [EXCESS, ["too"]],
] as const)
  for (const word of words) MODIFIERS.add(word, kind);

const isNotNegated = ({ folded }: Word): boolean => NOT_NEGATED.has(folded);

/** The value after the modifiers before it: "not", "very", "too", "could be". Solving does not soften a fact. */
export function valueInContext(
  { passage: { words, clauseStart }, insidePhrase, denials }: OpinionContext,
  { at, end, value: plain }: Opinion,
  isFact = false,
): number {
  const denial = denials.get(at);
  if (denial === "everything" || (denial === "praise" && plain > 0)) return plain * NEGATED;
  const scope = end - at > 1 ? PHRASE_SCOPE : WORD_SCOPE;
  let value = plain;
  let isNegated = false;
  for (let before = at - 1; before >= 0 && at - before <= scope; before -= 1) {
    if (clauseStart[before + 1] === 1) break;
    const word = words[before] as Word;
    const kinds = MODIFIERS.get(word.number);
    if (kinds === 0) continue;
    if (kinds & INTENSIFIER && at - before <= INTENSIFIER_SCOPE)
      value *= INTENSIFIERS.get(word.folded) as number;
    if (kinds & EXCESS && before === at - 1 && value > 0) value *= EXCESSIVE;
    if (kinds & NEGATOR && insidePhrase[before] !== 1 && !isNotNegated(words[before + 1] as Word))
      isNegated = !isNegated && !isSuperlative(words, before, at);
    if (kinds & SOLVER && value < 0 && !isFact) value *= SOLVED;
    if (kinds & WISH && value > 0 && isWish(words, before)) value *= WISHED;
  }
  return isNegated ? value * NEGATED : value;
}

/** True if the negation means that nothing surpasses this: "you won't find a better price", "never been so rude". */
function isSuperlative(words: readonly Word[], negator: number, at: number): boolean {
  const negation = (words[negator] as Word).folded;
  const before = words[at - 1]?.folded ?? "";
  if (negation === "never" && (before === "so" || before === "such")) return true;
  if (!/^(?:better|worse|[a-z]{3,}er)$/.test((words[at] as Word).folded)) return false;
  return SUPERLATIVE_NEGATORS.has(negation === "not" ? `${words[negator - 1]?.folded ?? ""} not` : negation);
}

const AFTER_WISH = new Set(["be", "been", "have", "more", "to", "better", "a", "some"]);

const isWish = (words: readonly Word[], at: number): boolean =>
  AFTER_WISH.has((words[at + 1] as Word).folded) && words[at - 1]?.folded !== "exactly";
