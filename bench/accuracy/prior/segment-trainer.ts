import { strideFor } from "../../../build/insights/sentiment/star-model.ts";
import { seededRandom } from "../../../scripts/generate.ts";
import { INPUTS, logOddsOf, type SegmentModel, UNITS } from "./segment-model.ts";
import { OUTPUTS, type ReadText, type SegmentSample, samplesOf } from "./segment-samples.ts";
import { FEATURE_DROPOUT, layerOf, TextTrainer } from "./text-trainer.ts";

const EPOCHS = 6;
/** Enough to find the segments of labels that name none. */
const EPOCHS_TO_FIND = 2;
const SEED = 1;

/** The samples of each text. A model that has learned from all of them finds the segments of labels that name none. */
export function locatedSamples(
  texts: readonly ReadText[],
  phrases: readonly (readonly SegmentSample[])[],
  size: number,
): SegmentSample[][] {
  const samples = texts.map((text) => samplesOf(text, undefined));
  const model = fitSegmentModel([...samples, ...phrases], size, EPOCHS_TO_FIND);
  return texts.map((text) => samplesOf(text, (segments) => logOddsOf(model, segments)));
}

/**
 * Learns from texts, the samples of their segments, whose features are numbers below `size`. Texts in a fixed order, and
 * numbers that only look random: the same texts give the same weights.
 */
export function fitSegmentModel(
  texts: readonly (readonly SegmentSample[])[],
  size: number,
  epochs = EPOCHS,
): SegmentModel {
  const random = seededRandom(SEED);
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
