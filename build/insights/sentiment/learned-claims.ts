import type { Passage } from "../text/passage.ts";
import type { AspectMention } from "./aspect-mention.ts";
import type { LocatedMention } from "./conflicts.ts";
import type { Opinion } from "./opinion-value.ts";
import { EVIDENCE, type PriorOutput, type Prior, type ClaimSide } from "./prior.ts";
import { type TextSegment, segmentEndFrom } from "./prior-features.ts";
import { quoteOf } from "./quotes.ts";
import { MIN_MENTION_SCORE } from "./stars.ts";
import type { Target } from "./targets.ts";

const MAX_LOG_ODDS = 6;
const MAX_SCORE = 2;
const MAX_OPINION = 3;
/** Of a segment with seven words the length is zero. */
const USUAL_LENGTH = 2;
/** The distance from zero of a claim that only the words' weights make. */
const LEARNED_SCORE = 0.5;
/** Log-odds below these are no claim, however well the stars agree: of the words, and of all evidence. */
const MIN_WORDS_LOG_ODDS = -2;
const MIN_LOG_ODDS = -0.4;

/** Results of the rules for a text. */
export interface TextFindings {
  readonly passage: Passage;
  /** By word. */
  readonly targets: readonly Target[];
  readonly opinions: readonly Opinion[];
  readonly mentions: readonly LocatedMention[];
}

/** Results of the rules and of the words for a segment that tells of this business. */
export interface SegmentFindings {
  readonly segment: TextSegment;
  /** By output, see `Prior`. */
  readonly logOdds: Float64Array;
  readonly mentions: readonly LocatedMention[];
  /** The sum of its opinions. */
  readonly opinion: number;
}

/** Calls `take` with each segment. Its log-odds are valid until it returns. */
export function readSegments(
  { passage, targets, opinions, mentions }: TextFindings,
  prior: Prior,
  take: (found: SegmentFindings) => void,
): void {
  const { length } = passage.words;
  for (let at = 0, end: number; at < length; at = end) {
    end = segmentEndFrom(passage, at);
    const segment = { at, end };
    if (!prior.read(passage, targets, segment)) continue;
    let opinion = 0;
    for (const one of opinions) if (one.at >= at && one.at < end) opinion += one.value;
    const inside: LocatedMention[] = [];
    for (const one of mentions) if (one.at >= at && one.at < end) inside.push(one);
    take({ segment, logOdds: prior.logOdds, mentions: inside, opinion });
  }
}

/** The mentions of the rules with their log-odds, and claims that only the words' weights make. */
export function withLearnedClaims(findings: TextFindings, prior: Prior): AspectMention[] {
  if (prior.outputs.length === 0) return findings.mentions.map(({ statement }) => statement);
  // Not by `map`, see `Tracker`.
  const claims: AspectMention[] = [];
  for (const { statement } of findings.mentions) claims.push(statement);
  const indexOf = (claim: LocatedMention): number => findings.mentions.indexOf(claim);
  readSegments(findings, prior, (found) => {
    for (const claim of found.mentions) {
      const output = prior.outputOf(claim.statement.aspect, sideOf(claim));
      if (output === undefined) continue;
      const logOdds = logOddsBefore(found, output, claim);
      claims[indexOf(claim)] = { ...claim.statement, logOdds };
    }
    for (let index = 0; index < found.logOdds.length; index += 1) {
      if ((found.logOdds[index] as number) < MIN_WORDS_LOG_ODDS) continue;
      const output = prior.outputAt(index);
      if (output === undefined || isJudged(found, output)) continue;
      const logOdds = logOddsBefore(found, output, undefined);
      if (logOdds >= MIN_LOG_ODDS) claims.push(claimOf(findings.passage, found.segment, output, logOdds));
    }
  });
  return claims;
}

function claimOf(
  passage: Passage,
  segment: TextSegment,
  { aspect, side }: PriorOutput,
  logOdds: number,
): AspectMention {
  const { start, end } = quoteOf(passage, segment, undefined);
  return {
    aspect,
    score: side === "praise" ? LEARNED_SCORE : -LEARNED_SCORE,
    start,
    end,
    phrase: "",
    isEvent: undefined,
    isMarked: undefined,
    isHint: undefined,
    isOwn: undefined,
    isWeak: undefined,
    isLearned: true,
    logOdds,
  };
}

/** The rules judge this aspect themselves, or an event complains of another one: one event judges one aspect. */
function isJudged({ mentions }: SegmentFindings, { aspect, side }: PriorOutput): boolean {
  for (const one of mentions) {
    if (one.statement.aspect === aspect && sideOf(one) !== undefined) return true;
    if (side === "complaint" && one.statement.isEvent && sideOf(one) === "complaint") return true;
  }
  return false;
}

function sideOf({ statement: { score } }: LocatedMention): ClaimSide | undefined {
  if (score >= MIN_MENTION_SCORE) return "praise";
  return score <= -MIN_MENTION_SCORE ? "complaint" : undefined;
}

export const isClaim = (mention: LocatedMention, aspect: number, side: ClaimSide): boolean =>
  mention.statement.aspect === aspect && sideOf(mention) === side;

/** The log-odds of a claim without those of the stars. `claim` is that of the rules, if they make it. */
function logOddsBefore(
  found: SegmentFindings,
  output: PriorOutput,
  claim: LocatedMention | undefined,
): number {
  const { weights } = output;
  const values = evidenceOf(found, output, claim);
  let logOdds = output.ofAspect;
  for (let index = 0; index < values.length; index += 1)
    logOdds += (weights[index] as number) * (values[index] as number);
  return Math.round(logOdds * 1000) / 1000;
}

/** Evidence for a claim in a segment, in the order of `EVIDENCE`. Valid until the next call. */
export function evidenceOf(
  found: SegmentFindings,
  { aspect, index, side }: PriorOutput,
  claim: LocatedMention | undefined,
): Float64Array {
  const { segment, logOdds, mentions, opinion } = found;
  let rival = -MAX_LOG_ODDS;
  for (let other = index & 1; other < logOdds.length; other += 2)
    if (other !== index && (logOdds[other] as number) > rival) rival = logOdds[other] as number;
  let isNamed = false;
  let isOther = false;
  for (const one of mentions) {
    if (one.statement.aspect === aspect) isNamed = true;
    else if (sideOf(one) === side) isOther = true;
  }
  VALUES[0] = 1;
  VALUES[1] = clamp(logOdds[index] as number, MAX_LOG_ODDS) / 2;
  VALUES[2] = claim === undefined ? 0 : Math.min(MAX_SCORE, Math.abs(claim.statement.score));
  VALUES[3] = claim?.statement.isEvent ? 1 : 0;
  VALUES[4] = claim?.statement.isHint ? 1 : 0;
  VALUES[5] = claim?.statement.isOwn ? 1 : 0;
  VALUES[6] = claim?.statement.isWeak ? 1 : 0;
  VALUES[7] = claim === undefined && isNamed ? 1 : 0;
  VALUES[8] = clamp(side === "praise" ? opinion : -opinion, MAX_OPINION) / 2;
  VALUES[9] = isOther ? 1 : 0;
  VALUES[10] = Math.log(segment.end - segment.at) - USUAL_LENGTH;
  VALUES[11] = rival / 2;
  return VALUES;
}

const VALUES = new Float64Array(EVIDENCE.length);

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));
