import type { Passage } from "../text/passage.ts";
import type { LocatedMention } from "./conflicts.ts";
import { SCALE } from "./output-layer.ts";
import type { Opinion } from "./opinion-value.ts";
import type { Prior, PriorOutput } from "./prior.ts";
import type { TextSegment } from "./prior-features.ts";
import { MAX_LOG_ODDS, probabilityOf, SegmentScores } from "./segment-scores.ts";
import { isAny, isInside, kindOf, kindWithout, sideOf, strongestIn } from "./segment-claims.ts";
import { isEventSetApart } from "./stars.ts";
import type { Target } from "./targets.ts";

/** Evidence that a text praises an aspect, or complains of it, in one of its segments. */
export const EVIDENCE = [
  /** Log-odds by words of the segment that speaks for it most. These and others are in units of `1 / SCALE`. */
  "words",
  /** The largest log-odds of the same in another segment. */
  "second",
  /** Probabilities by words of all segments, added up. */
  "sum",
  /** The largest log-odds of the opposite in any segment, and in that one. */
  "opposite",
  "oppositeThere",
  /** In that segment, the largest log-odds of another aspect on the same side, and in any. */
  "rival",
  "elsewhere",
  /** For each segment the largest probability of any aspect, added up: of this side, and of the other. */
  "sameSide",
  "otherSide",
  /** The kind of statement that the rules find there, see `KINDS`. */
  "kind",
  /** The kind of statement there with which the rules claim the opposite, 0 if they do not. */
  "against",
  /** Words of that segment. */
  "length",
  /** 0 for the first segment of a text, 1 for the last. */
  "position",
  /** The number of segments. */
  "segments",
  /** Index into the aspects of the weights. */
  "aspect",
  /** The strongest kind of statement with which the rules make the claim anywhere, 0 if they do not, and the largest log-odds where they do. */
  "found",
  "foundWords",
  /** Values of the opinions in that segment that speak for this side, less those against it, and of those in the text. */
  "opinions",
  "opinionsOfText",
] as const;

/** Results of the rules for a text. */
export interface TextFindings {
  readonly passage: Passage;
  /** By word. */
  readonly targets: readonly Target[];
  readonly mentions: readonly LocatedMention[];
  readonly opinions: readonly Opinion[];
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

/** With so many segments a claim that the rules do not make needs words that more probably make it than not. */
const EVEN_SEGMENTS = 12;
/** Among many segments one sounds like a claim by chance. In units of `1 / SCALE`. */
const minWordsLogOdds = (segments: number): number =>
  Math.round(2 * SCALE * Math.log(segments / EVEN_SEGMENTS));

/** A statement in a segment with less is made by other sentences, so it is no quote. Chosen by the judged quotes of the sample. */
const MIN_QUOTED_LOG_ODDS = -1.25 * SCALE;

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
    this.#found = Array<undefined>(prior.outputCount).fill(undefined);
  }

  /** Takes each claim that the text may make of an aspect. */
  readClaims(findings: TextFindings, take: (claim: PossibleClaim) => void): void {
    const scores = this.#scores;
    scores.read(findings.passage, findings.targets);
    if (scores.segments.length === 0) return;
    this.#groupClaims(findings.mentions);
    const ofText = sumIn(findings.opinions, 0, findings.passage.words.length);
    const minWords = minWordsLogOdds(scores.segments.length);
    for (const output of this.#prior.outputs) {
      const { index } = output;
      const found = this.#found[index];
      if (found === undefined && (scores.most[index] as number) < minWords) continue;
      const best = scores.best[index] as number;
      const segment = scores.segments[best] as TextSegment;
      if (found === undefined && this.#isJudged(output, segment)) continue;
      const claim = { output, segment, values: this.#values, found: found ?? NOTHING };
      this.#setEvidence(findings.mentions, claim, best);
      this.#setFound(claim);
      const sign = output.side === "praise" ? 1 : -1;
      this.#values[17] = sign * sumIn(findings.opinions, segment.at, segment.end);
      this.#values[18] = sign * ofText;
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

  /** An event that the text sets apart says the opposite there, or an event judges an aspect that the words do not know. */
  #isJudged({ index, side }: PriorOutput, segment: TextSegment): boolean {
    const opposite = strongestIn(this.#found[index ^ 1] ?? NOTHING, segment);
    if (opposite !== undefined && isEventSetApart(opposite.statement)) return true;
    return side === "complaint" && isAny(this.#unknown, segment);
  }

  /** `best` is the place of the segment that speaks for the claim most. */
  #setEvidence(
    mentions: readonly LocatedMention[],
    { output: { aspect, known, index, side }, segment, found, values }: PossibleClaim,
    best: number,
  ): void {
    const scores = this.#scores;
    const { sums } = scores;
    const { length } = scores.segments;
    const opposite = index ^ 1;
    let sum = 0;
    let second = -MAX_LOG_ODDS;
    for (let place = 0; place < length; place += 1) {
      const logOdds = scores.logOddsAt(place, index);
      sum += probabilityOf(logOdds);
      if (place !== best && logOdds > second) second = logOdds;
    }
    const claim = strongestIn(found, segment);
    const against = strongestIn(this.#found[opposite] ?? NOTHING, segment);
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
    values[10] = against === undefined ? 0 : kindOf(against);
    values[11] = segment.end - segment.at;
    values[12] = length === 1 ? 0 : best / (length - 1);
    values[13] = length;
    values[14] = known;
  }

  /** By the statements with which the rules make the claim, in any segment. Marks those that other sentences make. */
  #setFound({ output: { index }, found, values }: PossibleClaim): void {
    let kind = 0;
    let words = -MAX_LOG_ODDS;
    for (const mention of found) {
      kind = Math.max(kind, kindOf(mention));
      const place = this.#scores.segments.findIndex((segment) => isInside(mention, segment));
      if (place < 0) continue;
      const logOdds = this.#scores.logOddsAt(place, index);
      words = Math.max(words, logOdds);
      if (logOdds < MIN_QUOTED_LOG_ODDS) mention.statement.isUnsupported = true;
    }
    values[15] = kind;
    values[16] = words;
  }
}

/** The values of the opinions that begin at one of the words `from` to `to`, added up. */
function sumIn(opinions: readonly Opinion[], from: number, to: number): number {
  let sum = 0;
  for (const { at, value } of opinions) if (at >= from && at < to) sum += value;
  return sum;
}
