import { type Passage, segmentEnd, segmentStart } from "../text/passage.ts";
import {
  type AspectHit,
  type PassageFindings,
  type Opinion,
  valueInContext,
  type WordSpan,
} from "./opinions.ts";
import { phraseOf, quoteOf } from "./quotes.ts";

/** A statement of a text about an aspect. */
export interface AspectMention {
  /** Index into the business's aspects. */
  readonly aspect: number;
  /** Above zero praises, below zero complains. */
  readonly score: number;
  /** Offsets of the quote, an exact slice of the text. */
  readonly start: number;
  readonly end: number;
  /** The words that made the score, in lower case. */
  readonly phrase: string;
}

/** A weak word counts as a mention only with a score at least this far from zero. */
const MIN_WEAK_SCORE = 0.4;
/** Opinions further away say nothing of an aspect. */
const MAX_DISTANCE = 4;
/** The share of an opinion word of one aspect ("rude") that counts for another ("price"). */
const FOREIGN_SHARE = 0.3;

/** The mentions of all aspects, in the order of the text. */
export function aspectMentions(findings: PassageFindings): AspectMention[] {
  const { passage } = findings;
  const owners = ownersOf(findings);
  const mentions: LocatedMention[] = [];
  for (const hit of findings.hits) {
    const { score, main } =
      hit.event === undefined
        ? weigh(passage, findings.opinions, hit, owners)
        : { score: valueInContext(findings, { ...hit, value: hit.event }, true), main: undefined };
    if (hit.isWeak && Math.abs(score) < MIN_WEAK_SCORE) continue;
    mentions.push({
      at: hit.at,
      aspect: hit.aspect,
      isEvent: hit.event !== undefined,
      score: roundScore(score),
      ...quoteOf(passage, hit, main),
      phrase: phraseOf(passage, hit, main),
    });
  }
  return mentions
    .filter((mention) => !isConceded(passage, mention, mentions) && !isOutweighed(passage, mention, mentions))
    .map(({ aspect, score, start, end, phrase }) => ({ aspect, score, start, end, phrase }));
}

interface LocatedMention extends AspectMention {
  /** Index of its first word. */
  readonly at: number;
  readonly isEvent: boolean;
}

/** "Not cheap, but worth every penny" says one thing of the price: the stronger statement after the contrast. */
function isConceded(passage: Passage, mention: LocatedMention, all: readonly LocatedMention[]): boolean {
  return all.some(
    (other) =>
      isOpposite(mention, other) &&
      other.at > mention.at &&
      Math.abs(other.score) >= Math.abs(mention.score) &&
      isSameSegment(passage.sentenceStart, mention, other) &&
      passage.contrasts[other.at] !== passage.contrasts[mention.at],
  );
}

/**
 * A fact outweighs the opposite opinion in its sentence: "The repair failed in a week". A complaint denies the praise
 * after it in its clause: "Good luck getting them to honor it".
 */
function isOutweighed(passage: Passage, mention: LocatedMention, all: readonly LocatedMention[]): boolean {
  return all.some((other) => {
    if (!other.isEvent || !isOpposite(mention, other)) return false;
    if (passage.contrasts[other.at] !== passage.contrasts[mention.at]) return false;
    if (!mention.isEvent) return isSameSegment(passage.sentenceStart, mention, other);
    return other.score < 0 && other.at < mention.at && isSameSegment(passage.clauseStart, mention, other);
  });
}

const isOpposite = (one: LocatedMention, other: LocatedMention): boolean =>
  one.aspect === other.aspect && one.score * other.score < 0;

const isSameSegment = (starts: Uint8Array, one: LocatedMention, other: LocatedMention): boolean =>
  segmentStart(starts, one.at) === segmentStart(starts, other.at);

/** For each opinion the aspect words that it overlaps: it is about those aspects. */
const ownersOf = ({ opinions, hits }: PassageFindings): AspectHit[][] =>
  opinions.map((opinion) => hits.filter((hit) => hit.at < opinion.end && hit.end > opinion.at));

/** Adds up the opinions around the words of an aspect. `main` is the one that weighs most. */
function weigh(
  { distance, contrasts, sentenceStart, clauseStart }: Passage,
  opinions: readonly Opinion[],
  hit: AspectHit,
  owners: readonly (readonly AspectHit[])[],
): { score: number; main: Opinion | undefined } {
  const sentence = segmentStart(sentenceStart, hit.at);
  const sentenceEnd = segmentEnd(sentenceStart, hit.at);
  const clause = segmentStart(clauseStart, hit.at);
  let score = 0;
  let main: Opinion | undefined;
  let maxWeight = 0;
  for (const [index, opinion] of opinions.entries()) {
    const gap = gapBetween(distance, opinion, hit);
    if (gap > MAX_DISTANCE) continue;
    if (hit.isWeak && segmentStart(clauseStart, opinion.at) !== clause) continue;
    let weight = Math.exp(-gap) * opinion.value;
    const isAcrossContrast =
      opinion.at >= sentence &&
      opinion.at < sentenceEnd &&
      Math.abs((contrasts[opinion.at] as number) - (contrasts[hit.at] as number)) === 1;
    // The other side of a "but" hints at the opposite, too faintly to claim anything alone.
    if (isAcrossContrast) weight = -weight;
    const owned = owners[index] ?? [];
    if (owned.length > 0 && !owned.some(({ aspect }) => aspect === hit.aspect)) {
      if (hit.isWeak || owned.some(({ event }) => event !== undefined)) continue;
      if (owned.some(({ isWeak }) => !isWeak)) weight *= FOREIGN_SHARE;
    }
    score += weight;
    if (Math.abs(weight) > maxWeight) {
      maxWeight = Math.abs(weight);
      main = opinion;
    }
  }
  return { score, main };
}

/** The score of the opinions around words that are no aspect, such as a name. */
export function scoreNear(passage: Passage, opinions: readonly Opinion[], { at, end }: WordSpan): number {
  const hit = { at, end, aspect: -1, isWeak: false, event: undefined };
  return roundScore(weigh(passage, opinions, hit, []).score);
}

function gapBetween(distance: Float64Array, opinion: Opinion, hit: AspectHit): number {
  if (opinion.at >= hit.end) return (distance[opinion.at] as number) - (distance[hit.end - 1] as number);
  if (hit.at >= opinion.end) return (distance[hit.at] as number) - (distance[opinion.end - 1] as number);
  return 0;
}

/** Three decimals, ties upwards. */
export const roundScore = (value: number): number => Math.round(value * 1000) / 1000;
