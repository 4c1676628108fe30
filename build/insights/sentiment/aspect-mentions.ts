import { type AspectHit, type Found, inContext, type Opinion } from "./opinions.ts";
import { endOf, type Passage, startOf } from "../text/passage.ts";
import { phraseOf, quoteOf } from "./quotes.ts";

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

/** The mentions of all aspects in a text, in order. Words that are weak count only where something is claimed. */
export function aspectMentions(passage: Passage, found: Found): AspectMention[] {
  const owners = ownersOf(found);
  const scene = { ...passage, spent: found.spent, denied: found.denied };
  const mentions: Placed[] = [];
  for (const hit of found.hits) {
    const evidence =
      hit.event === undefined
        ? weigh(passage, found.opinions, hit, owners)
        : { score: inContext(scene, { ...hit, value: hit.event }, true), main: undefined };
    if (hit.isWeak && Math.abs(evidence.score) < WEAK) continue;
    mentions.push({
      at: hit.at,
      aspect: hit.aspect,
      isFact: hit.event !== undefined,
      score: round(evidence.score),
      ...quoteOf(passage, hit, evidence.main),
      phrase: phraseOf(passage, hit, evidence.main),
    });
  }
  return mentions
    .filter((mention) => !isConceded(passage, mention, mentions) && !isOutweighed(passage, mention, mentions))
    .map(({ aspect, score, start, end, phrase }) => ({ aspect, score, start, end, phrase }));
}

interface Placed extends AspectMention {
  readonly at: number;
  readonly isFact: boolean;
}

const inOneClause = ({ clauseStart }: Passage, one: Placed, other: Placed): boolean =>
  startOf(clauseStart, one.at) === startOf(clauseStart, other.at);

const inOneSentence = ({ sentenceStart }: Passage, one: Placed, other: Placed): boolean =>
  startOf(sentenceStart, one.at) === startOf(sentenceStart, other.at);

/**
 * "The repair failed in a week": what is stated outweighs what a word happens to stand beside. "Good luck getting them to
 * honor it": in one clause a complaint denies the praise after it.
 */
function isOutweighed(passage: Passage, mention: Placed, all: readonly Placed[]): boolean {
  return all.some((other) => {
    if (!other.isFact || other.aspect !== mention.aspect || other.score * mention.score >= 0) return false;
    if (passage.turns[other.at] !== passage.turns[mention.at]) return false;
    if (!mention.isFact) return inOneSentence(passage, mention, other);
    return other.score < 0 && other.at < mention.at && inOneClause(passage, mention, other);
  });
}

/** "Not cheap, but worth every penny" says one thing of the price: the stronger part after the turn. */
function isConceded(passage: Passage, mention: Placed, later: readonly Placed[]): boolean {
  return later.some(
    (other) =>
      other.aspect === mention.aspect &&
      other.at > mention.at &&
      other.score * mention.score < 0 &&
      Math.abs(other.score) >= Math.abs(mention.score) &&
      inOneSentence(passage, mention, other) &&
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
      if (hit.end > at) (owners ??= []).push(hit);
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
  { distance, turns, sentenceStart, clauseStart }: Passage,
  opinions: readonly Opinion[],
  hit: AspectHit,
  owners: readonly (readonly AspectHit[] | undefined)[],
): Evidence {
  const first = startOf(sentenceStart, hit.at);
  const last = endOf(sentenceStart, hit.at);
  const clause = startOf(clauseStart, hit.at);
  let score = 0;
  let main: Opinion | undefined;
  let most = 0;
  for (const [index, opinion] of opinions.entries()) {
    const gap = gapBetween(distance, opinion, hit);
    if (gap > REACH) continue;
    if (hit.isWeak && startOf(clauseStart, opinion.at) !== clause) continue;
    let weight = Math.exp(-gap) * opinion.value;
    const isOpposed =
      opinion.at >= first &&
      opinion.at < last &&
      Math.abs((turns[opinion.at] as number) - (turns[hit.at] as number)) === 1;
    // What stands on the other side of a "but" hints at the opposite; alone it is too faint to claim anything.
    if (isOpposed) weight = -weight;
    const owned = owners[index];
    if (owned !== undefined && !owned.some(({ aspect }) => aspect === hit.aspect)) {
      if (hit.isWeak || owned.some(({ event }) => event !== undefined)) continue;
      if (owned.some(({ isWeak }) => !isWeak)) weight *= FOREIGN;
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

const round = (value: number): number => Math.round(value * 1000) / 1000;
