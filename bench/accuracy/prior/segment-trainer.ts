import { strideFor } from "../../../build/insights/sentiment/star-model.ts";
import { seededRandom } from "../../../scripts/generate.ts";
import { INPUTS, logOddsOf, type SegmentModel, UNITS } from "./segment-model.ts";
import { OUTPUTS, type ReadText, type SegmentSample, samplesOf } from "./segment-samples.ts";
import { FEATURE_DROPOUT, type Layer, layerOf, TextTrainer } from "./text-trainer.ts";

const EPOCHS = 6;
/** Enough to find the segments of labels that name none. */
const EPOCHS_TO_FIND = 2;
/** Networks that start from different numbers are wrong about different texts. */
const SEEDS = [21, 22];
const SEED_TO_FIND = 1;

/** Each text is the samples of its segments. */
type Samples = readonly (readonly SegmentSample[])[];
type Network = Readonly<Record<keyof SegmentModel, Layer>>;

/** The samples of each text. A model that has learned from all of them finds the segments of labels that name none. */
export function locatedSamples(
  texts: readonly ReadText[],
  phrases: Samples,
  size: number,
): SegmentSample[][] {
  const samples = texts.map((text) => samplesOf(text, undefined));
  const model = trained([...samples, ...phrases], size, { seed: SEED_TO_FIND, epochs: EPOCHS_TO_FIND });
  return texts.map((text) => samplesOf(text, (segments) => logOddsOf(model, segments)));
}

/**
 * Networks that learn from texts whose features are numbers below `size`. Texts in a fixed order, and numbers that only
 * look random: the same texts give the same weights.
 */
export const fitSegmentModels = (texts: Samples, size: number): SegmentModel[] =>
  SEEDS.map((seed) => trained(texts, size, { seed, epochs: EPOCHS }));

function trained(
  texts: Samples,
  size: number,
  { seed, epochs }: { readonly seed: number; readonly epochs: number },
): SegmentModel {
  const random = seededRandom(seed);
  const network = newNetwork(size, random);
  const trainer = new TextTrainer(network, random, texts);
  const stride = strideFor(texts.length);
  for (let count = 0; count < epochs * texts.length; count += 1)
    trainer.learn(texts[(count * stride) % texts.length] as readonly SegmentSample[]);
  return {
    // A text has all of its features where none is dropped.
    features: network.features.weights.map((weight) => weight * (1 - FEATURE_DROPOUT)),
    biases: network.biases.weights,
    outputs: network.outputs.weights,
    outputBiases: network.outputBiases.weights,
  };
}

function newNetwork(size: number, random: () => number): Network {
  const drawn = (length: number, most: number): Float32Array =>
    Float32Array.from({ length }, () => (2 * random() - 1) * most);
  const network = {
    features: layerOf(drawn(size * UNITS, 0.04)),
    biases: layerOf(new Float32Array(UNITS).fill(0.1)),
    outputs: layerOf(drawn(OUTPUTS * INPUTS, 0.4)),
    outputBiases: layerOf(new Float32Array(OUTPUTS).fill(-4)),
  };
  // The weights of neighbors start near zero.
  for (let at = OUTPUTS * UNITS; at < OUTPUTS * INPUTS; at += 1)
    network.outputs.weights[at] = (network.outputs.weights[at] as number) / 8;
  return network;
}
