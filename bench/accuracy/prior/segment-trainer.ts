import { strideFor } from "../../../build/insights/sentiment/star-model.ts";
import { seededRandom } from "../../../scripts/generate.ts";
import { INPUTS, logOddsOf, type SegmentModel, UNITS } from "./segment-model.ts";
import { OUTPUTS, type ReadText, type SegmentSample, samplesOf } from "./segment-samples.ts";
import { FEATURE_DROPOUT, type Layer, layerOf, TextTrainer } from "./text-trainer.ts";

const EPOCHS = 6;
/** Enough to find the segments of labels that name none. */
const EPOCHS_TO_FIND = 2;
/** After the first epochs the network learns on in several branches, whose weights are averaged. */
const SHARED_EPOCHS = 2;
const BRANCHES = 4;
const SEED = 1;

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
  const model = modelOf([newlyTrained([...samples, ...phrases], size, EPOCHS_TO_FIND)]);
  return texts.map((text) => samplesOf(text, (segments) => logOddsOf(model, segments)));
}

/**
 * Learns from texts whose features are numbers below `size`. Texts in a fixed order, and numbers that only look random:
 * the same texts give the same weights.
 */
export function fitSegmentModel(texts: Samples, size: number): SegmentModel {
  const shared = newlyTrained(texts, size, SHARED_EPOCHS);
  const branches = Array.from({ length: BRANCHES }, (_, branch) => {
    const network = structuredClone(shared);
    learn(network, texts, seededRandom(SEED + 1 + branch), { from: SHARED_EPOCHS, to: EPOCHS });
    return network;
  });
  return modelOf(branches);
}

function newlyTrained(texts: Samples, size: number, epochs: number): Network {
  const random = seededRandom(SEED);
  const network = newNetwork(size, random);
  learn(network, texts, random, { from: 0, to: epochs });
  return network;
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

function learn(
  network: Network,
  texts: Samples,
  random: () => number,
  epochs: { readonly from: number; readonly to: number },
): void {
  const trainer = new TextTrainer(network, random, texts);
  const stride = strideFor(texts.length);
  for (let count = epochs.from * texts.length; count < epochs.to * texts.length; count += 1)
    trainer.learn(texts[(count * stride) % texts.length] as readonly SegmentSample[]);
}

/** The mean of the weights of networks. */
function modelOf(networks: readonly Network[]): SegmentModel {
  const meanOf = (layer: keyof SegmentModel): Float32Array =>
    (networks[0] as Network)[layer].weights.map(
      (_, at) =>
        networks.reduce((sum, network) => sum + (network[layer].weights[at] as number), 0) / networks.length,
    );
  return {
    // A text has all of its features where none is dropped.
    features: meanOf("features").map((weight) => weight * (1 - FEATURE_DROPOUT)),
    biases: meanOf("biases"),
    outputs: meanOf("outputs"),
    outputBiases: meanOf("outputBiases"),
  };
}
