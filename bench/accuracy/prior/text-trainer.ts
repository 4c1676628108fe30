import { addNeighbors, addSlopesOfNeighbors, INPUTS, type SegmentModel, UNITS } from "./segment-model.ts";
import { OUTPUTS, type SegmentSample } from "./segment-samples.ts";

const RATE = 0.05;
/** L2 penalty of a weight, for each sample that has its feature. */
const PENALTY = 0.001;
/** Shares of the features and of the units that a sample does without, so that none relies on another one alone. */
export const FEATURE_DROPOUT = 0.3;
const UNIT_DROPOUT = 0.2;
/** The share of segments that do without those before them, and without those after them. */
const NEIGHBOR_DROPOUT = 0.25;
/** Less is not learned from, neither by outputs nor by units: most samples are known by then. */
const MIN_ERROR = 0.003;
const MIN_SLOPE = 0.01;
/** Below these log-odds the error of an output is smaller. */
const MIN_LOG_ODDS = Math.log(MIN_ERROR / (1 - MIN_ERROR));

/** Weights, and the sums of their squared slopes, for AdaGrad (Duchi et al. 2011). */
export interface Layer {
  readonly weights: Float32Array;
  readonly squares: Float32Array;
}

export const layerOf = (weights: Float32Array): Layer => ({
  weights,
  squares: new Float32Array(weights.length).fill(0.001),
});

function descend({ weights, squares }: Layer, at: number, slope: number): void {
  const square = (squares[at] as number) + slope * slope;
  squares[at] = square;
  weights[at] = (weights[at] as number) - (RATE * slope) / Math.sqrt(square);
}

const featureCountOf = (text: readonly SegmentSample[]): number =>
  text.reduce((sum, { features }) => sum + features.length, 0);

/** Learns from one text after the other. */
export class TextTrainer {
  readonly #network: Readonly<Record<keyof SegmentModel, Layer>>;
  readonly #random: () => number;
  /** The rows of the features that are not dropped, and by segment the index after its last one. */
  readonly #rows: Uint32Array;
  readonly #rowEnds: Uint32Array;
  /** By segment and input. */
  readonly #inputs: Float32Array;
  readonly #slopes: Float32Array;
  /** Of a segment: the inputs above zero, or the units that were wrong, and how many they are. */
  readonly #active = new Uint32Array(INPUTS);
  #activeCount = 0;
  /** By output. */
  readonly #logOdds = new Float64Array(OUTPUTS);

  constructor(
    network: Readonly<Record<keyof SegmentModel, Layer>>,
    random: () => number,
    texts: readonly (readonly SegmentSample[])[],
  ) {
    this.#network = network;
    this.#random = random;
    const longest = texts.reduce((most, { length }) => Math.max(most, length), 0);
    this.#rows = new Uint32Array(texts.reduce((most, text) => Math.max(most, featureCountOf(text)), 0));
    this.#rowEnds = new Uint32Array(longest);
    this.#inputs = new Float32Array(longest * INPUTS);
    this.#slopes = new Float32Array(longest * INPUTS);
  }

  learn(text: readonly SegmentSample[]): void {
    const count = text.length;
    let rowCount = 0;
    for (let place = 0; place < count; place += 1) {
      rowCount = this.#setUnits(text[place] as SegmentSample, place, rowCount);
      this.#rowEnds[place] = rowCount;
    }
    addNeighbors(this.#inputs, count);
    for (let start = UNITS; start < count * INPUTS; start += UNITS)
      if (start % INPUTS !== 0 && this.#random() < NEIGHBOR_DROPOUT)
        this.#inputs.fill(0, start, start + UNITS);
    this.#slopes.fill(0, 0, count * INPUTS);
    for (let place = 0; place < count; place += 1) this.#learnOutputs(text[place] as SegmentSample, place);
    addSlopesOfNeighbors(this.#slopes, count);
    for (let place = 0; place < count; place += 1) this.#learnUnits(place);
  }

  /** Sets a segment's own units. Returns the number of rows with its own. */
  #setUnits({ features }: SegmentSample, place: number, rowCount: number): number {
    const { weights } = this.#network.features;
    const biases = this.#network.biases.weights;
    const unitCount = biases.length;
    const inputs = this.#inputs;
    const start = place * INPUTS;
    let rowEnd = rowCount;
    inputs.fill(0, start + unitCount, start + INPUTS);
    inputs.set(biases, start);
    for (let index = 0; index < features.length; index += 1) {
      if (this.#random() < FEATURE_DROPOUT) continue;
      const row = (features[index] as number) * unitCount;
      this.#rows[rowEnd] = row;
      rowEnd += 1;
      for (let unit = 0; unit < unitCount; unit += 1)
        inputs[start + unit] = (inputs[start + unit] as number) + (weights[row + unit] as number);
    }
    for (let at = start; at < start + unitCount; at += 1) {
      const isPassed = (inputs[at] as number) > 0 && this.#random() >= UNIT_DROPOUT;
      inputs[at] = isPassed ? (inputs[at] as number) / (1 - UNIT_DROPOUT) : 0;
    }
    return rowEnd;
  }

  #learnOutputs({ outputs, targets, weights }: SegmentSample, place: number): void {
    this.#setLogOdds(place * INPUTS, outputs);
    for (let at = 0; at < weights.length; at += 1) {
      const weight = weights[at] as number;
      if (weight !== 0) this.#learnOutput(outputs[at] as number, targets[at] as number, { weight, place });
    }
  }

  #setLogOdds(start: number, known: Uint16Array): void {
    const { outputs, outputBiases } = this.#network;
    const { weights } = outputs;
    const logOdds = this.#logOdds;
    const outputCount = logOdds.length;
    const active = this.#active;
    const inputCount = active.length;
    logOdds.set(outputBiases.weights);
    this.#activeCount = 0;
    for (let input = 0; input < inputCount; input += 1) {
      const value = this.#inputs[start + input] as number;
      if (value === 0) continue;
      active[this.#activeCount] = input;
      this.#activeCount += 1;
      const row = input * outputCount;
      for (let at = 0; at < known.length; at += 1) {
        const output = known[at] as number;
        logOdds[output] = (logOdds[output] as number) + (weights[row + output] as number) * value;
      }
    }
  }

  #learnOutput(
    output: number,
    target: number,
    { weight: importance, place }: { readonly weight: number; readonly place: number },
  ): void {
    const logOdds = this.#logOdds[output] as number;
    if (target === 0 && logOdds < MIN_LOG_ODDS) return;
    const { outputs, outputBiases } = this.#network;
    const { weights } = outputs;
    const slopes = this.#slopes;
    const outputCount = this.#logOdds.length;
    const start = place * INPUTS;
    const error = (1 / (1 + Math.exp(-logOdds)) - target) * importance;
    if (Math.abs(error) < MIN_ERROR) return;
    descend(outputBiases, output, error);
    for (let index = 0; index < this.#activeCount; index += 1) {
      const input = this.#active[index] as number;
      const at = input * outputCount + output;
      const weight = weights[at] as number;
      slopes[start + input] = (slopes[start + input] as number) + error * weight;
      descend(outputs, at, error * (this.#inputs[start + input] as number) + PENALTY * weight);
    }
  }

  #learnUnits(place: number): void {
    const { features, biases } = this.#network;
    const { weights } = features;
    const start = place * INPUTS;
    let wrong = 0;
    const unitCount = biases.weights.length;
    for (let unit = 0; unit < unitCount; unit += 1) {
      if (this.#inputs[start + unit] === 0) continue;
      const slope = (this.#slopes[start + unit] as number) / (1 - UNIT_DROPOUT);
      if (Math.abs(slope) < MIN_SLOPE) continue;
      descend(biases, unit, slope);
      this.#slopes[start + unit] = slope;
      this.#active[wrong] = unit;
      wrong += 1;
    }
    const rowEnd = this.#rowEnds[place] as number;
    for (let at = place === 0 ? 0 : (this.#rowEnds[place - 1] as number); at < rowEnd; at += 1) {
      const row = this.#rows[at] as number;
      for (let index = 0; index < wrong; index += 1) {
        const unit = this.#active[index] as number;
        const slope = (this.#slopes[start + unit] as number) + PENALTY * (weights[row + unit] as number);
        descend(features, row + unit, slope);
      }
    }
  }
}
