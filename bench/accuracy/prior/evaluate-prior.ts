import { judge } from "../../../build/insights/sentiment/judge.ts";
import { ClaimModel } from "../../../build/insights/sentiment/claim-model.ts";
import type { PriorWeights, ClaimSide } from "../../../build/insights/sentiment/prior.ts";
import { UNTRAINED } from "../../../build/insights/sentiment/star-model.ts";
import { compileTextAnalyzer } from "../../../build/insights/sentiment/text-analyzer.ts";
import type { Review } from "../../../model/review.ts";
import { readPack } from "../../../build/load/aspects.ts";
import { PACK_NAMES } from "../../../model/content.ts";
import { NO_NAMES, priorAspectIds } from "../labeled.ts";
import type { ReadText } from "./segment-samples.ts";
import { NO_TREES } from "./learn-prior.ts";
import { signsOf } from "./training-texts.ts";

export interface SideTotals {
  readonly right: number;
  readonly claimed: number;
  readonly labeled: number;
}

export type ClaimTotals = Readonly<Record<ClaimSide, SideTotals>>;

/** Knows no aspect: the rules alone. */
export const EMPTY: PriorWeights = {
  aspects: [],
  trades: {},
  ...NO_TREES,
  biases: [],
  outputs: [],
  features: [],
};

const LABELS = { positive: "+", negative: "-", mixed: "~", neutral: "0" } as const;

/** The claims of a build with these weights against the labels of whole texts. */
export function evaluate(texts: readonly ReadText[], weights: PriorWeights): ClaimTotals {
  const ids = priorAspectIds();
  const judged = PACK_NAMES.flatMap((pack) => {
    const ofPack = texts.filter(({ labeled }) => labeled.pack === pack);
    if (ofPack.length === 0) return [];
    const { aspects } = readPack(pack);
    const model = new ClaimModel(weights, aspects);
    const analyzeText = compileTextAnalyzer(aspects, NO_NAMES, weights);
    return ofPack.map(({ labeled: { text, rating = 3, labels } }) => {
      const review = { rating } as Review;
      const { votes } = judge({ review, text, analysis: analyzeText(text) }, UNTRAINED, model);
      const claims = votes.map(
        ({ aspect, polarity }) => [ids.indexOf(aspects[aspect]?.id ?? ""), LABELS[polarity]] as const,
      );
      return { claims, labels };
    });
  });
  const totalsOf = (sign: 1 | -1): SideTotals => {
    let [right, claimed, labeled] = [0, 0, 0];
    for (const { claims, labels } of judged) {
      for (const label of labels.values()) labeled += signsOf(label).includes(sign) ? 1 : 0;
      for (const [aspect, label] of claims) {
        if (!signsOf(label).includes(sign)) continue;
        claimed += 1;
        right += signsOf(labels.get(aspect)).includes(sign) ? 1 : 0;
      }
    }
    return { right, claimed, labeled };
  };
  return { praise: totalsOf(1), complaint: totalsOf(-1) };
}
