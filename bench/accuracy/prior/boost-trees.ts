import {
  DEPTH,
  LEAF_SCALE,
  MAX_BINS,
  QUESTIONS,
  type TreeWeights,
} from "../../../build/insights/sentiment/boosted-trees.ts";

const TREES = 150;
const RATE = 0.12;
/** L2 penalty of a leaf, and the least sum of second derivatives on each side of a question. */
const PENALTY = 3;
const MIN_WEIGHT = 2;
const MIN_GAIN = 1e-6;
const LEAVES = QUESTIONS + 1;
/** Everything goes left. */
const NO_QUESTION = [0, MAX_BINS] as const;

/** Evidence in bins, `width` for each sample. */
export interface BoostSamples {
  readonly width: number;
  readonly bins: Uint8Array;
  /** 1 for a claim that is right. */
  readonly targets: Uint8Array;
  /** The number of times that each sample counts. */
  readonly importances: Float64Array;
}

/**
 * Gradient boosting with the logistic loss and second derivatives (Chen and Guestrin 2016), on all samples and all
 * evidence for each tree, in a fixed order: the same samples give the same trees.
 */
export function boostTrees(samples: BoostSamples): TreeWeights {
  const { targets, importances } = samples;
  const right = targets.reduce((sum, target) => sum + target, 0);
  const bias = targets.length === 0 ? 0 : Math.log((right + 1) / (targets.length - right + 1));
  const sums = new Float64Array(targets.length).fill(bias);
  const gradients = new Float64Array(targets.length);
  const weights = new Float64Array(targets.length);
  const trees: string[] = [];
  for (let tree = 0; tree < TREES; tree += 1) {
    for (let at = 0; at < sums.length; at += 1) {
      const probability = 1 / (1 + Math.exp(-(sums[at] as number)));
      const importance = importances[at] as number;
      gradients[at] = importance * (probability - (targets[at] as number));
      weights[at] = importance * probability * (1 - probability);
    }
    trees.push(growTree(samples, gradients, weights, sums).join(" "));
  }
  return { bias: Math.round(bias * LEAF_SCALE), trees };
}

/** Adds the leaves to the sums. */
function growTree(
  samples: BoostSamples,
  gradients: Float64Array,
  weights: Float64Array,
  sums: Float64Array,
): number[] {
  const nodes = new Uint8Array(gradients.length);
  const questions: number[] = [];
  for (let level = 0; level < DEPTH; level += 1) {
    const ofLevel = bestQuestions(samples, { gradients, weights, nodes, count: 2 ** level });
    questions.push(...ofLevel.flat());
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at] as number;
      const [kind, least] = ofLevel[node] as readonly [number, number];
      nodes[at] = 2 * node + ((samples.bins[at * samples.width + kind] as number) >= least ? 1 : 0);
    }
  }
  const slopes = new Float64Array(LEAVES);
  const curvatures = new Float64Array(LEAVES);
  for (let at = 0; at < nodes.length; at += 1) {
    const leaf = nodes[at] as number;
    slopes[leaf] = (slopes[leaf] as number) + (gradients[at] as number);
    curvatures[leaf] = (curvatures[leaf] as number) + (weights[at] as number);
  }
  const leaves = Array.from(slopes, (slope, leaf) =>
    Math.round((-RATE * LEAF_SCALE * slope) / ((curvatures[leaf] as number) + PENALTY)),
  );
  for (let at = 0; at < nodes.length; at += 1)
    sums[at] = (sums[at] as number) + (leaves[nodes[at] as number] as number) / LEAF_SCALE;
  return [...questions, ...leaves];
}

interface Level {
  readonly gradients: Float64Array;
  readonly weights: Float64Array;
  /** By sample. */
  readonly nodes: Uint8Array;
  readonly count: number;
}

/** For each node of a level the kind of evidence, and the least bin that goes right. */
function bestQuestions(
  { width, bins }: BoostSamples,
  { gradients, weights, nodes, count }: Level,
): (readonly [number, number])[] {
  const slopes = new Float64Array(count * width * MAX_BINS);
  const curvatures = new Float64Array(count * width * MAX_BINS);
  for (let at = 0; at < nodes.length; at += 1) {
    const ofNode = (nodes[at] as number) * width;
    for (let kind = 0; kind < width; kind += 1) {
      const cell = (ofNode + kind) * MAX_BINS + (bins[at * width + kind] as number);
      slopes[cell] = (slopes[cell] as number) + (gradients[at] as number);
      curvatures[cell] = (curvatures[cell] as number) + (weights[at] as number);
    }
  }
  return Array.from({ length: count }, (_, node) => {
    let best: readonly [number, number] = NO_QUESTION;
    let most = MIN_GAIN;
    for (let kind = 0; kind < width; kind += 1) {
      const start = (node * width + kind) * MAX_BINS;
      const slope = total(slopes, start);
      const curvature = total(curvatures, start);
      let [below, weightBelow] = [0, 0];
      for (let bin = 1; bin < MAX_BINS; bin += 1) {
        below += slopes[start + bin - 1] as number;
        weightBelow += curvatures[start + bin - 1] as number;
        if (weightBelow < MIN_WEIGHT || curvature - weightBelow < MIN_WEIGHT) continue;
        const gain =
          scoreOf(below, weightBelow) +
          scoreOf(slope - below, curvature - weightBelow) -
          scoreOf(slope, curvature);
        if (gain <= most) continue;
        most = gain;
        best = [kind, bin];
      }
    }
    return best;
  });
}

const total = (cells: Float64Array, start: number): number =>
  cells.subarray(start, start + MAX_BINS).reduce((sum, value) => sum + value, 0);

const scoreOf = (slope: number, curvature: number): number => (slope * slope) / (curvature + PENALTY);
