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
/** L2 penalty of a weight, over the number of samples. */
const PENALTY = 60;

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
  const biases = Float64Array.from({ length: OUTPUTS }, (_, output) => baseLogOdds(samples, output));
  const model = { biases, weights };
  const penalty = PENALTY / samples.length;
  const stride = strideFor(samples.length);
  for (let step = 0; step < EPOCHS * samples.length; step += 1) {
    const {
      features,
      targets,
      weights: importance,
    } = samples[(step * stride) % samples.length] as SegmentSample;
    for (let output = 0; output < OUTPUTS; output += 1) {
      if (importance[output] === 0) continue;
      const probability = 1 / (1 + Math.exp(-logOddsOf(model, features, output)));
      const error = (probability - (targets[output] as number)) * (importance[output] as number);
      biases[output] = (biases[output] as number) - BIAS_RATE * error;
      for (const feature of features) {
        const at = feature * OUTPUTS + output;
        const slope = error + penalty * (weights[at] as number);
        squares[at] = (squares[at] as number) + slope * slope;
        weights[at] = (weights[at] as number) - (RATE * slope) / Math.sqrt(squares[at]);
      }
    }
  }
  return model;
}

function baseLogOdds(samples: readonly SegmentSample[], output: number): number {
  let right = 1;
  let all = 2;
  for (const { targets, weights } of samples) {
    right += (weights[output] as number) * (targets[output] as number);
    all += weights[output] as number;
  }
  return Math.log(right / (all - right));
}
