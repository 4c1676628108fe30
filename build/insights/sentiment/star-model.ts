import type { LearnedWeights } from "../../../model/learned.ts";
import { rounded } from "../statistics/statistics.ts";
import { wordsOf } from "../text/words.ts";
import { FeatureExtractor, MAX_TRAINING_REVIEWS } from "./star-features.ts";

/** Weights of the words of a business's own customers, learned from their ratings. */
export interface StarModel {
  /** Reviews with 4 or 5 stars, and with 1 or 2. Those with 3 are not used. */
  readonly high: number;
  readonly low: number;
  /** The share of the learned weights, from 0 without enough reviews towards 1 with many. */
  readonly blend: number;
  /** Log-odds that the text is praise. */
  readonly logOddsOfText: (text: string) => number;
  /** By feature. */
  readonly weights: ReadonlyMap<number, number>;
}

export interface RatedFeatures {
  readonly features: Uint32Array;
  readonly rating: number;
}

/** With fewer reviews of a class, the weights are mostly noise. */
const MIN_CLASS_REVIEWS = 30;
/** The number of reviews at which `blend` is one half. */
const HALF_BLEND_REVIEWS = 300;
const EPOCHS = 8;
const LEARNING_RATE = 0.5;
const BIAS_RATE = 0.01;
const DECAY = 1e-4;
const MIN_FEATURE_REVIEWS = 3;
/** The most frequent ones. */
const MAX_FEATURES = 5000;
/** Larger log-odds are clamped: they would overstate the evidence. */
const MAX_LOG_ODDS = 4;

export const UNTRAINED: StarModel = {
  high: 0,
  low: 0,
  blend: 0,
  logOddsOfText: () => 0,
  weights: new Map(),
};

/** Learns the content of `learned.json` from texts in English and their ratings. */
export function learnFrom(
  reviews: readonly { readonly text: string; readonly rating: number }[],
  names: ReadonlySet<string>,
): Pick<LearnedWeights, "high" | "low" | "weights"> {
  const extractor = new FeatureExtractor(names);
  const keys = new Map<number, string>();
  const rated = reviews.map(({ text, rating }) => ({
    features: extractor.extract(text, wordsOf(text), keys),
    rating,
  }));
  const { high, low, weights } = trainStarModel(rated, extractor);
  const named = [...weights].map(
    ([feature, weight]) => [keys.get(feature) ?? "", rounded(weight, 3)] as const,
  );
  return { high, low, weights: Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/** The weights of `learned.json`. Without the file, and below enough reviews of each class, there are none. */
export function starModelOf(
  learned: Pick<LearnedWeights, "high" | "low" | "weights"> | undefined,
  names: ReadonlySet<string>,
): StarModel {
  const { high = 0, low = 0, weights: written = {} } = learned ?? {};
  const extractor = new FeatureExtractor(names);
  const weights = new Map(Object.entries(written).map(([key, weight]) => [extractor.featureOf(key), weight]));
  extractor.close();
  return weights.size === 0 ? { ...UNTRAINED, high, low } : modelOf({ high, low, weights }, extractor);
}

/** Deterministic: the same reviews in the same order give the same weights, to the last bit. */
export function trainStarModel(rated: readonly RatedFeatures[], extractor: FeatureExtractor): StarModel {
  extractor.close();
  const samples = rated.filter(({ rating }) => rating !== 3).slice(0, MAX_TRAINING_REVIEWS);
  const low = samples.filter(({ rating }) => rating < 3).length;
  const high = samples.length - low;
  if (low < MIN_CLASS_REVIEWS || high < MIN_CLASS_REVIEWS) return { ...UNTRAINED, high, low };
  const isFrequent = frequentFeatures(samples, extractor.size);
  const learned = learnWeights(
    samples.map(({ features, rating }) => ({
      features: features.filter((f) => isFrequent.has(f)),
      rating,
    })),
    extractor.size,
  );
  const weights = new Map([...isFrequent].map((feature) => [feature, learned[feature] as number]));
  return modelOf({ high, low, weights }, extractor);
}

function modelOf(
  { high, low, weights }: Pick<StarModel, "high" | "low" | "weights">,
  extractor: FeatureExtractor,
): StarModel {
  const table = new Float64Array(extractor.size);
  const isKnown = new Uint8Array(extractor.size);
  for (const [feature, weight] of weights) {
    table[feature] = weight;
    isKnown[feature] = 1;
  }
  const logOddsOf = (features: Uint32Array): number => {
    const logOdds = scoreOf(
      table,
      features.filter((feature) => isKnown[feature] === 1),
    );
    return Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, logOdds));
  };
  return {
    high,
    low,
    blend: (high + low) / (high + low + HALF_BLEND_REVIEWS),
    logOddsOfText: (text) => logOddsOf(extractor.extract(text, wordsOf(text))),
    weights,
  };
}

/** The features that enough reviews have, the most frequent ones; of equally frequent ones the lower numbers. */
function frequentFeatures(samples: readonly RatedFeatures[], size: number): ReadonlySet<number> {
  const counts = new Uint32Array(size);
  for (const { features } of samples)
    for (const feature of features) counts[feature] = (counts[feature] as number) + 1;
  const frequent: [feature: number, count: number][] = [];
  for (const [feature, count] of counts.entries())
    if (count >= MIN_FEATURE_REVIEWS) frequent.push([feature, count]);
  const kept = frequent.toSorted(([, a], [, b]) => b - a).slice(0, MAX_FEATURES);
  return new Set(kept.map(([feature]) => feature));
}

/** The sum of the weights over the root of their number, so that long texts do not outweigh short ones. */
function scoreOf(weights: Float64Array, features: Uint32Array): number {
  let sum = 0;
  for (const feature of features) sum += weights[feature] as number;
  return features.length === 0 ? 0 : sum / Math.sqrt(features.length);
}

/** Logistic regression with AdaGrad (Duchi et al. 2011) in a fixed order. Both classes weigh the same. */
function learnWeights(samples: readonly RatedFeatures[], size: number): Float64Array {
  const weights = new Float64Array(size);
  const squares = new Float64Array(size).fill(1e-6);
  const high = samples.filter(({ rating }) => rating > 3).length;
  const lowWeight = samples.length / (2 * (samples.length - high));
  const highWeight = samples.length / (2 * high);
  const stride = strideFor(samples.length);
  let bias = 0;
  for (let step = 0; step < EPOCHS * samples.length; step += 1) {
    const { features, rating } = samples[(step * stride) % samples.length] as RatedFeatures;
    const probability = 1 / (1 + Math.exp(-(scoreOf(weights, features) + bias)));
    const error = rating > 3 ? (probability - 1) * highWeight : probability * lowWeight;
    bias -= BIAS_RATE * error;
    const slope = error / Math.sqrt(features.length || 1);
    for (const feature of features) {
      const gradient = slope + DECAY * (weights[feature] as number);
      squares[feature] = (squares[feature] as number) + gradient * gradient;
      weights[feature] =
        (weights[feature] as number) - (LEARNING_RATE * gradient) / Math.sqrt(squares[feature]);
    }
  }
  return weights;
}

/** A step through samples that visits each once per epoch and mixes those that lie far apart. */
export function strideFor(length: number): number {
  let stride = Math.max(1, Math.floor(length * 0.618));
  while (greatestCommonDivisor(stride, length) !== 1) stride += 1;
  return stride;
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
