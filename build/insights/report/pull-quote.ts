import type { InsightsDocument } from "../../../model/insights.ts";
import type { Judged, JudgedMention } from "../sentiment/judge.ts";
import { rounded } from "./statistics.ts";

const SHORTEST = 30;
const LONGEST = 140;

const RULE =
  "from reviews with 4 or 5 stars: the praising statement of 30 to 140 characters whose score is nearest to the median of all such statements, the newest among equals";

/** A typical sentence, chosen by a rule that does not look for the best one. */
export function pullQuote(judged: readonly Judged[]): InsightsDocument["pull_quote"] {
  const statements = judged.flatMap((one) =>
    one.review.rating < 4
      ? []
      : one.votes.flatMap(({ mentions }) => quotable(mentions).map((mention) => ({ one, mention }))),
  );
  const scores = statements.map(({ mention }) => mention.score).toSorted((a, b) => a - b);
  const median = scores[Math.floor(scores.length / 2)] ?? 0;
  const distance = ({ mention }: { mention: JudgedMention }): number =>
    rounded(Math.abs(mention.score - median), 3);
  let nearest: (typeof statements)[number] | undefined;
  for (const statement of statements) {
    if (nearest === undefined || distance(statement) < distance(nearest)) nearest = statement;
  }
  if (nearest === undefined) return undefined;
  const { start, end } = nearest.mention;
  return {
    review_id: nearest.one.review.id,
    quote: nearest.one.text.slice(start, end),
    start,
    end,
    rule: RULE,
  };
}

const quotable = (mentions: readonly JudgedMention[]): JudgedMention[] =>
  mentions.filter(
    ({ polarity, start, end }) =>
      polarity === "positive" && end - start >= SHORTEST && end - start <= LONGEST,
  );
