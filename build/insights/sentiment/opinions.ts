import { wordSet } from "../lexicon/word-set.ts";
import { denialsOf } from "../text/denials.ts";
import type { Passage } from "../text/passage.ts";
import { matchesAt, type PhraseMatch } from "../text/phrases.ts";
import { zeroBytes } from "../text/zeros.ts";
import type { Meaning, MeaningTree } from "./meanings.ts";
import { type Opinion, type OpinionContext, valueInContext, type WordSpan } from "./opinion-value.ts";

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

/** Finds opinions and aspect words in one pass. Of the phrases that start at a word the longest wins. */
export function findOpinions(passage: Passage, tree: MeaningTree): PassageFindings {
  const { words } = passage;
  const context = { passage, insidePhrase: zeroBytes(words.length), denials: denialsOf(passage) };
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
    const longestEnd = addHintsAndProblems(passage, matches, at, { hints, problems });
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
    hints:
      hints.length === 0 ? hints : hints.map((hint) => ({ ...hint, value: valueInContext(context, hint) })),
    problems,
  };
}

/** "No leaks since". A problem that lacks something has its "no" in its phrase: "no hot water". */
function isDenied({ words }: Passage, at: number): boolean {
  const before = words[at - 1]?.folded ?? "";
  return DENYING.has(/^(?:an?|any)$/.test(before) ? (words[at - 2]?.folded ?? "") : before);
}

const DENYING = wordSet("no without zero");

/** Returns the end of the longest phrase that is more than a hint. Problems are left out where they are denied. */
function addHintsAndProblems(
  passage: Passage,
  matches: readonly PhraseMatch<Meaning>[],
  at: number,
  { hints, problems }: { readonly hints: AspectHint[]; readonly problems: string[] },
): number | undefined {
  let longestEnd: number | undefined;
  for (const { entries, end } of matches) {
    for (const meaning of entries) {
      if (meaning.kind === "hint") hints.push({ at, end, aspect: meaning.aspect, value: meaning.value });
      else longestEnd = end;
      if (meaning.kind === "problem" && !problems.includes(meaning.id) && !isDenied(passage, at))
        problems.push(meaning.id);
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
