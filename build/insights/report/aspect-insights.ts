import type { Aspect } from "../../../model/content.ts";
import type { AspectInsight, AspectQuarter, PolarityCounts, Quote, Share } from "../../../model/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import type { AspectVote, JudgedMention, ReviewVerdict } from "../sentiment/judge.ts";
import { percent, rounded, wilson } from "../statistics/statistics.ts";
import { aspectSentence, nounOf } from "./grammar.ts";
import { clearestFirst, quoteFrom, type Statement } from "./quotes.ts";

/** With fewer mentions no percentage or score is published. */
export const MIN_MENTIONS = 10;
const MAX_EXAMPLES = 3;
const MAX_QUOTES = 3;
const MAX_PHRASES = 5;

/** The vote of one review for the aspect in question. */
interface ReviewVote {
  readonly verdict: ReviewVerdict;
  readonly vote: AspectVote;
}

/** One row per aspect, in the order of the content, including aspects without mentions. */
export function aspectInsights(
  aspects: readonly Aspect[],
  verdicts: readonly ReviewVerdict[],
): AspectInsight[] {
  const votes = aspects.map((): ReviewVote[] => []);
  for (const verdict of verdicts)
    for (const vote of verdict.votes) votes[vote.aspect]?.push({ verdict, vote });
  return aspects.map((aspect, index) => aspectInsight(aspect, votes[index] ?? []));
}

function aspectInsight(aspect: Aspect, votes: readonly ReviewVote[]): AspectInsight {
  const counts = countsOf(votes.map(({ vote }) => vote.polarity));
  const mention_count = votes.length;
  const { id, label } = aspect;
  const share = shareOf(counts);
  const sufficient = mention_count >= MIN_MENTIONS;
  return {
    id,
    label,
    mention_count,
    ...counts,
    ...share,
    score: sufficient ? rounded((counts.positive_count - counts.negative_count) / mention_count, 3) : null,
    sufficient,
    sentence: aspectSentence(nounOf(aspect), counts, share),
    top_phrases: topPhrases(votes),
    example_review_ids: votes.slice(0, MAX_EXAMPLES).map(({ verdict }) => verdict.review.id),
    evidence: { positive: evidence(votes, "positive"), negative: evidence(votes, "negative") },
    trend: quarters(votes),
  };
}

export function countsOf(polarities: readonly Polarity[]): PolarityCounts {
  const counts = { positive: 0, neutral: 0, negative: 0, mixed: 0 };
  for (const polarity of polarities) counts[polarity] += 1;
  return {
    positive_count: counts.positive,
    neutral_count: counts.neutral,
    negative_count: counts.negative,
    mixed_count: counts.mixed,
  };
}

/** The share of praise among the reviews that judge. Neutral mentions are in no denominator. */
function shareOf({ positive_count, neutral_count, negative_count, mixed_count }: PolarityCounts): Share {
  const judgements = positive_count + negative_count + mixed_count;
  if (judgements + neutral_count < MIN_MENTIONS || judgements === 0)
    return { positive_pct: null, positive_ci95: null };
  return {
    positive_pct: percent(positive_count, judgements),
    positive_ci95: wilson(positive_count, judgements),
  };
}

/** Every quarter that has mentions, oldest first. */
function quarters(votes: readonly ReviewVote[]): AspectQuarter[] {
  const byQuarter = Map.groupBy(votes.toReversed(), ({ verdict }) => quarterOf(verdict.review.date));
  return [...byQuarter].map(([quarter, list]) => {
    const counts = countsOf(list.map(({ vote }) => vote.polarity));
    return { quarter, mention_count: list.length, ...counts, ...shareOf(counts) };
  });
}

const quarterOf = (date: string): string => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;

/** The most frequent phrases of statements that are not neutral. Each review counts once. */
function topPhrases(votes: readonly ReviewVote[]): string[] {
  const counts = new Map<string, number>();
  for (const { vote } of votes) {
    const phrases = new Set<string>();
    for (const { polarity, phrase } of vote.mentions)
      if (polarity !== "neutral" && phrase !== "") phrases.add(phrase);
    for (const phrase of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, MAX_PHRASES)
    .map(([phrase]) => phrase);
}

/** The clearest statements of one polarity. A complaint that names a technician is counted, but never shown. */
function evidence(votes: readonly ReviewVote[], polarity: "positive" | "negative"): Quote[] {
  const isShown = (verdict: ReviewVerdict, mention: JudgedMention): boolean =>
    mention.polarity === polarity && !(polarity === "negative" && namesTechnician(verdict, mention));
  const statements: Statement[] = [];
  for (const { verdict, vote } of votes)
    if (vote.polarity === polarity)
      for (const mention of vote.mentions)
        if (isShown(verdict, mention)) statements.push({ verdict, mention });
  const byReview = Map.groupBy(clearestFirst(statements), ({ verdict }) => verdict.review.id);
  const first = [...byReview.values()].flatMap(([clearest]) => clearest ?? []);
  return first.slice(0, MAX_QUOTES).map(quoteFrom);
}

const namesTechnician = ({ names }: ReviewVerdict, { start, end }: JudgedMention): boolean =>
  names.some((name) => name.kind === "technicians" && name.start < end && name.end > start);
