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
  /** Sums without any unit, by part and aspect, in lanes. */
  readonly #biases: Float64Array;
  /** By hidden unit, part and aspect, in units of `1 / OUTPUT_SCALE`, in lanes. */
  readonly #weights: Float64Array;
  /** By part and aspect. */
  readonly #lanes: Float64Array;

  /** `outputs` as in `PriorWeights`. */
  constructor(outputs: readonly string[], unitCount: number) {
    const numbers = outputs.map((output) => output.split(" ").map(Number));
    const numberOf = (output: number, at: number): number => numbers[output]?.[at] ?? 0;
    const inLanes = (aspect: number, at: number): number =>
      numberOf(2 * aspect, at) + LANE * numberOf(2 * aspect + 1, at);
    const count = (PARTS * outputs.length) / 2;
    const aspectCount = outputs.length / 2;
    this.sums = new Int32Array(2 * count);
    this.#lanes = new Float64Array(count);
    this.#biases = new Float64Array(count);
    this.#weights = new Float64Array(unitCount * count);
    for (let aspect = 0; aspect < aspectCount; aspect += 1) {
      this.#biases[aspect] = SUM_PER_LOG_ODDS * inLanes(aspect, 0);
      for (let part = 0; part < PARTS; part += 1)
        for (let unit = 0; unit < unitCount; unit += 1)
          this.#weights[unit * count + part * aspectCount + aspect] = inLanes(
            aspect,
            1 + part * unitCount + unit,
          );
    }
  }

  /** Sets the sums of a segment, by those of its units, in units of `1 / UNIT_SCALE`. */
  read(units: Int32Array): void {
    const { sums } = this;
    const lanes = this.#lanes;
    const weights = this.#weights;
    const count = lanes.length;
    lanes.set(this.#biases);
    for (let unit = 0, row = 0; unit < units.length; unit += 1, row += count) {
      const sum = units[unit] as number;
      if (sum <= 0) continue;
      const passed = Math.min(sum, MAX_UNIT);
      for (let at = 0; at < count; at += 1)
        lanes[at] = (lanes[at] as number) + passed * (weights[row + at] as number);
    }
    for (let at = 0; at < count; at += 1) {
      const both = lanes[at] as number;
      const complaint = Math.floor(both / LANE + 0.5);
      sums[2 * at] = both - complaint * LANE;
      sums[2 * at + 1] = complaint;
    }
  }
}
