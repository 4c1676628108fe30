import { UNIT_SCALE } from "./feature-rows.ts";

/** Log-odds are whole numbers, in units of `1 / SCALE`. */
export const SCALE = 16;
export const OUTPUT_SCALE = 64;
/** A unit's sum by an output's weight. */
const PRODUCT = (UNIT_SCALE * OUTPUT_SCALE) / SCALE;
/** Sums for praise and for complaint share one number of 53 bits, which adds them up without rounding. */
const LANE = 2 ** 27;
/**
 * The most that a unit passes on, in units of `1 / UNIT_SCALE`: no sum of 64 units leaves its lane if the weights of
 * outputs are below 8.
 */
const MAX_UNIT = 2048;

/** The log-odds of praise and of complaint, by aspect, from the sums of hidden units. */
export class OutputLayer {
  /** Log-odds without any unit, by aspect, in units of `1 / (UNIT_SCALE * OUTPUT_SCALE)`, in lanes. */
  readonly #biases: Float64Array;
  /** By hidden unit and aspect, in units of `1 / OUTPUT_SCALE`, in lanes. */
  readonly #weights: Float64Array;
  /** By aspect. */
  readonly #sums: Float64Array;

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
      Array.from({ length: unitCount }, (_, unit) =>
        aspects.map((aspect) => inLanes(aspect, 1 + unit)),
      ).flat(),
    );
    this.#sums = new Float64Array(aspects.length);
  }

  /** Sets the log-odds, in units of `1 / SCALE`, by the sums of units, in units of `1 / UNIT_SCALE`. */
  read(units: Int32Array, logOdds: Int32Array): void {
    const sums = this.#sums;
    const weights = this.#weights;
    const count = sums.length;
    sums.set(this.#biases);
    for (let unit = 0, row = 0; unit < units.length; unit += 1, row += count) {
      const sum = units[unit] as number;
      if (sum <= 0) continue;
      const passed = Math.min(sum, MAX_UNIT);
      for (let aspect = 0; aspect < count; aspect += 1)
        sums[aspect] = (sums[aspect] as number) + passed * (weights[row + aspect] as number);
    }
    for (let aspect = 0; aspect < count; aspect += 1) {
      const both = sums[aspect] as number;
      const complaint = Math.floor(both / LANE + 0.5);
      logOdds[2 * aspect] = Math.floor((both - complaint * LANE) / PRODUCT);
      logOdds[2 * aspect + 1] = Math.floor(complaint / PRODUCT);
    }
  }
}
