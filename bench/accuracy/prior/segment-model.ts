import { OUTPUTS } from "./segment-samples.ts";

/** Units of the hidden layer. */
export const UNITS = 64;

/** A network with one hidden layer of rectified linear units, and a logistic output for each side of an aspect. */
export interface SegmentModel {
  /** By feature and unit: `feature * UNITS + unit`. */
  readonly features: Float32Array;
  readonly biases: Float32Array;
  /** By unit and output: `unit * OUTPUTS + output`. */
  readonly outputs: Float32Array;
  readonly outputBiases: Float32Array;
}

/** By output. */
export function logOddsOf(
  { features: rows, biases, outputs, outputBiases }: SegmentModel,
  features: Uint32Array,
): Float32Array {
  const units = biases.slice();
  for (const feature of features)
    for (let unit = 0; unit < UNITS; unit += 1)
      units[unit] = (units[unit] as number) + (rows[feature * UNITS + unit] as number);
  return outputBiases.map((bias, output) => {
    let sum = bias;
    for (let unit = 0; unit < UNITS; unit += 1)
      sum += Math.max(0, units[unit] as number) * (outputs[unit * OUTPUTS + output] as number);
    return sum;
  });
}
