import { UNIT_SCALE } from "./feature-rows.ts";

/** Log-odds are whole numbers, in units of `1 / SCALE`. */
export const SCALE = 16;
export const OUTPUT_SCALE = 64;
/** A unit's sum by an output's weight. */
const PRODUCT = (UNIT_SCALE * OUTPUT_SCALE) / SCALE;
/** Sums for praise and for complaint share one number of 53 bits, which adds them up without rounding. */
const LANE = 2 ** 27;
/**
 * The most that a unit passes on, in units of `1 / UNIT_SCALE`: no sum of 32 units leaves its lane if the weights of
 * outputs are below 8.
 */
const MAX_UNIT = 4096;

/** The log-odds of praise and of complaint, by aspect, from the sums of hidden units. */
export class OutputLayer {
  /** Log-odds without any unit, by aspect, in units of `1 / (UNIT_SCALE * OUTPUT_SCALE)`, in lanes. */
  readonly #biases: Float64Array;
  /** By aspect and hidden unit, in units of `1 / OUTPUT_SCALE`, in lanes. */
  readonly #weights: Float64Array;
  /** Of the units above zero, the index and the sum of each. */
  readonly #active: Int32Array;

  /** `outputs` as in `PriorWeights`. */
  constructor(outputs: readonly string[], unitCount: number) {
    const numbers = outputs.map((output) => output.split(" ").map(Number));
    const aspects = Array.from({ length: outputs.length / 2 }, (_, aspect) => aspect);
    const inLanes = (aspect: number, at: number): number => {
      const [praise = 0, complaint = 0] = [2 * aspect, 2 * aspect + 1].map((output) => numbers[output]?.[at]);
      return praise + LANE * complaint;
    };
    // A half of each is added, as log-odds are the largest whole number below.
    this.#biases = Float64Array.from(aspects, (aspect) => PRODUCT * (inLanes(aspect, 0) + (1 + LANE) / 2));
    this.#weights = Float64Array.from(
      aspects.flatMap((aspect) => Array.from({ length: unitCount }, (_, unit) => inLanes(aspect, 1 + unit))),
    );
    this.#active = new Int32Array(2 * unitCount);
  }

  /** Sets the log-odds, in units of `1 / SCALE`, by the sums of units, in units of `1 / UNIT_SCALE`. */
  read(units: Int32Array, logOdds: Int32Array): void {
    const active = this.#active;
    let count = 0;
    for (let unit = 0; unit < units.length; unit += 1) {
      const sum = units[unit] as number;
      if (sum <= 0) continue;
      active[count] = unit;
      active[count + 1] = Math.min(sum, MAX_UNIT);
      count += 2;
    }
    for (let output = 0, row = 0; output < logOdds.length; output += 2, row += units.length) {
      let both = this.#biases[output / 2] as number;
      for (let at = 0; at < count; at += 2)
        both += (active[at + 1] as number) * (this.#weights[row + (active[at] as number)] as number);
      const complaint = Math.floor(both / LANE + 0.5);
      logOdds[output] = Math.floor((both - complaint * LANE) / PRODUCT);
      logOdds[output + 1] = Math.floor(complaint / PRODUCT);
    }
  }
}
