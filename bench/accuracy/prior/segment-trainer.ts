import { strideFor } from "../../../build/insights/sentiment/star-model.ts";
import { seededRandom } from "../../../scripts/generate.ts";
import { logOddsOf, type SegmentModel, UNITS } from "./segment-model.ts";
import { OUTPUTS, type ReadText, type SegmentSample, samplesOf } from "./segment-samples.ts";

const EPOCHS = 5;
/** Enough to find the segments of labels that name none. */
const EPOCHS_TO_FIND = 2;
const RATE = 0.05;
/** L2 penalty of a weight, for each sample that has its feature. */
const PENALTY = 0.001;
/** Shares of the features and of the units that a sample does without, so that none relies on another one alone. */
const FEATURE_DROPOUT = 0.2;
const UNIT_DROPOUT = 0.2;
/** Less is not learned from, neither by outputs nor by units: most samples are known by then. */
const MIN_ERROR = 0.003;
const MIN_SLOPE = 0.01;
/** Below these log-odds the error of an output is smaller. */
const MIN_LOG_ODDS = Math.log(MIN_ERROR / (1 - MIN_ERROR));
const SEED = 1;

/** The samples of each text. A model that has learned from all of them finds the segments of labels that name none. */
export function locatedSamples(
  texts: readonly ReadText[],
  phrases: readonly SegmentSample[],
  size: number,
): SegmentSample[][] {
  const samples = [...texts.flatMap((text) => samplesOf(text, undefined)), ...phrases];
  const model = fitSegmentModel(samples, size, EPOCHS_TO_FIND);
  return texts.map((text) => samplesOf(text, (features) => logOddsOf(model, features)));
}

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

/**
 * Learns from samples whose features are numbers below `size`. Samples in a fixed order, and numbers that only look
 * random: the same samples give the same weights.
 */
export function fitSegmentModel(
  samples: readonly SegmentSample[],
  size: number,
  epochs = EPOCHS,
): SegmentModel {
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
    // A text has all of its features where none is dropped.
    features: network.features.weights.map((weight) => weight * (1 - FEATURE_DROPOUT)),
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
  /** By output. */
  readonly #logOdds = new Float64Array(OUTPUTS);

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
    const unitCount = this.#values.length;
    this.#rowCount = 0;
    for (let index = 0; index < features.length; index += 1) {
      if (this.#random() < FEATURE_DROPOUT) continue;
      this.#rows[this.#rowCount] = (features[index] as number) * unitCount;
      this.#rowCount += 1;
    }
    this.#setValues();
    this.#setLogOdds();
    this.#slopes.fill(0);
    for (let output = 0; output < weights.length; output += 1) {
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
      for (let unit = 0; unit < values.length; unit += 1)
        values[unit] = (values[unit] as number) + (weights[row + unit] as number);
    }
    this.#activeCount = 0;
    for (let unit = 0; unit < values.length; unit += 1) {
      if ((values[unit] as number) <= 0 || this.#random() < UNIT_DROPOUT) continue;
      values[unit] = (values[unit] as number) / (1 - UNIT_DROPOUT);
      this.#active[this.#activeCount] = unit;
      this.#activeCount += 1;
    }
  }

  #setLogOdds(): void {
    const { outputs, outputBiases } = this.#network;
    const { weights } = outputs;
    const logOdds = this.#logOdds;
    logOdds.set(outputBiases.weights);
    for (let index = 0; index < this.#activeCount; index += 1) {
      const unit = this.#active[index] as number;
      const value = this.#values[unit] as number;
      for (let output = 0, at = unit * logOdds.length; output < logOdds.length; output += 1, at += 1)
        logOdds[output] = (logOdds[output] as number) + (weights[at] as number) * value;
    }
  }

  #learnOutput(output: number, target: number, importance: number): void {
    const logOdds = this.#logOdds[output] as number;
    if (target === 0 && logOdds < MIN_LOG_ODDS) return;
    const { outputs, outputBiases } = this.#network;
    const { weights } = outputs;
    const slopes = this.#slopes;
    const error = (1 / (1 + Math.exp(-logOdds)) - target) * importance;
    if (Math.abs(error) < MIN_ERROR) return;
    descend(outputBiases, output, error);
    for (let index = 0; index < this.#activeCount; index += 1) {
      const unit = this.#active[index] as number;
      const at = unit * this.#logOdds.length + output;
      const weight = weights[at] as number;
      slopes[unit] = (slopes[unit] as number) + (error * weight) / (1 - UNIT_DROPOUT);
      descend(outputs, at, error * (this.#values[unit] as number) + PENALTY * weight);
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
