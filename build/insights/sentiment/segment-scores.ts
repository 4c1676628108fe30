import { logOddsOf, PARTS, SCALE } from "./output-layer.ts";
import type { ClaimSide } from "./prior.ts";

/** Probabilities and rivals follow log-odds, in units of `1 / SCALE`, no further from zero. */
export const MAX_LOG_ODDS = 8 * SCALE;
/** Segments that there is memory for at first. */
const USUAL_SEGMENTS = 64;

/**
 * The log-odds of the segments of a text by one network, by output, in units of `1 / SCALE`: by their own words and by
 * those of the segments before and after them.
 */
export class SegmentScores {
  /** For each segment the largest probability of any aspect, added up. */
  readonly sums: Record<ClaimSide, number> = { praise: 0, complaint: 0 };
  /** By output, the largest log-odds of a segment, and its place. */
  readonly most: Int32Array;
  readonly best: Uint16Array;
  readonly #width: number;
  /** By segment, part and output. */
  #partSums: Int32Array;
  /** By output, what the segments on one side tell of the next one. */
  readonly #carried: Int32Array;
  /** By segment and output. */
  #logOdds: Int32Array;

  constructor(outputCount: number) {
    this.#width = outputCount;
    this.#partSums = new Int32Array(USUAL_SEGMENTS * PARTS * outputCount);
    this.#logOdds = new Int32Array(USUAL_SEGMENTS * outputCount);
    this.#carried = new Int32Array(outputCount);
    this.most = new Int32Array(outputCount);
    this.best = new Uint16Array(outputCount);
  }

  /** Sets the sums of `OutputLayer` for the segment at a place, after those before it. */
  setSums(place: number, sums: Int32Array): void {
    if (place * this.#width === this.#logOdds.length) this.#grow();
    this.#partSums.set(sums, place * sums.length);
  }

  /** Reads the text whose sums are set. `isReproach` is by segment. */
  summarize(isReproach: readonly boolean[]): void {
    if (isReproach.length > 1) this.#addNeighbors(isReproach.length);
    this.most.fill(-(2 ** 31));
    this.sums.praise = 0;
    this.sums.complaint = 0;
    for (let place = 0; place < isReproach.length; place += 1) this.#add(place, isReproach[place] as boolean);
  }

  logOddsAt(place: number, output: number): number {
    return this.#logOdds[place * this.#width + output] as number;
  }

  /** The largest log-odds of a segment, of all aspects on the side of an output but its own. */
  rivalAt(place: number, output: number): number {
    return this.#rivalIn(this.#logOdds, place * this.#width, output);
  }

  /** The same of any segment. */
  rivalOf(output: number): number {
    return this.#rivalIn(this.most, 0, output);
  }

  #rivalIn(logOdds: Int32Array, start: number, output: number): number {
    let largest = -MAX_LOG_ODDS;
    for (let other = output & 1; other < this.#width; other += 2)
      if (other !== output) largest = Math.max(largest, logOdds[start + other] as number);
    return largest;
  }

  /** Adds what the segments before and after each one tell of it: less with each one between them. */
  #addNeighbors(count: number): void {
    const stride = PARTS * this.#width;
    const end = count * stride;
    this.#carried.fill(0);
    for (let own = 0; own < end; own += stride) this.#carry(own, own + this.#width);
    this.#carried.fill(0);
    for (let own = end - stride; own >= 0; own -= stride) this.#carry(own, own + 2 * this.#width);
  }

  /** Adds what is carried to a segment, and carries on what the segment tells, from where its sums start. */
  #carry(own: number, tells: number): void {
    const sums = this.#partSums;
    const carried = this.#carried;
    for (let output = 0; output < carried.length; output += 1) {
      const sum = carried[output] as number;
      // Three quarters without fractions, so that every machine has the same.
      carried[output] = sum - (sum >> 2) + (sums[tells + output] as number);
      sums[own + output] = (sums[own + output] as number) + sum;
    }
  }

  /** A reproach praises nothing. */
  #add(place: number, isReproachful: boolean): void {
    let praise = -MAX_LOG_ODDS;
    let complaint = -MAX_LOG_ODDS;
    for (let output = 0; output < this.#width; output += 2) {
      const ofPraise = isReproachful ? -MAX_LOG_ODDS : this.#ownLogOdds(place, output);
      praise = Math.max(praise, this.#set(place, output, ofPraise));
      complaint = Math.max(complaint, this.#set(place, output + 1, this.#ownLogOdds(place, output + 1)));
    }
    this.sums.praise += probabilityOf(praise);
    this.sums.complaint += probabilityOf(complaint);
  }

  /** By the sum of a segment's first part, to which those of its neighbors are added. */
  #ownLogOdds(place: number, output: number): number {
    return logOddsOf(this.#partSums[place * PARTS * this.#width + output] as number);
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
    this.#logOdds = new Int32Array(2 * this.#logOdds.length);
    const partSums = new Int32Array(2 * this.#partSums.length);
    partSums.set(this.#partSums);
    this.#partSums = partSums;
  }
}

/** By log-odds from `-MAX_LOG_ODDS` on. */
const PROBABILITIES = Float64Array.from(
  { length: 2 * MAX_LOG_ODDS + 1 },
  (_, step) => 1 / (1 + Math.exp((MAX_LOG_ODDS - step) / SCALE)),
);

export const probabilityOf = (logOdds: number): number =>
  PROBABILITIES[Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, logOdds)) + MAX_LOG_ODDS] as number;
