import { strideFor } from "../../../build/insights/sentiment/star-model.ts";
import { seededRandom } from "../../../scripts/generate.ts";
import { logOddsOf, type SegmentModel, UNITS } from "./segment-model.ts";
import { OUTPUTS, type ReadText, type SegmentSample, samplesOf } from "./segment-samples.ts";

/** Of the first round and of the second. */
const EPOCHS = [2, 5];
const RATE = 0.05;
/** L2 penalty of a weight, for each sample that has its feature. */
const PENALTY = 0.001;
/** Shares of the features and of the units that a sample does without, so that none relies on another one alone. */
const FEATURE_DROPOUT = 0.2;
const UNIT_DROPOUT = 0.2;
/** Less is not learned from, neither by outputs nor by units: most samples are known by then. */
const MIN_ERROR = 0.003;
const MIN_SLOPE = 0.01;
const SEED = 1;

/** Two rounds: the first one's model finds the segments of labels that name none. */
export function fitSegmentModel(
  texts: readonly ReadText[],
  phrases: readonly SegmentSample[],
  size: number,
): SegmentModel {
  let model: SegmentModel | undefined;
  for (const epochs of EPOCHS) {
    const before = model;
    const score = before && ((features: Uint32Array) => logOddsOf(before, features));
    const samples = [...texts.flatMap((text) => samplesOf(text, score)), ...phrases];
    model = withoutDropout(train(samples, size, epochs));
  }
  return model as SegmentModel;
}

/** A text has all of its features where none is dropped. */
const withoutDropout = (model: SegmentModel): SegmentModel => ({
  ...model,
  features: model.features.map((weight) => weight * (1 - FEATURE_DROPOUT)),
});

/** Weights, and the sums of their squared slopes, for AdaGrad (Duchi et al. 2011). */
interface Layer {
  readonly weights: Float32Array;
  readonly squares: Float32Array;
}

const layerOf = (weights: Float32Array): Layer => ({
  weights,
  squares: new Float32Array(weights.length).fill(0.001),
});

function descend({ weights, squares }: Layer, at: number, slope: number): void {
  const square = (squares[at] as number) + slope * slope;
  squares[at] = square;
  weights[at] = (weights[at] as number) - (RATE * slope) / Math.sqrt(square);
}

/** Samples in a fixed order, and numbers that only look random: the same samples give the same weights. */
function train(samples: readonly SegmentSample[], size: number, epochs: number): SegmentModel {
  const random = seededRandom(SEED);
  const drawn = (length: number, most: number): Float32Array =>
    Float32Array.from({ length }, () => (2 * random() - 1) * most);
  const network = {
    features: layerOf(drawn(size * UNITS, 0.04)),
    biases: layerOf(new Float32Array(UNITS).fill(0.1)),
    outputs: layerOf(drawn(OUTPUTS * UNITS, 0.4)),
    outputBiases: layerOf(new Float32Array(OUTPUTS).fill(-4)),
  };
  const maxFeatures = samples.reduce((most, { features }) => Math.max(most, features.length), 0);
  const trainer = new Trainer(network, random, maxFeatures);
  const stride = strideFor(samples.length);
  for (let count = 0; count < epochs * samples.length; count += 1)
    trainer.learn(samples[(count * stride) % samples.length] as SegmentSample);
  return {
    features: network.features.weights,
    biases: network.biases.weights,
    outputs: network.outputs.weights,
    outputBiases: network.outputBiases.weights,
  };
}

class Trainer {
  readonly #network: Readonly<Record<keyof SegmentModel, Layer>>;
  readonly #random: () => number;
  /** Of a sample: the rows of the features and the units that are not dropped, and how many they are. */
  readonly #rows: Uint32Array;
  readonly #active = new Uint32Array(UNITS);
  #rowCount = 0;
  #activeCount = 0;
  /** By unit. */
  readonly #values = new Float32Array(UNITS);
  readonly #slopes = new Float32Array(UNITS);

  constructor(
    network: Readonly<Record<keyof SegmentModel, Layer>>,
    random: () => number,
    maxFeatures: number,
  ) {
    this.#network = network;
    this.#random = random;
    this.#rows = new Uint32Array(maxFeatures);
  }

  learn({ features, targets, weights }: SegmentSample): void {
    this.#rowCount = 0;
    for (let index = 0; index < features.length; index += 1) {
      if (this.#random() < FEATURE_DROPOUT) continue;
      this.#rows[this.#rowCount] = (features[index] as number) * UNITS;
      this.#rowCount += 1;
    }
    this.#setValues();
    this.#slopes.fill(0);
    for (let output = 0; output < OUTPUTS; output += 1) {
      const weight = weights[output] as number;
      if (weight !== 0) this.#learnOutput(output, targets[output] as number, weight);
    }
    this.#learnUnits();
  }

  #setValues(): void {
    const { weights } = this.#network.features;
    const values = this.#values;
    values.set(this.#network.biases.weights);
    for (let index = 0; index < this.#rowCount; index += 1) {
      const row = this.#rows[index] as number;
      for (let unit = 0; unit < UNITS; unit += 1)
        values[unit] = (values[unit] as number) + (weights[row + unit] as number);
    }
    this.#activeCount = 0;
    for (let unit = 0; unit < UNITS; unit += 1) {
      if ((values[unit] as number) <= 0 || this.#random() < UNIT_DROPOUT) continue;
      values[unit] = (values[unit] as number) / (1 - UNIT_DROPOUT);
      this.#active[this.#activeCount] = unit;
      this.#activeCount += 1;
    }
  }

  #learnOutput(output: number, target: number, importance: number): void {
    const { outputs, outputBiases } = this.#network;
    const { weights } = outputs;
    const slopes = this.#slopes;
    const row = output * UNITS;
    let sum = outputBiases.weights[output] as number;
    for (let index = 0; index < this.#activeCount; index += 1) {
      const unit = this.#active[index] as number;
      sum += (weights[row + unit] as number) * (this.#values[unit] as number);
    }
    const error = (1 / (1 + Math.exp(-sum)) - target) * importance;
    if (Math.abs(error) < MIN_ERROR) return;
    descend(outputBiases, output, error);
    for (let index = 0; index < this.#activeCount; index += 1) {
      const unit = this.#active[index] as number;
      const weight = weights[row + unit] as number;
      slopes[unit] = (slopes[unit] as number) + (error * weight) / (1 - UNIT_DROPOUT);
      descend(outputs, row + unit, error * (this.#values[unit] as number) + PENALTY * weight);
    }
  }

  #learnUnits(): void {
    const { features, biases } = this.#network;
    const { weights } = features;
    let wrong = 0;
    for (let index = 0; index < this.#activeCount; index += 1) {
      const unit = this.#active[index] as number;
      const slope = this.#slopes[unit] as number;
      if (Math.abs(slope) < MIN_SLOPE) continue;
      descend(biases, unit, slope);
      this.#active[wrong] = unit;
      wrong += 1;
    }
    this.#activeCount = wrong;
    for (let at = 0; at < this.#rowCount; at += 1) {
      const row = this.#rows[at] as number;
      for (let index = 0; index < this.#activeCount; index += 1) {
        const unit = this.#active[index] as number;
        descend(
          features,
          row + unit,
          (this.#slopes[unit] as number) + PENALTY * (weights[row + unit] as number),
        );
      }
    }
  }
}
