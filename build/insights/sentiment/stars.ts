import type { AspectMention } from "./aspect-mention.ts";
import { type EvidenceBySide, SHIPPED } from "./prior.ts";

/** The polarity of one mention. */
export type MentionPolarity = "positive" | "neutral" | "negative";

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
    bias: 0.57,
    score: 0.13,
    event: 0.72,
    hint: 0.85,
    own: -0.04,
    agreeing: 0.11,
    fullyAgreeing: 0.33,
  },
};

/** Scores nearer to zero are neutral: the rules claim nothing. */
export const MIN_MENTION_SCORE = 0.25;
/** The least probability of a claim that is published. */
const MIN_PROBABILITY = { praise: 0.7, weakPraise: 0.8, complaint: 0.68 };
const MAX_SCORE = 2;
/** Of complaining events, and where three stars leave it to the sentence: only the improbable is vetoed. */
const MIN_PLAIN_LOG_ODDS = -1.2;
/** Of what is explicit, where the stars lean the other way: even odds. */
const MIN_EXPLICIT_LOG_ODDS = 0;

export type StarAgreement = "full" | "partial" | "none" | "leaningAgainst" | "against";

export const agreementOf = (score: number, rating: number): StarAgreement => {
  const towards = Math.sign(score) * (rating - 3);
  if (towards === 0 || Number.isNaN(towards)) return "none";
  if (towards < 0) return towards === -1 ? "leaningAgainst" : "against";
  return towards === 2 ? "full" : "partial";
};

/**
 * Sentence and stars together. Three stars leave it to the sentence. Where they lean the other way, a claim has to be
 * probable, or without the words' weights explicit: an event, or set apart ("but", "my only gripe"); a complaint both.
 * Against five stars and one only what is both stands.
 */
export function polarityWithStars(
  mention: AspectMention,
  rating: number,
  evidence: EvidenceBySide = SHIPPED.evidence,
): MentionPolarity {
  const { score, logOdds, isEvent = false, isMarked = false, isHint = false, isLearned = false } = mention;
  if (Math.abs(score) < MIN_MENTION_SCORE) return "neutral";
  const claim = score > 0 ? "positive" : "negative";
  const agreement = agreementOf(score, rating);
  if (agreement === "against") return isEvent && isMarked ? claim : "neutral";
  const { agreeing, fullyAgreeing, leaningAgainst, minLogOdds } =
    evidence[score > 0 ? "praise" : "complaint"];
  if (agreement === "leaningAgainst") {
    const isExplicit = score > 0 ? isEvent || isMarked : isEvent && isMarked;
    if (logOdds === undefined) return isExplicit ? claim : "neutral";
    const least = isExplicit ? MIN_EXPLICIT_LOG_ODDS : minLogOdds.leaningAgainst;
    return logOdds + leaningAgainst >= least ? claim : "neutral";
  }
  const hasStars = rating > 0;
  if (isLearned && agreement === "none")
    return hasStars && logOdds !== undefined && logOdds >= minLogOdds.undecided ? claim : "neutral";
  if (logOdds !== undefined && hasStars) {
    const ofStars = { full: fullyAgreeing, partial: agreeing, none: 0 }[agreement];
    const isPlain = agreement === "none" || (isEvent && score < 0);
    const least = isPlain ? MIN_PLAIN_LOG_ODDS : minLogOdds.agreeing;
    return isHint || logOdds + ofStars >= least ? claim : "neutral";
  }
  if (agreement === "none") return claim;
  const kind = score < 0 ? "complaint" : mention.isWeak ? "weakPraise" : "praise";
  return probabilityOf(mention, agreement) < MIN_PROBABILITY[kind] ? "neutral" : claim;
}

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
