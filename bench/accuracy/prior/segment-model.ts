import { PARTS } from "../../../build/insights/sentiment/output-layer.ts";
import { OUTPUTS } from "./segment-samples.ts";

/** Units of the hidden layer. */
export const UNITS = 64;
/** Of a segment: its own units, and the sums of those before it and after it. */
export const INPUTS = PARTS * UNITS;
/** The part of a segment's units that stays in the sum one segment further, as in `SegmentScores`. */
const FADING = 0.75;

/** A network with one hidden layer of rectified linear units, and a logistic output for each side of an aspect. */
export interface SegmentModel {
  /** By feature and unit: `feature * UNITS + unit`. */
  readonly features: Float32Array;
  readonly biases: Float32Array;
  /** By input and output: `input * OUTPUTS + output`. */
  readonly outputs: Float32Array;
  readonly outputBiases: Float32Array;
}

/** By segment of a text and output. The features are those of each segment. */
export function logOddsOf(model: SegmentModel, text: readonly Uint32Array[]): Float32Array[] {
  const inputs = new Float32Array(text.length * INPUTS);
  for (const [place, features] of text.entries()) inputs.set(unitsOf(model, features), place * INPUTS);
  addNeighbors(inputs, text.length);
  return text.map((_, place) =>
    model.outputBiases.map((bias, output) => {
      let sum = bias;
      for (let input = 0; input < INPUTS; input += 1)
        sum +=
          (inputs[place * INPUTS + input] as number) * (model.outputs[input * OUTPUTS + output] as number);
      return sum;
    }),
  );
}

function unitsOf({ features: rows, biases }: SegmentModel, features: Uint32Array): Float32Array {
  const units = biases.slice();
  for (const feature of features)
    for (let unit = 0; unit < UNITS; unit += 1)
      units[unit] = (units[unit] as number) + (rows[feature * UNITS + unit] as number);
  return units.map((sum) => Math.max(0, sum));
}

/** Sets the sums of those before and after each segment. `inputs` are by segment, with its own units set and zeros. */
export function addNeighbors(inputs: Float32Array, count: number): void {
  carry(inputs, count, { from: OWN, to: BEFORE, isForward: true });
  carry(inputs, count, { from: OWN, to: AFTER, isForward: false });
}

/** The reverse: adds to the slopes of segments' own units those of the sums that they are in. */
export function addSlopesOfNeighbors(slopes: Float32Array, count: number): void {
  carry(slopes, count, { from: BEFORE, to: OWN, isForward: false });
  carry(slopes, count, { from: AFTER, to: OWN, isForward: true });
}

/** The parts of a segment's inputs start here. */
const OWN = 0;
const BEFORE = UNITS;
const AFTER = 2 * UNITS;

/** Adds one part of the segments on one side to another part of each segment, faded. */
function carry(
  values: Float32Array,
  count: number,
  { from, to, isForward }: { readonly from: number; readonly to: number; readonly isForward: boolean },
): void {
  const first = isForward ? 0 : (count - 1) * INPUTS;
  const step = isForward ? INPUTS : -INPUTS;
  for (let unit = 0; unit < UNITS; unit += 1) {
    let carried = 0;
    for (let turn = 0, at = first + unit; turn < count; turn += 1, at += step) {
      values[at + to] = (values[at + to] as number) + carried;
      carried = FADING * carried + (values[at + from] as number);
    }
  }
}
