import { type AspectHit, type Found, inContext, type Opinion } from "./opinions.ts";
import { endOf, type Passage, startOf } from "./passage.ts";
import type { Word } from "./words.ts";

/** One place where a text speaks of an aspect. */
export interface AspectMention {
  readonly aspect: number;
  /** Above zero praises, below zero complains; near zero the rules abstain. */
  readonly score: number;
  /** The quote: an exact slice of the text. */
  readonly start: number;
  readonly end: number;
  /** The words that made the score, in lower case, if they are few. */
  readonly phrase: string;
}

/** Below this nothing is claimed. */
export const ABSTAIN = 0.25;

/** A word that may mean something else needs this much beside it to count. */
const WEAK = 0.4;

/** Beyond this distance an opinion says nothing of an aspect any more. */
const REACH = 4;
/** What a word that belongs to one aspect ("rude") says of another ("price"). */
const FOREIGN = 0.3;
const LONGEST_QUOTE = 140;

/** The mentions of all aspects in a text, in order. Words that are weak count only where something is claimed. */
export function aspectMentions(passage: Passage, found: Found): AspectMention[] {
  const owners = ownersOf(found);
  const scene = { ...passage, spent: found.spent };
  const mentions: Placed[] = [];
  for (const hit of found.hits) {
    const evidence =
      hit.event === undefined
        ? weigh(passage, found.opinions, hit, owners)
        : { score: inContext(scene, { ...hit, value: hit.event }), main: undefined };
    if (hit.isWeak && Math.abs(evidence.score) < WEAK) continue;
    mentions.push({
      at: hit.at,
      aspect: hit.aspect,
      score: round(evidence.score),
      ...quoteOf(passage, hit, evidence.main),
      phrase: phraseOf(passage, hit, evidence.main),
    });
  }
  return mentions
    .filter((mention) => !isConceded(passage, mention, mentions))
    .map(({ aspect, score, start, end, phrase }) => ({ aspect, score, start, end, phrase }));
}

interface Placed extends AspectMention {
  readonly at: number;
}

/** "Not cheap, but worth every penny" says one thing of the price: the stronger part after the turn. */
function isConceded(passage: Passage, mention: Placed, later: readonly Placed[]): boolean {
  return later.some(
    (other) =>
      other.aspect === mention.aspect &&
      other.at > mention.at &&
      other.score * mention.score < 0 &&
      Math.abs(other.score) >= Math.abs(mention.score) &&
      startOf(passage.sentenceStart, other.at) === startOf(passage.sentenceStart, mention.at) &&
      passage.turns[other.at] !== passage.turns[mention.at],
  );
}

/** Opinions that lie inside words of an aspect are about that aspect. */
function ownersOf({ opinions, hits }: Found): (AspectHit[] | undefined)[] {
  let from = 0;
  return opinions.map(({ at, end }) => {
    while (from < hits.length && (hits[from] as AspectHit).end <= at) from += 1;
    let owners: AspectHit[] | undefined;
    for (let index = from; index < hits.length && (hits[index] as AspectHit).at < end; index += 1) {
      const hit = hits[index] as AspectHit;
      if (hit.end > at && !hit.isWeak) (owners ??= []).push(hit);
    }
    return owners;
  });
}

interface Evidence {
  readonly score: number;
  /** The opinion that weighs most. */
  readonly main: Opinion | undefined;
}

function weigh(
  { distance, turns, sentenceStart }: Passage,
  opinions: readonly Opinion[],
  hit: AspectHit,
  owners: readonly (readonly AspectHit[] | undefined)[],
): Evidence {
  const first = startOf(sentenceStart, hit.at);
  const last = endOf(sentenceStart, hit.at);
  let score = 0;
  let main: Opinion | undefined;
  let most = 0;
  for (const [index, opinion] of opinions.entries()) {
    const gap = gapBetween(distance, opinion, hit);
    if (gap > REACH) continue;
    let weight = Math.exp(-gap) * opinion.value;
    const isOpposed =
      opinion.at >= first &&
      opinion.at < last &&
      Math.abs((turns[opinion.at] as number) - (turns[hit.at] as number)) === 1;
    // What stands on the other side of a "but" hints at the opposite; alone it is too faint to claim anything.
    if (isOpposed) weight = -weight;
    const owned = owners[index];
    if (owned !== undefined && !owned.some(({ aspect }) => aspect === hit.aspect)) {
      if (owned.some(({ event }) => event !== undefined)) continue;
      weight *= hit.isWeak ? 0 : FOREIGN;
    }
    score += weight;
    if (Math.abs(weight) > most) {
      most = Math.abs(weight);
      main = opinion;
    }
  }
  return { score, main };
}

/** What the text says beside some words that are no aspect: a name. */
export function scoreBeside(
  passage: Passage,
  opinions: readonly Opinion[],
  { at, end }: { readonly at: number; readonly end: number },
): number {
  const hit: AspectHit = { at, end, aspect: -1, isWeak: false, event: undefined };
  return round(weigh(passage, opinions, hit, []).score);
}

function gapBetween(distance: Float64Array, opinion: Opinion, hit: AspectHit): number {
  if (opinion.at >= hit.end) return (distance[opinion.at] as number) - (distance[hit.end - 1] as number);
  if (hit.at >= opinion.end) return (distance[hit.at] as number) - (distance[opinion.end - 1] as number);
  return 0;
}

/** The sentence if it is short, else the clauses from the aspect's words to the opinion. */
function quoteOf(
  passage: Passage,
  hit: AspectHit,
  main: Opinion | undefined,
): { start: number; end: number } {
  const from = Math.min(hit.at, main?.at ?? hit.at);
  const to = Math.max(hit.end, main?.end ?? hit.end) - 1;
  for (const marks of [passage.sentenceStart, passage.clauseStart]) {
    const quote = slice(passage, startOf(marks, from), endOf(marks, to) - 1);
    if (quote.end - quote.start <= LONGEST_QUOTE) return quote;
  }
  return slice(passage, from, to);
}

const LONGEST_PHRASE = 4;

function phraseOf({ text, words }: Passage, hit: AspectHit, main: Opinion | undefined): string {
  const from = Math.min(hit.at, main?.at ?? hit.at);
  const to = Math.max(hit.end, main?.end ?? hit.end);
  const [first, last] = to - from <= LONGEST_PHRASE ? [from, to - 1] : [hit.at, hit.end - 1];
  return text
    .slice((words[first] as Word).start, (words[last] as Word).end)
    .toLowerCase()
    .replaceAll(/\s+/g, " ");
}

const slice = ({ words }: Passage, first: number, last: number): { start: number; end: number } => ({
  start: (words[first] as Word).start,
  end: (words[last] as Word).end,
});

const round = (value: number): number => Math.round(value * 1000) / 1000;
