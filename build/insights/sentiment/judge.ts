import type { Polarity } from "../../../model/review-insight.ts";
import type { Review } from "../../../model/review.ts";
import { rounded } from "../statistics/statistics.ts";
import type { AspectMention } from "./aspect-mention.ts";
import type { ClaimModel } from "./claim-model.ts";
import type { StarModel } from "./star-model.ts";
import { type PersonVote, personVotes } from "./persons.ts";
import { agreementOf, MIN_MENTION_SCORE, type MentionPolarity, polarityWithStars, voteOf } from "./stars.ts";
import type { TextAnalysis } from "./text-analyzer.ts";

export interface AnalyzedReview {
  readonly review: Review;
  readonly text: string;
  readonly analysis: TextAnalysis;
}

/** The sentiment of one review, by the rules and by the weights learned from all reviews. */
export interface ReviewVerdict {
  readonly review: Review;
  readonly text: string;
  readonly names: TextAnalysis["names"];
  readonly unknownNames: readonly string[];
  readonly problems: TextAnalysis["problems"];
  readonly sentiment: Exclude<Polarity, "mixed">;
  readonly score: number;
  /** At most one vote per aspect, in the order of the aspects. */
  readonly votes: readonly AspectVote[];
  readonly technicians: readonly PersonVote[];
}

export interface AspectVote {
  /** Index into the business's aspects. */
  readonly aspect: number;
  readonly polarity: Polarity;
  readonly mentions: readonly JudgedMention[];
}

export interface JudgedMention extends AspectMention {
  readonly polarity: MentionPolarity;
  /** 1 for an event or a word of the aspect that judges by itself ("rude"), -1 for weak words and hints, `NO_QUOTE` where no rule found it or its own sentence does not say it. */
  readonly plainness: number;
}

/** Weights of the learned log-odds, relative to the rules' score: for a whole text, and for one mention of an aspect that the prior does not know. */
const LEARNED_TEXT_WEIGHT = 0.15;
const LEARNED_MENTION_WEIGHT = 0.1;
/** Scores nearer to zero are neutral: the rules claim nothing. */
const MIN_TEXT_SCORE = 0.15;

export function judge(
  { review, text, analysis }: AnalyzedReview,
  stars: StarModel,
  model: ClaimModel,
): ReviewVerdict {
  const learned = LEARNED_TEXT_WEIGHT * stars.blend * stars.logOddsOfText(text);
  const votes = votesOf(review.rating, { text, analysis }, stars, model);
  const textScore = rounded(Math.max(-1, Math.min(1, analysis.score + learned)), 3);
  const score = rounded(scoreOf(textScore, review.rating, votes), 3);
  return {
    review,
    text,
    names: analysis.names,
    unknownNames: analysis.unknownNames ?? [],
    problems: analysis.problems,
    sentiment: polarityOf(score, MIN_TEXT_SCORE),
    score,
    votes,
    technicians: personVotes(review.rating, analysis.names, votes),
  };
}

/** By votes and words; zero where that would be the opposite of the stars. Without stars few votes are known. */
function scoreOf(words: number, rating: number, votes: readonly AspectVote[]): number {
  const score = rating > 0 ? scoreByVotes(words, rating, votes) : words;
  const agreement = agreementOf(score, rating);
  return agreement === "leaningAgainst" || agreement === "against" ? 0 : score;
}

/** The side with so many times the votes of the other decides. */
const MIN_MAJORITY = 2;
/** The strength of a text whose words are weak, or say the opposite of its votes, and the most of one where neither side has enough votes. */
const WEAK_STRENGTH = 0.5;

/**
 * The balance of the votes. Where none judges, the words; where neither side has enough, the words up to
 * `WEAK_STRENGTH`, but zero with three stars, which lean to neither side.
 */
function scoreByVotes(words: number, rating: number, votes: readonly AspectVote[]): number {
  const countOf = (side: Polarity): number =>
    votes.filter(({ polarity }) => polarity === side || polarity === "mixed").length;
  const [praise, complaints] = [countOf("positive"), countOf("negative")];
  if (praise + complaints === 0) return words;
  if (praise < MIN_MAJORITY * complaints && complaints < MIN_MAJORITY * praise)
    return rating === 3 ? 0 : Math.max(-WEAK_STRENGTH, Math.min(WEAK_STRENGTH, words));
  const balance = (praise - complaints) / (praise + complaints);
  return balance * (balance * words > 0 ? Math.max(Math.abs(words), WEAK_STRENGTH) : WEAK_STRENGTH);
}

function votesOf(
  rating: number,
  { text, analysis: { aspects, isAnnotated } }: Pick<AnalyzedReview, "text" | "analysis">,
  stars: StarModel,
  model: ClaimModel,
): AspectVote[] {
  const ofRatings = (quote: string): number =>
    LEARNED_MENTION_WEIGHT * stars.blend * stars.logOddsOfText(quote);
  const byAspect: JudgedMention[][] = [];
  for (const mention of aspects) {
    if (mention.isHint && !(mention.score > 0 ? rating > 3 : rating < 3)) continue;
    const isFixed = isAnnotated || model.knows(mention.aspect);
    const learned = isFixed ? 0 : ofRatings(text.slice(mention.start, mention.end));
    const score = learned === 0 ? mention.score : rounded(mention.score + learned, 3);
    const polarity = isAnnotated
      ? polarityOf(score, MIN_MENTION_SCORE)
      : polarityWithStars(score === mention.score ? mention : { ...mention, score }, rating, model);
    if (polarity === undefined) continue;
    // Without the parts that only this judgement needs: every mention of every review is kept.
    const { aspect, start, end, phrase } = mention;
    const judged = { aspect, score, start, end, phrase, polarity, plainness: plainnessOf(mention) };
    (byAspect[aspect] ??= []).push(judged);
  }
  return byAspect.flatMap((mentions, aspect) => ({
    aspect,
    polarity: voteOf(mentions.map(({ polarity }) => polarity)),
    mentions,
  }));
}

/** Of a statement that no quote may show. */
export const NO_QUOTE = -9;

const plainnessOf = ({ isEvent, isOwn, isWeak, isHint, isLearned, isUnsupported }: AspectMention): number =>
  isLearned || isUnsupported ? NO_QUOTE : (isEvent || isOwn ? 1 : 0) - (isWeak || isHint ? 1 : 0);

/** The polarity of each aspect by its mentions alone, without learned weights. */
export function polaritiesByAspect(mentions: readonly AspectMention[]): Map<number, Polarity> {
  const byAspect = Map.groupBy(
    mentions.filter(({ isHint, isLearned }) => !isHint && !isLearned),
    ({ aspect }) => aspect,
  );
  return new Map([...byAspect].map(([aspect, list]) => [aspect, voteOfScores(list)]));
}

const voteOfScores = (scored: readonly { readonly score: number }[]): Polarity =>
  voteOf(scored.map(({ score }) => polarityOf(score, MIN_MENTION_SCORE)));

function polarityOf(score: number, threshold: number): Exclude<Polarity, "mixed"> {
  if (score >= threshold) return "positive";
  return score <= -threshold ? "negative" : "neutral";
}
