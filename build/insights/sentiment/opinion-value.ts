import {
  INTENSIFIERS,
  NEGATORS,
  NOT_NEGATED,
  SOLVERS,
  SUPERLATIVE_NEGATORS,
  WISHES,
} from "../lexicon/modifiers.ts";
import type { Denial } from "../text/denials.ts";
import { isSegmentStart, type Passage } from "../text/passage.ts";
import { WordTable } from "../text/vocabulary.ts";
import type { Word } from "../text/words.ts";

/** Words `at` to `end` of a passage. */
export interface WordSpan {
  readonly at: number;
  readonly end: number;
}

/** A word or phrase that judges. The value includes its context, such as a "not". */
export interface Opinion extends WordSpan {
  readonly value: number;
}

/** The context that an opinion's value depends on. */
export interface OpinionContext {
  readonly passage: Passage;
  /** 1 where a word is part of a phrase. A "not" inside a phrase negates nothing outside it. */
  readonly insidePhrase: Uint8Array;
  readonly denials: ReadonlyMap<number, Denial>;
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
  { passage: { words, clauses }, insidePhrase, denials }: OpinionContext,
  { at, end, value: plain }: Opinion,
  isFact = false,
): number {
  const denial = denials.get(at);
  if (denial === "everything" || (denial === "praise" && plain > 0)) return plain * NEGATED;
  const scope = end - at > 1 ? PHRASE_SCOPE : WORD_SCOPE;
  let value = plain;
  let isNegated = false;
  for (let before = at - 1; before >= 0 && at - before <= scope; before -= 1) {
    if (isSegmentStart(clauses, before + 1)) break;
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
