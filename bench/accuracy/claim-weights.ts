import type { ClaimSide } from "../../build/insights/sentiment/prior.ts";
import {
  agreementOf,
  type ClaimWeights,
  MAX_SCORE,
  MIN_MENTION_SCORE,
} from "../../build/insights/sentiment/stars.ts";
import type { AspectMention } from "../../build/insights/sentiment/aspect-mention.ts";
import { type AnalyzeText, compileTextAnalyzer } from "../../build/insights/sentiment/text-analyzer.ts";
import type { Aspect } from "../../model/content.ts";
import { NO_NAMES } from "./labeled.ts";
import { isOn } from "./labeled-claims.ts";
import type { LabeledReview } from "./whole-reviews.ts";

const EPOCHS = 5000;
const RATE = 0.5;
/** L2 penalty. */
const PENALTY = 1;
const FEATURES = ["bias", "score", "event", "hint", "own", "agreeing", "fullyAgreeing"] as const;

interface Sample {
  readonly features: readonly number[];
  readonly isRight: boolean;
}

/** Logistic regression on the statements of the learn halves that the stars do not contradict. */
export function learnClaimWeights(reviews: readonly LabeledReview[], side: ClaimSide): ClaimWeights {
  const samples = samplesOf(reviews, side);
  let weights: number[] = FEATURES.map(() => 0);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const slopes = weights.map((weight, index) => (index === 0 ? 0 : PENALTY * weight));
    for (const { features, isRight } of samples) {
      const logOdds = features.reduce((sum, value, index) => sum + value * (weights[index] as number), 0);
      const error = 1 / (1 + Math.exp(-logOdds)) - Number(isRight);
      for (const [index, value] of features.entries())
        slopes[index] = (slopes[index] as number) + error * value;
    }
    weights = weights.map((weight, index) => weight - (RATE * (slopes[index] as number)) / samples.length);
  }
  const [bias = 0, score = 0, event = 0, hint = 0, own = 0, agreeing = 0, fullyAgreeing = 0] = weights;
  return { bias, score, event, hint, own, agreeing, fullyAgreeing };
}

function samplesOf(reviews: readonly LabeledReview[], side: ClaimSide): Sample[] {
  const analyzers = new Map<readonly Aspect[], AnalyzeText>();
  const analyzerOf = (aspects: readonly Aspect[]): AnalyzeText => {
    const analyzeText = analyzers.get(aspects) ?? compileTextAnalyzer(aspects, NO_NAMES);
    analyzers.set(aspects, analyzeText);
    return analyzeText;
  };
  const isClaim = ({ score, isLearned }: AspectMention): boolean =>
    isLearned !== true && Math.abs(score) >= MIN_MENTION_SCORE && score > 0 === (side === "praise");
  return reviews
    .filter(({ half }) => half === "learn")
    .flatMap(({ review: { text, rating }, aspects: labels = {}, aspectList }) =>
      analyzerOf(aspectList)(text ?? "")
        .aspects.filter(isClaim)
        .flatMap((mention) => {
          const agreement = agreementOf(mention.score, rating);
          const isAgainst = agreement === "against" || agreement === "leaningAgainst";
          if (isAgainst || (mention.isHint && agreement === "none")) return [];
          const isRight = isOn(side, labels[aspectList[mention.aspect]?.id ?? ""]);
          const score = Math.min(MAX_SCORE, Math.abs(mention.score));
          const flags = [
            mention.isEvent,
            mention.isHint,
            mention.isOwn,
            agreement === "partial",
            agreement === "full",
          ];
          return [{ features: [1, score, ...flags.map((flag) => (flag ? 1 : 0))], isRight }];
        }),
    );
}
