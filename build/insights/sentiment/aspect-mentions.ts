import { firstIndex } from "../../../model/first-index.ts";
import { type Passage, segmentEnd, segmentStart } from "../text/passage.ts";
import { type Opinion, valueInContext, type WordSpan } from "./opinion-value.ts";
import type { AspectHint, AspectHit, PassageFindings } from "./opinions.ts";
import { type LocatedMention, withoutConflicts } from "./conflicts.ts";
import { phraseOf, quoteOf } from "./quotes.ts";

/** A weak word counts as a mention only with a score at least this far from zero. */
const MIN_WEAK_SCORE = 0.4;
/** Opinions further away say nothing about an aspect. */
const MAX_DISTANCE = 4;
/** No phrase is so long that its first word is further than this from words within `MAX_DISTANCE` of its last one. */
const MAX_WORDS_BEFORE = 128;
/** The least weight of a complaint that the text announces. */
const GRIEVANCE = 1.5;
/** The share of an opinion word of one aspect ("rude") that counts for another ("price"). */
const FOREIGN_SHARE = 0.3;

export interface MarkedFindings extends PassageFindings {
  /** By word: 1 where the text announces a complaint. */
  readonly isGrievance: Uint8Array;
}

/** The mentions of all aspects, in the order of the text. */
export function aspectMentions(findings: MarkedFindings): readonly LocatedMention[] {
  const { passage } = findings;
  const owners = ownersOf(findings);
  const mentions: LocatedMention[] = [];
  for (const hit of findings.hits) {
    const { score, main } =
      hit.event === undefined
        ? weigh(passage, findings.opinions, hit, owners)
        : {
            score: valueInContext(findings, { at: hit.at, end: hit.end, value: hit.event }, true),
            main: undefined,
          };
    if (hit.isWeak && Math.abs(score) < MIN_WEAK_SCORE) continue;
    const isGrievance = findings.isGrievance[hit.at] === 1;
    const isFact = hit.event !== undefined;
    const isMarked = isGrievance || isContrasted(passage, hit.at, score > 0);
    const isOwn = main !== undefined && main.at < hit.end && main.end > hit.at;
    const { start, end } = quoteOf(passage, hit, main);
    mentions.push({
      at: hit.at,
      last: hit.end - 1,
      main,
      statement: {
        aspect: hit.aspect,
        score: roundScore(isGrievance ? -Math.max(Math.abs(score), GRIEVANCE) : score),
        start,
        end,
        phrase: phraseOf(passage, hit, main),
        isEvent: flag(isFact || isGrievance),
        isMarked: flag(isMarked),
        isHint: undefined,
        isOwn: flag(isOwn),
        isWeak: flag(hit.isWeak && !isFact),
        isLearned: undefined,
        evidence: undefined,
        isUnsupported: undefined,
      },
    });
  }
  const claims = withoutConflicts(passage, mentions);
  return findings.hints.length === 0 ? claims : [...claims, ...hintMentions(findings, claims)];
}

const flag = (isSet: boolean): true | undefined => (isSet ? true : undefined);

const claimKey = (aspect: number, value: number): string => `${aspect} ${Math.sign(value)}`;

/** Hints of aspects of which nothing else is claimed. A clause that tells of one aspect's fault says none of another's. */
function hintMentions(
  { passage, hints }: MarkedFindings,
  claims: readonly LocatedMention[],
): LocatedMention[] {
  const claimed = new Set(claims.map(({ statement: { aspect, score } }) => claimKey(aspect, score)));
  const faults = claims.filter(({ statement: { isEvent, score } }) => isEvent === true && score < 0);
  const counts = ({ aspect, at, value }: AspectHint): boolean => {
    const clause = segmentStart(passage.clauses, at);
    const isOfOther = ({ at: other, statement }: LocatedMention): boolean =>
      statement.aspect !== aspect && segmentStart(passage.clauses, other) === clause;
    return !claimed.has(claimKey(aspect, value)) && (value > 0 || !faults.some(isOfOther));
  };
  return hints.filter(counts).map((hint) => {
    const { start, end } = quoteOf(passage, hint, undefined);
    return {
      at: hint.at,
      last: hint.end - 1,
      main: undefined,
      statement: {
        aspect: hint.aspect,
        score: roundScore(hint.value),
        start,
        end,
        phrase: phraseOf(passage, hint, undefined),
        isEvent: undefined,
        isMarked: undefined,
        isHint: true,
        isOwn: undefined,
        isWeak: undefined,
        isLearned: undefined,
        evidence: undefined,
        isUnsupported: undefined,
      },
    };
  });
}

/** Praise beside a "but" in its sentence or the next one's first word, a complaint in the clause of the "but". */
function isContrasted({ contrasts, sentences, clauses }: Passage, at: number, isPraise: boolean): boolean {
  const before = (index: number): number => (index === 0 ? 0 : (contrasts[index - 1] as number));
  if (!isPraise) return (contrasts[at] as number) > before(segmentStart(clauses, at));
  const next = Math.min(segmentEnd(sentences, at), contrasts.length - 1);
  return (contrasts[next] as number) > before(segmentStart(sentences, at));
}

/** For each opinion the aspect words that it overlaps: it is about those aspects. */
function ownersOf({ opinions, hits }: PassageFindings): (readonly AspectHit[])[] {
  // Not by `map`, see `Tracker`.
  const ofAll: (readonly AspectHit[])[] = [];
  for (const opinion of opinions) {
    let owners: AspectHit[] | undefined;
    for (let index = firstNear(hits, opinion.at); index < hits.length; index += 1) {
      const hit = hits[index] as AspectHit;
      if (hit.at >= opinion.end) break;
      if (hit.end > opinion.at) (owners ??= []).push(hit);
    }
    ofAll.push(owners ?? NOBODY);
  }
  return ofAll;
}

/** The first of the spans, which are in the order of the text, that may be near a word. */
function firstNear(spans: readonly WordSpan[], to: number): number {
  const from = to - MAX_WORDS_BEFORE;
  return from > 0 ? firstIndex(spans, ({ at }) => at >= from) : 0;
}

const NOBODY: readonly AspectHit[] = [];

/** Adds up the opinions around the words of an aspect. `main` is the one that weighs most. */
function weigh(
  { distance, contrasts, sentences, clauses }: Passage,
  opinions: readonly Opinion[],
  hit: AspectHit,
  owners: readonly (readonly AspectHit[])[],
): { score: number; main: Opinion | undefined } {
  const sentence = segmentStart(sentences, hit.at);
  const sentenceEnd = segmentEnd(sentences, hit.at);
  const clause = segmentStart(clauses, hit.at);
  let score = 0;
  let main: Opinion | undefined;
  let maxWeight = 0;
  for (let index = firstNear(opinions, hit.at); index < opinions.length; index += 1) {
    const opinion = opinions[index] as Opinion;
    const gap = gapBetween(distance, opinion, hit);
    if (gap > MAX_DISTANCE) {
      if (opinion.at > hit.at) break;
      continue;
    }
    if (hit.isWeak && segmentStart(clauses, opinion.at) !== clause) continue;
    let weight = Math.exp(-gap) * opinion.value;
    const isAcrossContrast =
      opinion.at >= sentence &&
      opinion.at < sentenceEnd &&
      Math.abs((contrasts[opinion.at] as number) - (contrasts[hit.at] as number)) === 1;
    // The other side of a "but" hints at the opposite, but too weakly to count alone.
    if (isAcrossContrast) weight = -weight;
    const owned = owners[index] ?? NOBODY;
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
