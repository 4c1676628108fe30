import type { Aspect } from "../../../model/content.ts";
import type { AspectInsight, AspectQuarter, PolarityCounts, Share } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import type { AspectVote, ReviewVerdict } from "../sentiment/judge.ts";
import { percent, rounded, wilson } from "../statistics/statistics.ts";
import { type NamedCounts, sumByName, sumOfLists } from "../statistics/sums.ts";
import { aspectSentence, nounOf } from "./grammar.ts";
import { countsOf, mentionsIn, type PolarityNumbers, polarityNumbers } from "./polarity-numbers.ts";
import type { Statement } from "./quote-clarity.ts";
import { countStatements, quotesOf, type StatementCounts } from "./quotes.ts";

/** With fewer mentions no percentage or score is published. */
export const MIN_MENTIONS = 10;
const MAX_EXAMPLES = 3;
const MAX_PHRASES = 5;

/** The vote of one review for the aspect in question. */
interface ReviewVote {
  readonly verdict: ReviewVerdict;
  readonly vote: AspectVote;
}

/** The votes of a month for one aspect. */
export interface AspectCounts {
  readonly polarities: PolarityNumbers;
  /** Reviews by phrase. */
  readonly phrases: NamedCounts;
  /** Ids of the newest reviews that judge it. */
  readonly examples: readonly string[];
  readonly praise: StatementCounts;
  readonly complaints: StatementCounts;
}

/** Counts of each aspect in turn. Verdicts come newest first. */
export function countAspects(
  aspects: number,
  verdicts: readonly ReviewVerdict[],
  isQuotable: (statement: Statement) => boolean,
): AspectCounts[] {
  const votes = Array.from({ length: aspects }, (): ReviewVote[] => []);
  for (const verdict of verdicts)
    for (const vote of verdict.votes) votes[vote.aspect]?.push({ verdict, vote });
  return votes.map((ofAspect) => ({
    polarities: polarityNumbers(ofAspect.map(({ vote }) => vote.polarity)),
    phrases: countPhrases(ofAspect, isQuotable),
    examples: ofAspect
      .filter(judges)
      .slice(0, MAX_EXAMPLES)
      .map(({ verdict }) => verdict.review.id),
    praise: countStatements(statementsOf(ofAspect, "positive").filter(isQuotable)),
    complaints: countStatements(statementsOf(ofAspect, "negative").filter(isQuotable)),
  }));
}

const judges = ({ vote }: ReviewVote): boolean => vote.polarity !== "neutral";

/** A month, `YYYY-MM`, and its counts of each aspect in turn. */
interface MonthOfAspects {
  readonly month: string;
  readonly aspects: readonly AspectCounts[];
}

/** One row per aspect, in the order of the content, including aspects without mentions. The newest month comes first. */
export function aspectInsights(
  aspects: readonly Aspect[],
  months: readonly MonthOfAspects[],
  reviewOf: (id: string) => Review,
): AspectInsight[] {
  return aspects.map((aspect, index) => {
    const ofAspect = months.flatMap(({ month, aspects: counts }) => {
      const one = counts[index];
      return one === undefined ? [] : [{ month, ...one }];
    });
    return aspectInsight(aspect, ofAspect, reviewOf);
  });
}

interface MonthOfAspect extends AspectCounts {
  readonly month: string;
}

function aspectInsight(
  aspect: Aspect,
  months: readonly MonthOfAspect[],
  reviewOf: (id: string) => Review,
): AspectInsight {
  const counts = sumOf(months);
  const [praise, complaints] = [months.map((one) => one.praise), months.map((one) => one.complaints)];
  const mention_count = mentionsIn(counts);
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
    top_phrases: topPhrases(months.map(({ phrases }) => phrases)),
    example_review_ids: months.flatMap(({ examples }) => examples).slice(0, MAX_EXAMPLES),
    evidence: { positive: quotesOf(praise, reviewOf), negative: quotesOf(complaints, reviewOf) },
    trend: quarters(months),
  };
}

const sumOf = (months: readonly MonthOfAspect[]): PolarityCounts =>
  countsOf(sumOfLists(months.map(({ polarities }) => polarities)));

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
function quarters(months: readonly MonthOfAspect[]): AspectQuarter[] {
  const byQuarter = Map.groupBy(months.toReversed(), ({ month }) => quarterOf(month));
  return [...byQuarter].flatMap(([quarter, list]) => {
    const counts = sumOf(list);
    const mention_count = mentionsIn(counts);
    return mention_count === 0 ? [] : [{ quarter, mention_count, ...counts, ...shareOf(counts) }];
  });
}

const quarterOf = (month: string): string => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`;

/** The phrases of statements that are not neutral and may be quoted. Each review counts once. */
const countPhrases = (
  votes: readonly ReviewVote[],
  isQuotable: (statement: Statement) => boolean,
): NamedCounts => [
  ...sumByName(
    votes.map(({ verdict, vote }) => {
      const judging = vote.mentions.filter(
        (mention) =>
          mention.polarity !== "neutral" && mention.phrase !== "" && isQuotable({ verdict, mention }),
      );
      return [...new Set(judging.map(({ phrase }) => phrase))].map((phrase) => [phrase, 1] as const);
    }),
  ),
];

/** The most frequent ones. */
function topPhrases(months: readonly NamedCounts[]): string[] {
  return [...sumByName(months)]
    .filter(([, count]) => count > 1)
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, MAX_PHRASES)
    .map(([phrase]) => phrase);
}

/** The statements of the reviews that judge so. */
function statementsOf(votes: readonly ReviewVote[], polarity: "positive" | "negative"): Statement[] {
  const statements: Statement[] = [];
  for (const { verdict, vote } of votes)
    if (vote.polarity === polarity)
      for (const mention of vote.mentions)
        if (mention.polarity === polarity) statements.push({ verdict, mention });
  return statements;
}
