import { binOf } from "../../../build/insights/sentiment/boosted-trees.ts";
import { starsBin } from "../../../build/insights/sentiment/claim-model.ts";
import { type ClaimSide, Prior, type PriorWeights } from "../../../build/insights/sentiment/prior.ts";
import { EVIDENCE } from "../../../build/insights/sentiment/evidence.ts";
import { EvidenceReader } from "../../../build/insights/sentiment/text-evidence.ts";
import { readPack } from "../../../build/load/aspects.ts";
import { PACK_NAMES } from "../../../model/content.ts";
import type { BoostSamples } from "./boost-trees.ts";
import type { TextClaim } from "./label-shift.ts";
import type { ReadText } from "./segment-samples.ts";
import { signsOf } from "./training-texts.ts";

/** Evidence of a claim that a text may make, by one network, and whether the text does. */
export interface EvidenceSample {
  readonly side: ClaimSide;
  /** In the order of `EVIDENCE`. */
  readonly values: Float64Array;
  /** See `starsBin`. */
  readonly stars: number;
  readonly isRight: boolean;
  readonly importance: number;
}

/** `importanceOf` is the number of times that a right claim counts, if a wrong one counts once. */
export function evidenceSamples(
  texts: readonly ReadText[],
  weights: PriorWeights,
  importanceOf: (claim: TextClaim) => number = () => 1,
): EvidenceSample[] {
  const samples: EvidenceSample[] = [];
  for (const pack of PACK_NAMES) {
    const reader = new EvidenceReader(new Prior(weights, readPack(pack).aspects));
    for (const { labeled, findings } of texts) {
      const { rating = 3, labels } = labeled;
      if (labeled.pack !== pack) continue;
      reader.readClaims(findings, ({ output: { known, side }, values }) => {
        const isRight = signsOf(labels.get(known)).includes(side === "praise" ? 1 : -1);
        const stars = starsBin(side, rating);
        const importance = isRight ? importanceOf({ labeled, aspect: known, side }) : 1;
        for (const ofNetwork of values)
          samples.push({ side, values: ofNetwork.slice(), stars, isRight, importance });
      });
    }
  }
  return samples;
}

const MAX_EDGES = 24;

/** For each kind of evidence the edges of bins with about as many samples each. */
export function edgesOf(samples: readonly EvidenceSample[]): number[][] {
  return EVIDENCE.map((_, kind) => {
    const sorted = Float64Array.from(samples, ({ values }) => values[kind] as number).toSorted();
    const edges = Array.from({ length: MAX_EDGES }, (__, index) => {
      const value = sorted[Math.floor((sorted.length * (index + 1)) / (MAX_EDGES + 1))] ?? 0;
      return Math.round(value * 1000) / 1000;
    });
    return [...new Set(edges)].filter((edge) => edge > (sorted[0] ?? 0));
  });
}

export function boostSamples(
  samples: readonly EvidenceSample[],
  side: ClaimSide,
  edges: readonly (readonly number[])[],
): BoostSamples {
  const sided = samples.filter((one) => one.side === side);
  const width = EVIDENCE.length + 1;
  const bins = new Uint8Array(sided.length * width);
  for (const [row, { values, stars }] of sided.entries()) {
    for (const [kind, ofKind] of edges.entries())
      bins[row * width + kind] = binOf(values[kind] as number, ofKind);
    bins[row * width + EVIDENCE.length] = stars;
  }
  return {
    width,
    bins,
    targets: Uint8Array.from(sided, ({ isRight }) => Number(isRight)),
    importances: Float64Array.from(sided, ({ importance }) => importance),
  };
}
