import { UNIT_SCALE } from "./weight-text.ts";

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

/** Sums that are added up together: their units are read less often. */
const AT_ONCE = 6;

/** A segment tells of itself, of those after it, and of those before it. */
export const PARTS = 3;

/** The nearest whole log-odds for a sum. */
export const logOddsOf = (sum: number): number => (sum + SUM_PER_LOG_ODDS / 2) >> SUM_BITS;

/** Weighs the sums of hidden units: sums for praise and for complaint of each aspect, for each part. */
export class OutputLayer {
  readonly #units: Int32Array;
  /** Of the segment that was read last, by part and output. */
  readonly sums: Int32Array;
  /** The same, of all columns. */
  readonly #sums: Int32Array;
  /** By part and aspect, the sums without any unit, in lanes. Only the first part has any. */
  readonly #biases: Float64Array;
  /** By hidden unit, part and aspect, in units of `1 / OUTPUT_SCALE`, in lanes. */
  readonly #weights: Float64Array;
  /** Of the units above zero: the sums that they pass on, and where their weights start. */
  readonly #passed: Float64Array;
  readonly #starts: Int32Array;

  /** `outputs` as those of a network in `PriorWeights`; `units` are read where they are, in units of `1 / UNIT_SCALE`. */
  constructor(outputs: readonly string[], units: Int32Array) {
    const unitCount = units.length;
    this.#units = units;
    const numbers = outputs.map((output) => output.split(" ").map(Number));
    const numberOf = (output: number, at: number): number => numbers[output]?.[at] ?? 0;
    const inLanes = (aspect: number, at: number): number =>
      numberOf(2 * aspect, at) + LANE * numberOf(2 * aspect + 1, at);
    const aspectCount = outputs.length / 2;
    // Columns without an aspect fill up the last block.
    const columns = AT_ONCE * Math.ceil((PARTS * aspectCount) / AT_ONCE);
    this.#sums = new Int32Array(2 * columns);
    this.sums = this.#sums.subarray(0, PARTS * outputs.length);
    this.#biases = new Float64Array(columns);
    this.#weights = new Float64Array(unitCount * columns);
    this.#passed = new Float64Array(unitCount);
    this.#starts = new Int32Array(unitCount);
    for (let aspect = 0; aspect < aspectCount; aspect += 1) {
      this.#biases[aspect] = SUM_PER_LOG_ODDS * inLanes(aspect, 0);
      for (let unit = 0; unit < unitCount; unit += 1)
        for (let part = 0; part < PARTS; part += 1)
          this.#weights[unit * columns + part * aspectCount + aspect] = inLanes(
            aspect,
            1 + part * unitCount + unit,
          );
    }
  }

  /** Sets the sums of a segment, by those of its units. */
  read(): void {
    const weights = this.#weights;
    const biases = this.#biases;
    const passed = this.#passed;
    const starts = this.#starts;
    const count = this.#pass();
    for (let column = 0; column < biases.length; column += AT_ONCE) {
      // One by one, for sums in an array would be stored at every step.
      let first = biases[column] as number;
      let second = biases[column + 1] as number;
      let third = biases[column + 2] as number;
      let fourth = biases[column + 3] as number;
      let fifth = biases[column + 4] as number;
      let sixth = biases[column + 5] as number;
      for (let at = 0; at < count; at += 1) {
        const value = passed[at] as number;
        const weight = (starts[at] as number) + column;
        first += value * (weights[weight] as number);
        second += value * (weights[weight + 1] as number);
        third += value * (weights[weight + 2] as number);
        fourth += value * (weights[weight + 3] as number);
        fifth += value * (weights[weight + 4] as number);
        sixth += value * (weights[weight + 5] as number);
      }
      this.#setSums(column, first);
      this.#setSums(column + 1, second);
      this.#setSums(column + 2, third);
      this.#setSums(column + 3, fourth);
      this.#setSums(column + 4, fifth);
      this.#setSums(column + 5, sixth);
    }
  }

  /** Lists the units above zero, and returns their number. Signs follow no pattern, so a branch would be slow. */
  #pass(): number {
    const units = this.#units;
    const passed = this.#passed;
    const starts = this.#starts;
    const columns = this.#biases.length;
    let count = 0;
    for (let unit = 0; unit < units.length; unit += 1) {
      const sum = units[unit] as number;
      passed[count] = Math.min(sum, MAX_UNIT);
      starts[count] = unit * columns;
      // Adds 1 if the sum is above zero, else the next unit takes the place.
      count += -sum >>> 31;
    }
    return count;
  }

  /** Takes the sums for praise and for complaint out of their lanes. */
  #setSums(at: number, both: number): void {
    const complaint = Math.floor(both / LANE + 0.5);
    this.#sums[2 * at] = both - complaint * LANE;
    this.#sums[2 * at + 1] = complaint;
  }
}
