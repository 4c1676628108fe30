import { UNIT_SCALE } from "./feature-rows.ts";

/** Log-odds are whole numbers, in units of `1 / SCALE`. */
export const SCALE = 16;
export const OUTPUT_SCALE = 64;
/** The layer's sums are in units of `1 / (UNIT_SCALE * OUTPUT_SCALE)`: so many are one unit of log-odds, a power of two. */
const SUM_PER_LOG_ODDS = (UNIT_SCALE * OUTPUT_SCALE) / SCALE;
const SUM_BITS = Math.log2(SUM_PER_LOG_ODDS);
/** Sums for praise and for complaint share one number of 53 bits, which adds them up without rounding. */
const LANE = 2 ** 27;
/**
 * The most that a unit passes on, in units of `1 / UNIT_SCALE`: no sum of 64 units leaves its lane if the weights of
 * outputs are below 8.
 */
const MAX_UNIT = 2048;

/** A segment tells of itself, of those after it, and of those before it. */
export const PARTS = 3;

/** The nearest whole log-odds for a sum. */
export const logOddsOf = (sum: number): number => (sum + SUM_PER_LOG_ODDS / 2) >> SUM_BITS;

/** Weighs the sums of hidden units: sums for praise and for complaint of each aspect, for each part. */
export class OutputLayer {
  /** Of the segment that was read last, by part and output. */
  readonly sums: Int32Array;
  /** By aspect, the sums of the first part without any unit, in lanes. The other parts start at zero. */
  readonly #biases: Float64Array;
  /** By aspect, hidden unit and part, in units of `1 / OUTPUT_SCALE`, in lanes. */
  readonly #weights: Float64Array;
  /** Of the units above zero: the sums that they pass on, and where their weights start among those of an aspect. */
  readonly #passed: Float64Array;
  readonly #starts: Int32Array;

  /** `outputs` as in `PriorWeights`. */
  constructor(outputs: readonly string[], unitCount: number) {
    const numbers = outputs.map((output) => output.split(" ").map(Number));
    const numberOf = (output: number, at: number): number => numbers[output]?.[at] ?? 0;
    const inLanes = (aspect: number, at: number): number =>
      numberOf(2 * aspect, at) + LANE * numberOf(2 * aspect + 1, at);
    const aspectCount = outputs.length / 2;
    this.sums = new Int32Array(PARTS * outputs.length);
    this.#biases = Float64Array.from(
      { length: aspectCount },
      (_, aspect) => SUM_PER_LOG_ODDS * inLanes(aspect, 0),
    );
    this.#weights = new Float64Array(aspectCount * unitCount * PARTS);
    this.#passed = new Float64Array(unitCount);
    this.#starts = new Int32Array(unitCount);
    for (let aspect = 0; aspect < aspectCount; aspect += 1)
      for (let unit = 0; unit < unitCount; unit += 1)
        for (let part = 0; part < PARTS; part += 1)
          this.#weights[(aspect * unitCount + unit) * PARTS + part] = inLanes(
            aspect,
            1 + part * unitCount + unit,
          );
  }

  /** Sets the sums of a segment, by those of its units, in units of `1 / UNIT_SCALE`. */
  read(units: Int32Array): void {
    const weights = this.#weights;
    const biases = this.#biases;
    const passed = this.#passed;
    const starts = this.#starts;
    const count = this.#pass(units);
    const stride = units.length * PARTS;
    for (let aspect = 0, from = 0; aspect < biases.length; aspect += 1, from += stride) {
      let own = biases[aspect] as number;
      let after = 0;
      let before = 0;
      for (let at = 0; at < count; at += 1) {
        const value = passed[at] as number;
        const weight = from + (starts[at] as number);
        own += value * (weights[weight] as number);
        after += value * (weights[weight + 1] as number);
        before += value * (weights[weight + 2] as number);
      }
      this.#setSums(aspect, own);
      this.#setSums(biases.length + aspect, after);
      this.#setSums(2 * biases.length + aspect, before);
    }
  }

  /** Lists the units above zero, and returns their number. Signs follow no pattern, so a branch would be slow. */
  #pass(units: Int32Array): number {
    const passed = this.#passed;
    const starts = this.#starts;
    let count = 0;
    for (let unit = 0; unit < units.length; unit += 1) {
      const sum = units[unit] as number;
      passed[count] = Math.min(sum, MAX_UNIT);
      starts[count] = unit * PARTS;
      // Adds 1 if the sum is above zero, else the next unit takes the place.
      count += -sum >>> 31;
    }
    return count;
  }

  /** Takes the sums for praise and for complaint out of their lanes. */
  #setSums(at: number, both: number): void {
    const complaint = Math.floor(both / LANE + 0.5);
    this.sums[2 * at] = both - complaint * LANE;
    this.sums[2 * at + 1] = complaint;
  }
}
