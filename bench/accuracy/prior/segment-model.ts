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

/** Adds up units before and after each segment. `inputs` are by segment, with the segments' own units set. */
export function addNeighbors(inputs: Float32Array, count: number): void {
  for (let unit = 0; unit < UNITS; unit += 1) {
    let before = 0;
    for (let at = unit; at < count * INPUTS; at += INPUTS) {
      inputs[at + UNITS] = before;
      before = FADING * before + (inputs[at] as number);
    }
    let after = 0;
    for (let at = (count - 1) * INPUTS + unit; at >= 0; at -= INPUTS) {
      inputs[at + 2 * UNITS] = after;
      after = FADING * after + (inputs[at] as number);
    }
  }
}

/** The reverse: adds to the slopes of segments' own units those of the sums that they are in. */
export function addSlopesOfNeighbors(slopes: Float32Array, count: number): void {
  for (let unit = 0; unit < UNITS; unit += 1) {
    let before = 0;
    for (let at = (count - 1) * INPUTS + unit; at >= 0; at -= INPUTS) {
      slopes[at] = (slopes[at] as number) + before;
      before = FADING * before + (slopes[at + UNITS] as number);
    }
    let after = 0;
    for (let at = unit; at < count * INPUTS; at += INPUTS) {
      slopes[at] = (slopes[at] as number) + after;
      after = FADING * after + (slopes[at + 2 * UNITS] as number);
    }
  }
}
