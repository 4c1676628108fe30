import { Denial, denialsOf } from "../text/denials.ts";
import { AFTER_NOT, BOOSTERS, NEGATORS, SOLVERS, UNMATCHED, WISHES } from "../lexicon/modifiers.ts";
import { endOf, type Passage } from "../text/passage.ts";
import { matchesAt, type PhraseMatch } from "../text/phrases.ts";
import type { Meaning, Vocabulary } from "./vocabulary.ts";
import type { Word } from "../text/words.ts";

/** A word or phrase that judges, with its context counted in. */
export interface Opinion {
  readonly at: number;
  readonly end: number;
  readonly value: number;
}

export interface AspectHit {
  readonly at: number;
  readonly end: number;
  readonly aspect: number;
  readonly isWeak: boolean;
  /** Set if the words state a fact that judges by itself. */
  readonly event: number | undefined;
}

export interface Found {
  readonly opinions: readonly Opinion[];
  readonly hits: readonly AspectHit[];
  /** 1 where a word is part of a phrase: a "not" in there has had its say. */
  readonly spent: Uint8Array;
  /** What the text takes back, if anything. */
  readonly denied: Uint8Array | undefined;
  /** Each once, in the order of the text. */
  readonly problems: readonly string[];
}

/** A passage in which phrases were found. */
export type Scene = Pick<Passage, "words" | "clauseStart"> & Pick<Found, "spent" | "denied">;

/** How far a "not" reaches, in words of its own clause. */
const SCOPE = 4;
/** A phrase brings its own "not" if it has one; what stands further before belongs to another. */
const PHRASE_SCOPE = 3;
const FLIP = -0.75;
const TOO = -0.7;
const SOLVED = -0.4;
const WISHED = -0.6;

/** One walk over the text: opinions and aspect words, in both cases the longest phrase that starts at a word. */
export function findOpinions(passage: Passage, vocabulary: Vocabulary): Found {
  const opinions: Opinion[] = [];
  const hits: AspectHit[] = [];
  const spent = new Uint8Array(passage.words.length);
  const denied = denialsOf(passage.words, passage.clauseStart, passage.sentenceStart);
  const scene = { ...passage, spent, denied };
  const problems = new Set<string>();
  /** Aspects that may not be read before a word. */
  const barred = new Map<number, number>();
  let opinionFrom = 0;
  let hitFrom = 0;
  for (let at = 0; at < passage.words.length; at += 1) {
    const matches = matchesAt(vocabulary, passage.words, at, passage.sentenceStart);
    if (matches.length === 0) continue;
    let isOther = false;
    for (const { entries } of matches) {
      for (const meaning of entries) {
        if (meaning.kind === "problem") problems.add(meaning.id);
        isOther ||= meaning.kind === "other";
      }
    }
    const spans = at >= hitFrom || at >= opinionFrom ? longestPhrase(matches) : at;
    if (at >= hitFrom) hitFrom = readHits(matches, at, hits, barred) ?? hitFrom;
    if (at >= opinionFrom) opinionFrom = readOpinion(scene, matches, at, opinions) ?? opinionFrom;
    if (spans > at + 1) spent.fill(1, at, spans);
    if (isOther) hitFrom = opinionFrom = Math.max(hitFrom, opinionFrom, endOf(passage.clauseStart, at));
  }
  return { opinions, hits, spent, denied, problems: [...problems] };
}

/** The longest phrase wins; one in which an aspect's words mean something else bars that aspect alone. */
function readHits(
  matches: readonly PhraseMatch<Meaning>[],
  at: number,
  hits: AspectHit[],
  barred: Map<number, number>,
): number | undefined {
  for (let index = matches.length - 1; index >= 0; index -= 1) {
    const { entries, end } = matches[index] as PhraseMatch<Meaning>;
    const known = hits.length;
    for (const meaning of entries) {
      if (meaning.kind !== "event" && (meaning.kind !== "aspect" || meaning.as === "except")) continue;
      const { aspect } = meaning;
      if ((barred.get(aspect) ?? 0) >= end) continue;
      const isEvent = meaning.kind === "event";
      hits.push({
        at,
        end,
        aspect,
        isWeak: !isEvent && meaning.as === "weak",
        event: isEvent ? meaning.value : undefined,
      });
    }
    if (hits.length > known) return end;
    for (const meaning of entries)
      if (meaning.kind === "aspect" && meaning.as === "except") barred.set(meaning.aspect, end);
  }
  return undefined;
}

/** Where the longest phrase that means something ends. */
function longestPhrase(matches: readonly PhraseMatch<Meaning>[]): number {
  return matches.at(-1)?.end ?? 0;
}

function readOpinion(
  scene: Scene,
  matches: readonly PhraseMatch<Meaning>[],
  at: number,
  opinions: Opinion[],
): number | undefined {
  for (let index = matches.length - 1; index >= 0; index -= 1) {
    const { entries, end } = matches[index] as PhraseMatch<Meaning>;
    for (const meaning of entries) {
      if (meaning.kind !== "opinion") continue;
      const value = inContext(scene, { at, end, value: meaning.value });
      opinions.push({ at, end, value });
      return end;
    }
  }
  return undefined;
}

/** Counts in what stands before: "not", "very", "too", "could be". A fact such as "failed again" is never "fixed". */
export function inContext(
  { words, clauseStart, spent, denied }: Scene,
  { at, end, value: plain }: Opinion,
  isFact = false,
): number {
  const kind = denied?.[at] ?? Denial.none;
  if (kind === Denial.all || (kind === Denial.praise && plain > 0)) return plain * FLIP;
  const scope = end - at > 1 ? PHRASE_SCOPE : SCOPE;
  let value = plain;
  let isNegated = false;
  for (let before = at - 1; before >= 0 && at - before <= scope; before -= 1) {
    if (clauseStart[before + 1] === 1) break;
    const word = (words[before] as Word).folded;
    const distance = at - before;
    if (distance <= 2) {
      const boost = BOOSTERS[word];
      if (boost !== undefined) value *= boost;
      if (word === "too" && distance === 1 && value > 0) value *= TOO;
    }
    if (spent[before] !== 1 && NEGATORS.has(word) && !AFTER_NOT.has((words[before + 1] as Word).folded))
      isNegated = !isNegated && !isUnmatched(words, before, at);
    if (SOLVERS.has(word) && value < 0 && !isFact) value *= SOLVED;
    if (WISHES.has(word) && value > 0 && isWish(words, before)) value *= WISHED;
  }
  return isNegated ? value * FLIP : value;
}

/** "You won't find a better price", "never been treated so rudely": nothing surpasses what is said. */
function isUnmatched(words: readonly Word[], negator: number, at: number): boolean {
  const denying = (words[negator] as Word).folded;
  const before = words[at - 1]?.folded ?? "";
  if (denying === "never" && (before === "so" || before === "such")) return true;
  if (!/^(?:better|worse|[a-z]{3,}er)$/.test((words[at] as Word).folded)) return false;
  return UNMATCHED.has(denying === "not" ? `${words[negator - 1]?.folded ?? ""} not` : denying);
}

const AFTER_WISH = new Set(["be", "been", "have", "more", "to", "better", "a", "some"]);

const isWish = (words: readonly Word[], at: number): boolean =>
  AFTER_WISH.has((words[at + 1] as Word).folded) &&
  (words[at - 1]?.folded ?? "") !== "exactly" &&
  (words[at + 1] as Word).folded !== "not";
