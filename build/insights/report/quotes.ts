import type { InsightsDocument, Quote } from "../../../model/insights.ts";
import type { JudgedMention, ReviewVerdict } from "../sentiment/judge.ts";
import { rounded } from "../statistics/statistics.ts";

const MIN_LENGTH = 30;
const MAX_LENGTH = 140;
const RULE =
  "from reviews with 4 or 5 stars: the praising statement of 30 to 140 characters whose score is nearest to the median of all such statements, the newest among equals";

interface Statement {
  readonly verdict: ReviewVerdict;
  readonly mention: JudgedMention;
}

/** A typical sentence of praise, not the best one. Verdicts come newest first. */
export function pullQuote(verdicts: readonly ReviewVerdict[]): InsightsDocument["pull_quote"] {
  const statements = verdicts
    .filter(({ review }) => review.rating >= 4)
    .flatMap((verdict) =>
      verdict.votes.flatMap(({ mentions }) => mentions.map((mention) => ({ verdict, mention }))),
    )
    .filter(({ mention: { polarity, start, end } }) => {
      return polarity === "positive" && end - start >= MIN_LENGTH && end - start <= MAX_LENGTH;
    });
  const [typical] = typicalFirst(statements);
  return typical && { ...quoteFrom(typical), rule: RULE };
}

/** Sorts by the distance of the score from the median. Equal ones keep their order. */
export function typicalFirst(statements: readonly Statement[]): Statement[] {
  const scores = statements.map(({ mention }) => mention.score).toSorted((a, b) => a - b);
  const median = scores[Math.floor(scores.length / 2)] ?? 0;
  return statements
    .map((statement) => ({ statement, distance: rounded(Math.abs(statement.mention.score - median), 3) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ statement }) => statement);
}

export const quoteFrom = ({ verdict: { review, text }, mention: { start, end } }: Statement): Quote => ({
  review_id: review.id,
  url: review.url,
  rating: review.rating,
  date: review.date,
  quote: text.slice(start, end),
  start,
  end,
});
