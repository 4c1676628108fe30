import { strideFor } from "../../../build/insights/sentiment/star-model.ts";
import { OUTPUTS, type ReadText, type SegmentSample, samplesOf } from "./segment-samples.ts";

/** One logistic regression for each output. */
export interface SegmentModel {
  readonly biases: Float64Array;
  /** By feature and output: `feature * OUTPUTS + output`. */
  readonly weights: Float64Array;
}

const EPOCHS = 6;
const RATE = 0.3;
const BIAS_RATE = 0.01;
/** L2 penalty of a weight, the same for each sample that has its feature: over the number of all samples. */
const PENALTY = 400;
/** L2 penalty of a weight, shared by the samples that have its feature: a rare one needs better evidence. */
const RARITY_PENALTY = 1;

/** Two rounds: the first one's model finds the segments of labels that name none. */
export function fitSegmentModel(
  texts: readonly ReadText[],
  phrases: readonly SegmentSample[],
  size: number,
): SegmentModel {
  let model: SegmentModel | undefined;
  for (let round = 0; round < 2; round += 1) {
    const before = model;
    const score = before && ((features: Uint32Array, output: number) => logOddsOf(before, features, output));
    model = train([...texts.flatMap((text) => samplesOf(text, score)), ...phrases], size);
  }
  return model as SegmentModel;
}

export function logOddsOf({ biases, weights }: SegmentModel, features: Uint32Array, output: number): number {
  let sum = biases[output] as number;
  for (const feature of features) sum += weights[feature * OUTPUTS + output] as number;
  return sum;
}

/** AdaGrad (Duchi et al. 2011) in a fixed order: the same samples give the same weights. */
function train(samples: readonly SegmentSample[], size: number): SegmentModel {
  const weights = new Float64Array(size * OUTPUTS);
  const squares = new Float64Array(size * OUTPUTS).fill(1e-4);
  const biases = baseLogOdds(samples);
  const penalties = penaltiesOf(samples, size);
  const stride = strideFor(samples.length);
  const values = new Float64Array(OUTPUTS);
  const outputs = new Uint32Array(OUTPUTS);
  for (let step = 0; step < EPOCHS * samples.length; step += 1) {
    const sample = samples[(step * stride) % samples.length] as SegmentSample;
    values.set(biases);
    addRows(values, weights, sample.features);
    const errors = values;
    let count = 0;
    for (let output = 0; output < OUTPUTS; output += 1) {
      const importance = sample.weights[output] as number;
      if (importance === 0) continue;
      outputs[count] = output;
      count += 1;
      const probability = 1 / (1 + Math.exp(-(values[output] as number)));
      const error = (probability - (sample.targets[output] as number)) * importance;
      biases[output] = (biases[output] as number) - BIAS_RATE * error;
      errors[output] = error;
    }
    descend({ weights, squares, penalties, errors }, sample.features, outputs.subarray(0, count));
  }
  return { biases, weights };
}

function penaltiesOf(samples: readonly SegmentSample[], size: number): Float64Array {
  const counts = new Float64Array(size);
  for (const { features } of samples)
    for (const feature of features) counts[feature] = (counts[feature] as number) + 1;
  return counts.map((count) => PENALTY / samples.length + RARITY_PENALTY / Math.max(count, 1));
}

/** A loop over the rows as they lie in memory, for all outputs at once: they share no weight. */
function addRows(sums: Float64Array, weights: Float64Array, features: Uint32Array): void {
  const { length } = sums;
  for (let index = 0; index < features.length; index += 1) {
    const row = (features[index] as number) * length;
    for (let output = 0; output < length; output += 1)
      sums[output] = (sums[output] as number) + (weights[row + output] as number);
  }
}

interface Descent {
  readonly weights: Float64Array;
  readonly squares: Float64Array;
  /** By feature. */
  readonly penalties: Float64Array;
  /** By output. */
  readonly errors: Float64Array;
}

function descend(
  { weights, squares, penalties, errors }: Descent,
  features: Uint32Array,
  outputs: Uint32Array,
): void {
  const { length } = errors;
  for (let index = 0; index < features.length; index += 1) {
    const feature = features[index] as number;
    const penalty = penalties[feature] as number;
    const row = feature * length;
    for (let known = 0; known < outputs.length; known += 1) {
      const output = outputs[known] as number;
      const at = row + output;
      const weight = weights[at] as number;
      const slope = (errors[output] as number) + penalty * weight;
      const square = (squares[at] as number) + slope * slope;
      squares[at] = square;
      weights[at] = weight - (RATE * slope) / Math.sqrt(square);
    }
  }
}

function baseLogOdds(samples: readonly SegmentSample[]): Float64Array {
  const right = new Float64Array(OUTPUTS).fill(1);
  const all = new Float64Array(OUTPUTS).fill(2);
  for (const { targets, weights } of samples)
    for (let output = 0; output < OUTPUTS; output += 1) {
      const weight = weights[output] as number;
      right[output] = (right[output] as number) + weight * (targets[output] as number);
      all[output] = (all[output] as number) + weight;
    }
  return right.map((count, output) => Math.log(count / ((all[output] as number) - count)));
}
