import type { Passage } from "../text/passage.ts";
import type { LocatedMention } from "./conflicts.ts";
import type { Opinion } from "./opinion-value.ts";
import { SCALE } from "./output-layer.ts";
import type { Prior, PriorOutput } from "./prior.ts";
import type { TextSegment } from "./prior-features.ts";
import { MAX_LOG_ODDS, probabilityOf, SegmentScores } from "./segment-scores.ts";
import { isAny, kindOf, kindWithout, sideOf, strongestIn } from "./segment-claims.ts";
import type { Target } from "./targets.ts";

/** Evidence that a text praises an aspect, or complains of it. */
export const EVIDENCE = [
  /** Log-odds by the words of the segment that speaks for it most. These and others are in units of `1 / SCALE`. */
  "words",
  /** Probabilities by words of all segments, added up. */
  "sum",
  /** The largest log-odds of the opposite. */
  "opposite",
  /** In that segment, the largest log-odds of another aspect. */
  "rival",
  /** For each segment the largest probability of any aspect, added up: of this side, and of the other. */
  "sameSide",
  "otherSide",
  /** By the rules: distance of their score from zero, and what kind of statement it is, see `KINDS`. */
  "score",
  "kind",
  /** The number of segments in which the rules make the claim. */
  "claims",
  /** Opinions of the text, added up. */
  "opinion",
  /** Words of that segment. */
  "length",
  /** 0 for the first segment of a text, 1 for the last. */
  "position",
  /** Index into the aspects of the weights. */
  "aspect",
] as const;

/** Results of the rules for a text. */
export interface TextFindings {
  readonly passage: Passage;
  /** By word. */
  readonly targets: readonly Target[];
  readonly opinions: readonly Opinion[];
  readonly mentions: readonly LocatedMention[];
}

/** A claim, and the segment of a text that speaks for it most. */
export interface PossibleClaim {
  readonly output: PriorOutput;
  readonly segment: TextSegment;
  /** In the order of `EVIDENCE`. Valid until the next claim is taken. */
  readonly values: Float64Array;
  /** The statements with which the rules make the claim, if they do. */
  readonly found: readonly LocatedMention[];
}

/** Without a claim of the rules, words with less may claim nothing. In units of `1 / SCALE`. */
const MIN_WORDS_LOG_ODDS = -2.5 * SCALE;
/** A claim of the rules decides which segment speaks for an aspect. In units of `1 / SCALE`. */
const FOUND_BONUS = 3 * SCALE;

const NOTHING: readonly LocatedMention[] = [];

/** Reads texts, one after the other. */
export class EvidenceReader {
  readonly #prior: Prior;
  readonly #scores: SegmentScores;
  /** By output, the claims of the rules. */
  readonly #found: (LocatedMention[] | undefined)[];
  /** Complaining events about aspects without outputs. */
  readonly #unknown: LocatedMention[] = [];
  readonly #values = new Float64Array(EVIDENCE.length);

  constructor(prior: Prior) {
    this.#prior = prior;
    this.#scores = new SegmentScores(prior);
    this.#found = Array<undefined>(prior.logOdds.length).fill(undefined);
  }

  /** Takes each claim that the text may make of an aspect. */
  readClaims(findings: TextFindings, take: (claim: PossibleClaim) => void): void {
    const scores = this.#scores;
    scores.read(findings.passage, findings.targets);
    if (scores.segments.length === 0) return;
    this.#groupClaims(findings.mentions);
    let opinion = 0;
    for (const { value } of findings.opinions) opinion += value;
    for (const output of this.#prior.outputs) {
      const { index } = output;
      const found = this.#found[index];
      if (found === undefined && (scores.most[index] as number) < MIN_WORDS_LOG_ODDS) continue;
      const best = found === undefined ? (scores.best[index] as number) : this.#bestFound(output, found);
      const segment = scores.segments[best] as TextSegment;
      if (found === undefined && this.#isJudged(output, segment)) continue;
      const claim = { output, segment, values: this.#values, found: found ?? NOTHING };
      this.#setEvidence(findings.mentions, claim, { best, opinion });
      take(claim);
    }
  }

  #groupClaims(mentions: readonly LocatedMention[]): void {
    this.#found.fill(undefined);
    this.#unknown.length = 0;
    for (const mention of mentions) {
      const side = sideOf(mention);
      const index = this.#prior.indexOf(mention.statement.aspect, side);
      if (index >= 0) (this.#found[index] ??= []).push(mention);
      else if (side === "complaint" && mention.statement.isEvent) this.#unknown.push(mention);
    }
  }

  /** The rules say the opposite there, or an event judges an aspect that the words do not know. */
  #isJudged({ index, side }: PriorOutput, segment: TextSegment): boolean {
    const opposite = this.#found[index ^ 1];
    if (opposite !== undefined && isAny(opposite, segment)) return true;
    return side === "complaint" && isAny(this.#unknown, segment);
  }

  #bestFound({ index }: PriorOutput, found: readonly LocatedMention[]): number {
    const { segments } = this.#scores;
    let best = 0;
    let most = -Infinity;
    for (let place = 0; place < segments.length; place += 1) {
      const isFound = isAny(found, segments[place] as TextSegment);
      const value = this.#scores.logOddsAt(place, index) + (isFound ? FOUND_BONUS : 0);
      if (value <= most) continue;
      most = value;
      best = place;
    }
    return best;
  }

  #setEvidence(
    mentions: readonly LocatedMention[],
    { output: { aspect, known, index, side }, segment, found, values }: PossibleClaim,
    { best, opinion }: EvidenceParts,
  ): void {
    const { segments, sums } = this.#scores;
    let sum = 0;
    let opposite = -MAX_LOG_ODDS;
    let claims = 0;
    for (let place = 0; place < segments.length; place += 1) {
      sum += probabilityOf(this.#scores.logOddsAt(place, index));
      opposite = Math.max(opposite, this.#scores.logOddsAt(place, index ^ 1));
      if (isAny(found, segments[place] as TextSegment)) claims += 1;
    }
    const claim = strongestIn(found, segment);
    values[0] = this.#scores.logOddsAt(best, index);
    values[1] = sum;
    values[2] = opposite;
    values[3] = this.#scores.rivalAt(best, index);
    values[4] = sums[side];
    values[5] = sums[side === "praise" ? "complaint" : "praise"];
    values[6] = claim === undefined ? 0 : Math.abs(claim.statement.score);
    values[7] = claim === undefined ? kindWithout(mentions, aspect, segment) : kindOf(claim);
    values[8] = claims;
    values[9] = side === "praise" ? opinion : -opinion;
    values[10] = segment.end - segment.at;
    values[11] = segments.length === 1 ? 0 : best / (segments.length - 1);
    values[12] = known;
  }
}

interface EvidenceParts {
  /** The place of the segment that speaks for the claim most. */
  readonly best: number;
  readonly opinion: number;
}
