import type { Passage } from "../text/passage.ts";
import type { LocatedMention } from "./conflicts.ts";
import type { Opinion } from "./opinion-value.ts";
import type { PriorOutput } from "./prior.ts";
import type { TextSegment } from "./prior-features.ts";
import { kindOf, kindWithout, strongestIn } from "./segment-claims.ts";
import { MAX_LOG_ODDS, probabilityOf, type SegmentScores } from "./segment-scores.ts";
import type { Target } from "./targets.ts";

/** Results of the rules for a text. */
export interface TextFindings {
  readonly passage: Passage;
  /** By word. */
  readonly targets: readonly Target[];
  readonly mentions: readonly LocatedMention[];
  readonly opinions: readonly Opinion[];
}

/** A claim that a text may make, and what the rules say of it. */
export interface ClaimContext {
  readonly output: PriorOutput;
  readonly findings: TextFindings;
  readonly segments: readonly TextSegment[];
  /** The statements with which the rules make the claim, and those with which they claim the opposite. */
  readonly found: readonly LocatedMention[];
  readonly against: readonly LocatedMention[];
  /** By the index in `found`, the place of the segment that the statement is in, -1 if there is none. */
  readonly places: readonly number[];
  /** The values of all opinions, added up. */
  readonly opinionsOfText: number;
}

/** Sets the evidence of a claim by one network, in the order of `EVIDENCE`. */
export function setEvidence(
  values: Float64Array,
  scores: SegmentScores,
  {
    output: { aspect, known, index, side },
    findings,
    segments,
    found,
    against,
    places,
    opinionsOfText,
  }: ClaimContext,
): void {
  const { sums } = scores;
  const { mentions, opinions } = findings;
  const best = scores.best[index] as number;
  const segment = segments[best] as TextSegment;
  const opposite = index ^ 1;
  let sum = 0;
  let second = -MAX_LOG_ODDS;
  for (let place = 0; place < segments.length; place += 1) {
    const logOdds = scores.logOddsAt(place, index);
    sum += probabilityOf(logOdds);
    if (place !== best && logOdds > second) second = logOdds;
  }
  const claim = strongestIn(found, segment);
  const counter = strongestIn(against, segment);
  const sign = side === "praise" ? 1 : -1;
  values[0] = scores.logOddsAt(best, index);
  values[1] = second;
  values[2] = sum;
  values[3] = scores.most[opposite] as number;
  values[4] = scores.logOddsAt(best, opposite);
  values[5] = scores.rivalAt(best, index);
  values[6] = scores.rivalOf(index);
  values[7] = sums[side];
  values[8] = sums[side === "praise" ? "complaint" : "praise"];
  values[9] = claim === undefined ? kindWithout(mentions, aspect, segment) : kindOf(claim);
  values[10] = counter === undefined ? 0 : kindOf(counter);
  values[11] = segment.end - segment.at;
  values[12] = known;
  values[13] = found.reduce((strongest, mention) => Math.max(strongest, kindOf(mention)), 0);
  values[14] = places.reduce(
    (most, place) => (place < 0 ? most : Math.max(most, scores.logOddsAt(place, index))),
    -MAX_LOG_ODDS,
  );
  values[15] = sign * sumIn(opinions, segment.at, segment.end);
  values[16] = sign * opinionsOfText;
}

/** The values of the opinions that begin at one of the words `from` to `to`, added up. */
export function sumIn(opinions: readonly Opinion[], from: number, to: number): number {
  let sum = 0;
  for (const { at, value } of opinions) if (at >= from && at < to) sum += value;
  return sum;
}
