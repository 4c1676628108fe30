import type { Passage } from "../text/passage.ts";
import { SCALE } from "./output-layer.ts";
import type { ClaimSide, Prior } from "./prior.ts";
import { type TextSegment, segmentEndFrom } from "./prior-features.ts";
import type { Target } from "./targets.ts";

/** Log-odds, in units of `1 / SCALE`, are not followed further from zero. */
export const MAX_LOG_ODDS = 8 * SCALE;
/** Segments that there is memory for at first. */
const USUAL_SEGMENTS = 64;

/**
 * Reads texts, one after the other: the log-odds of each segment that tells of this business, by output, in units of
 * `1 / SCALE`.
 */
export class SegmentScores {
  readonly segments: TextSegment[] = [];
  /** For each segment the largest probability of any aspect, added up. */
  readonly sums: Record<ClaimSide, number> = { praise: 0, complaint: 0 };
  /** By output, the largest log-odds of a segment, and its place. */
  readonly most: Int32Array;
  readonly best: Uint16Array;
  readonly #prior: Prior;
  readonly #width: number;
  /** By segment and output. */
  #logOdds: Int32Array;

  constructor(prior: Prior) {
    this.#prior = prior;
    this.#width = prior.logOdds.length;
    this.#logOdds = new Int32Array(USUAL_SEGMENTS * this.#width);
    this.most = new Int32Array(this.#width);
    this.best = new Uint16Array(this.#width);
  }

  read(passage: Passage, targets: readonly Target[]): void {
    const { length } = passage.words;
    this.segments.length = 0;
    this.most.fill(-(2 ** 31));
    this.sums.praise = 0;
    this.sums.complaint = 0;
    for (let at = 0, end: number; at < length; at = end) {
      end = segmentEndFrom(passage, at);
      const segment = { at, end };
      if (this.#prior.read(passage, targets, segment)) this.#add(segment, isReproach(targets, segment));
    }
  }

  logOddsAt(place: number, output: number): number {
    return this.#logOdds[place * this.#width + output] as number;
  }

  /** The largest log-odds of a segment, of all aspects on the side of an output but its own. */
  rivalAt(place: number, output: number): number {
    let largest = -MAX_LOG_ODDS;
    for (let other = output & 1; other < this.#width; other += 2) {
      const logOdds = this.logOddsAt(place, other);
      if (other !== output && logOdds > largest) largest = logOdds;
    }
    return largest;
  }

  /** A reproach praises nothing. */
  #add(segment: TextSegment, isReproachful: boolean): void {
    const place = this.segments.length;
    const start = place * this.#width;
    if (start === this.#logOdds.length) this.#grow();
    const { logOdds } = this.#prior;
    let praise = -MAX_LOG_ODDS;
    let complaint = -MAX_LOG_ODDS;
    for (let output = 0; output < logOdds.length; output += 2) {
      const ofPraise = isReproachful ? -MAX_LOG_ODDS : (logOdds[output] as number);
      praise = Math.max(praise, this.#set(place, output, ofPraise));
      complaint = Math.max(complaint, this.#set(place, output + 1, logOdds[output + 1] as number));
    }
    this.segments.push(segment);
    this.sums.praise += probabilityOf(praise);
    this.sums.complaint += probabilityOf(complaint);
  }

  #set(place: number, output: number, logOdds: number): number {
    this.#logOdds[place * this.#width + output] = logOdds;
    if (logOdds > (this.most[output] as number)) {
      this.most[output] = logOdds;
      this.best[output] = place;
    }
    return logOdds;
  }

  #grow(): void {
    const logOdds = new Int32Array(2 * this.#logOdds.length);
    logOdds.set(this.#logOdds);
    this.#logOdds = logOdds;
  }
}

function isReproach(targets: readonly Target[], { at, end }: TextSegment): boolean {
  for (let word = at; word < end; word += 1) if (targets[word] === "rhetorical_question") return true;
  return false;
}

/** By log-odds from `-MAX_LOG_ODDS` on. */
const PROBABILITIES = Float64Array.from(
  { length: 2 * MAX_LOG_ODDS + 1 },
  (_, step) => 1 / (1 + Math.exp((MAX_LOG_ODDS - step) / SCALE)),
);

export const probabilityOf = (logOdds: number): number =>
  PROBABILITIES[Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, logOdds)) + MAX_LOG_ODDS] as number;
