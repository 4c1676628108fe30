import type { AspectMention } from "../../../build/insights/sentiment/aspect-mention.ts";
import {
  evidenceOf,
  isClaim,
  type SegmentFindings,
  readSegments,
} from "../../../build/insights/sentiment/learned-claims.ts";
import {
  EVIDENCE,
  type EvidenceBySide,
  type EvidenceWeights,
  Prior,
  type PriorWeights,
  type ClaimSide,
} from "../../../build/insights/sentiment/prior.ts";
import { agreementOf } from "../../../build/insights/sentiment/stars.ts";
import { homeAspects } from "../labeled.ts";
import type { ReadText } from "./segment-samples.ts";
import { signsOf } from "./training-texts.ts";

const EPOCHS = 600;
const RATE = 1.5;
/** L2 penalty. */
const PENALTY = 1;
/** Scales the indicators of aspects, so that they are penalized more than the evidence. */
const ASPECT_SCALE = 0.7;
/** A claim of the rules decides which segment stands for an aspect. */
const RULE_BONUS = 3;

export interface EvidenceCandidate {
  readonly side: ClaimSide;
  readonly values: readonly number[];
  readonly isRight: boolean;
}

/** For each aspect and side of a review the segment that speaks for it most, unless the stars speak against it. */
export function candidatesOf(texts: readonly ReadText[], weights: PriorWeights): EvidenceCandidate[] {
  const aspects = homeAspects();
  const prior = new Prior(weights, aspects);
  return texts.flatMap(({ labeled: { rating = 3, labels }, findings }) => {
    const found: SegmentFindings[] = [];
    readSegments(findings, prior, (one) => found.push({ ...one, logOdds: one.logOdds.slice() }));
    return prior.outputs.flatMap((output): EvidenceCandidate[] => {
      const { aspect, side, index } = output;
      const sign = side === "praise" ? 1 : -1;
      const agreement = agreementOf(sign, rating);
      if (agreement === "against") return [];
      const isAgreeing = agreement === "partial" || agreement === "full";
      const [best] = found
        .map((one) => ({ one, claim: claimIn(one, aspect, side, !isAgreeing) }))
        .map((both) => ({
          ...both,
          score: (both.one.logOdds[index] as number) + (both.claim ? RULE_BONUS : 0),
        }))
        .toSorted((a, b) => b.score - a.score);
      if (best === undefined) return [];
      const values = [
        ...evidenceOf(best.one, output, best.claim),
        agreement === "partial" ? 1 : 0,
        agreement === "full" ? 1 : 0,
        agreement === "leaningAgainst" ? 1 : 0,
        ...aspects.map((_, other) => (other === aspect ? ASPECT_SCALE : 0)),
      ];
      return [{ side, values, isRight: signsOf(labels.get(aspect)).includes(sign) }];
    });
  });
}

const strength = ({ score }: AspectMention): number => Math.abs(score);

/** The rules' strongest claim of a segment. Hints count only where the stars agree. */
function claimIn(
  { mentions }: SegmentFindings,
  aspect: number,
  side: ClaimSide,
  isWithoutStars: boolean,
): SegmentFindings["mentions"][number] | undefined {
  return mentions
    .filter((mention) => isClaim(mention, aspect, side) && !(isWithoutStars && mention.statement.isHint))
    .toSorted((a, b) => strength(b.statement) - strength(a.statement))[0];
}

const rounded = (value: number | undefined): number => Math.round((value ?? 0) * 100) / 100;

/** Most evidence of a candidate is zero. */
function sparse({ values, isRight }: EvidenceCandidate): {
  readonly indexes: Uint8Array;
  readonly values: Float64Array;
  readonly target: number;
} {
  const indexes = Uint8Array.from(values.flatMap((value, index) => (value === 0 ? [] : [index])));
  const others = Float64Array.from(indexes, (index) => values[index] as number);
  return { indexes, values: others, target: Number(isRight) };
}

/** Logistic regression on the candidates of one side. */
export function fitEvidence(
  candidates: readonly EvidenceCandidate[],
  side: ClaimSide,
  minLogOdds: EvidenceWeights["minLogOdds"],
): EvidenceWeights {
  const sided = candidates.filter((one) => one.side === side);
  const samples = sided.map(sparse);
  let weights: number[] = (sided[0]?.values ?? []).map(() => 0);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const slopes = weights.map((weight, index) => (index === 0 ? 0 : PENALTY * weight));
    for (const { indexes, values, target } of samples) {
      let sum = 0;
      for (let at = 0; at < indexes.length; at += 1)
        sum += (values[at] as number) * (weights[indexes[at] as number] as number);
      const error = 1 / (1 + Math.exp(-sum)) - target;
      for (let at = 0; at < indexes.length; at += 1) {
        const index = indexes[at] as number;
        slopes[index] = (slopes[index] as number) + error * (values[at] as number);
      }
    }
    weights = weights.map((weight, index) => weight - (RATE * (slopes[index] as number)) / samples.length);
  }
  const [agreeing, fullyAgreeing, leaningAgainst, ...aspects] = weights.slice(EVIDENCE.length);
  const named = Object.fromEntries(EVIDENCE.map((name, index) => [name, rounded(weights[index])]));
  return {
    ...(named as Record<(typeof EVIDENCE)[number], number>),
    agreeing: rounded(agreeing),
    fullyAgreeing: rounded(fullyAgreeing),
    leaningAgainst: rounded(leaningAgainst),
    aspects: aspects.map((weight) => rounded(weight * ASPECT_SCALE)),
    minLogOdds,
  };
}

const WITHOUT = fitEvidence([], "praise", { agreeing: 0, undecided: 0, leaningAgainst: 0 });
export const NO_EVIDENCE: EvidenceBySide = { praise: WITHOUT, complaint: WITHOUT };
