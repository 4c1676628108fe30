import type { Polarity } from "../../../model/review-insight.ts";
import type { AspectMention } from "./aspect-mention.ts";
import { type ClaimJudge, MIN_POSSIBLE } from "./claim-model.ts";

/** The polarity of one mention. */
export type MentionPolarity = "positive" | "neutral" | "negative";

/** Praise and complaint together are mixed. Neutral mentions do not count next to others. */
export function voteOf(polarities: readonly MentionPolarity[]): Polarity {
  const isPraised = polarities.includes("positive");
  const isBlamed = polarities.includes("negative");
  if (isPraised && isBlamed) return "mixed";
  if (isPraised) return "positive";
  return isBlamed ? "negative" : "neutral";
}

/** Parts of the log-odds that a statement is what it seems to be. */
export interface ClaimWeights {
  readonly bias: number;
  /** By its distance from zero, up to 2. */
  readonly score: number;
  readonly event: number;
  readonly hint: number;
  /** The aspect's own words judge. */
  readonly own: number;
  /** The stars agree: four and two, five and one. */
  readonly agreeing: number;
  readonly fullyAgreeing: number;
}

/** Learned from the labels of whole reviews, learn halves only; `bench/accuracy/accuracy.test.ts` learns them again. */
export const CLAIM_WEIGHTS: { readonly praise: ClaimWeights; readonly complaint: ClaimWeights } = {
  praise: {
    bias: 0.12,
    score: 1.29,
    event: -0.47,
    hint: 0.98,
    own: 0.52,
    agreeing: -0.01,
    fullyAgreeing: -0.09,
  },
  complaint: {
    bias: 0.52,
    score: 0.15,
    event: 0.74,
    hint: 0.78,
    own: -0.02,
    agreeing: 0.12,
    fullyAgreeing: 0.32,
  },
};

/** Scores nearer to zero are neutral: the rules claim nothing. */
export const MIN_MENTION_SCORE = 0.25;
/** The least probability of a claim that is published. */
const MIN_PROBABILITY = { praise: 0.7, weakPraise: 0.8, complaint: 0.68 };
/** Scores weigh no more beyond it. */
export const MAX_SCORE = 2;
export type StarAgreement = "full" | "partial" | "none" | "leaningAgainst" | "against";

export const agreementOf = (score: number, rating: number): StarAgreement => {
  const towards = Math.sign(score) * (rating - 3);
  if (towards === 0 || Number.isNaN(towards)) return "none";
  if (towards < 0) return towards === -1 ? "leaningAgainst" : "against";
  return towards === 2 ? "full" : "partial";
};

/**
 * Sentence and stars together. Against five stars and one only an event stands that the text sets apart. Neutral is
 * what names the aspect without an opinion, or leaves open whether it judges it; undefined is no mention of the aspect.
 */
export function polarityWithStars(
  mention: AspectMention,
  rating: number,
  model: ClaimJudge,
): MentionPolarity | undefined {
  const { score, evidence } = mention;
  if (Math.abs(score) < MIN_MENTION_SCORE) return "neutral";
  const side = score > 0 ? "praise" : "complaint";
  const agreement = agreementOf(score, rating);
  const mayStand = agreement !== "against" || isEventSetApart(mention);
  if (!mayStand && mention.isLearned) return undefined;
  const stands = score > 0 ? "positive" : "negative";
  if (evidence === undefined || !(rating > 0)) {
    if (mayStand && standsByRules(mention, agreement)) return stands;
    return mention.isLearned ? undefined : "neutral";
  }
  const logOdds = model.logOdds(side, evidence, rating);
  if (mayStand && logOdds >= model.minLogOdds(side, rating)) return stands;
  return mention.isLearned || logOdds < MIN_POSSIBLE ? undefined : "neutral";
}

/** Without evidence, or without stars. A claim that only weights make needs both. */
function standsByRules(mention: AspectMention, agreement: StarAgreement): boolean {
  if (mention.isLearned) return false;
  if (agreement === "leaningAgainst" || agreement === "against") return isExplicit(mention);
  if (agreement === "none") return true;
  const kind = mention.score < 0 ? "complaint" : mention.isWeak ? "weakPraise" : "praise";
  return probabilityOf(mention, agreement) >= MIN_PROBABILITY[kind];
}

/** An event that the text sets apart, by "but" or "my only gripe". */
export const isEventSetApart = ({ isEvent, isMarked }: AspectMention): boolean =>
  Boolean(isEvent && isMarked);

/** Praise is explicit as an event, or if it is set apart; a complaint has to be both. */
const isExplicit = (mention: AspectMention): boolean =>
  isEventSetApart(mention) || (mention.score > 0 && Boolean(mention.isEvent || mention.isMarked));

function probabilityOf({ score, isEvent, isHint, isOwn }: AspectMention, agreement: StarAgreement): number {
  const weights = score > 0 ? CLAIM_WEIGHTS.praise : CLAIM_WEIGHTS.complaint;
  const logOdds =
    weights.bias +
    weights.score * Math.min(MAX_SCORE, Math.abs(score)) +
    (isEvent ? weights.event : 0) +
    (isHint ? weights.hint : 0) +
    (isOwn ? weights.own : 0) +
    (agreement === "full" ? weights.fullyAgreeing : weights.agreeing);
  return 1 / (1 + Math.exp(-logOdds));
}
