import type { InsightsDocument, Quote } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import type { JudgedMention, ReviewVerdict } from "../sentiment/judge.ts";
import { rounded } from "../statistics/statistics.ts";
import { clarityOf, MIN_CLARITY, type Statement } from "./quote-clarity.ts";

const MIN_LENGTH = 30;
const MAX_LENGTH = 140;
const RULE =
  "from reviews with 4 or 5 stars: the clearest praising statement of 30 to 140 characters that is understandable alone; of equally clear ones the most typical, then the newest";

/** A clear statement, by its review and its place in the text. */
type ClearStatement = readonly [review: string, start: number, end: number, score: number];

/** The statements of a month from which quotes are chosen, and the scores of all. */
export interface StatementCounts {
  readonly scores: readonly (readonly [score: number, statements: number])[];
  /** Of the clearest ones. */
  readonly clarity: number;
  /** The clearest ones, newest review first: of each score those of the first reviews, as many as are ever quoted. */
  readonly clearest: readonly ClearStatement[];
}

/** The statements that may be the pull quote of all. */
export const quotableStatements = (verdicts: readonly ReviewVerdict[]): Statement[] =>
  verdicts.flatMap((verdict) =>
    verdict.votes.flatMap(({ mentions }) =>
      mentions.filter(isQuotable).map((mention) => ({ verdict, mention })),
    ),
  );

const isQuotable = ({ polarity, start, end }: JudgedMention): boolean =>
  polarity === "positive" && end - start >= MIN_LENGTH && end - start <= MAX_LENGTH;

/** A clear sentence of praise, not the most flattering one. The newest month comes first. */
export function pullQuote(
  months: readonly { readonly quotable: StatementCounts }[],
  reviewOf: (id: string) => Review,
): InsightsDocument["pull_quote"] {
  const statements = months.map(({ quotable }) => quotable);
  const [quote] = quotesOf(statements, reviewOf);
  return quote && { ...quote, rule: RULE };
}

/** Quotes are never more than these of one list. */
const MAX_QUOTES = 3;

/** Counts the statements of a month. Those that mislead or need their context are not quoted. */
export function countStatements(statements: readonly Statement[]): StatementCounts {
  const scores = new Map<number, number>();
  let clearest: Statement[] = [];
  let best = MIN_CLARITY;
  for (const statement of statements) {
    const { score } = statement.mention;
    scores.set(score, (scores.get(score) ?? 0) + 1);
    const clarity = clarityOf(statement, best);
    if (clarity === undefined) continue;
    if (clarity > best) clearest = [];
    best = clarity;
    clearest.push(statement);
  }
  const quoted = new Map<number, Set<string>>();
  const isFirst = ({ verdict: { review }, mention: { score } }: Statement): boolean => {
    const reviews = quoted.get(score) ?? new Set();
    if (reviews.size === MAX_QUOTES || reviews.has(review.id)) return false;
    quoted.set(score, reviews.add(review.id));
    return true;
  };
  return {
    scores: [...scores],
    clarity: best,
    clearest: clearest
      .filter(isFirst)
      .map(({ verdict: { review }, mention: { start, end, score } }) => [review.id, start, end, score]),
  };
}

/**
 * The quotes that represent what is counted: the clearest, one of each review, the most typical first (nearest to the
 * median of the scores), the newest among equals.
 */
export function quotesOf(months: readonly StatementCounts[], reviewOf: (id: string) => Review): Quote[] {
  const median = medianOf(months);
  const best = Math.max(...months.flatMap(({ clarity, clearest }) => (clearest.length > 0 ? clarity : [])));
  const typical = months
    .flatMap(({ clarity, clearest }) => (clarity === best ? clearest : []))
    .map((statement) => ({ statement, distance: rounded(Math.abs(statement[3] - median), 3) }))
    .toSorted((a, b) => a.distance - b.distance);
  const quotes = new Map<string, Quote>();
  const said = new Set<string>();
  for (const { statement } of typical) {
    if (quotes.size === MAX_QUOTES) break;
    const quote = quoteFrom(statement, reviewOf);
    const words = quote.quote.toLowerCase();
    // One customer may have written the same in two places.
    if (quotes.has(quote.review_id) || said.has(words)) continue;
    quotes.set(quote.review_id, quote);
    said.add(words);
  }
  return [...quotes.values()];
}

/** The upper one of two. */
function medianOf(months: readonly StatementCounts[]): number {
  // Months share most scores: to add them up first leaves little to sort.
  const counts = new Map<number, number>();
  let all = 0;
  for (const { scores } of months)
    for (const [score, count] of scores) {
      counts.set(score, (counts.get(score) ?? 0) + count);
      all += count;
    }
  let passed = 0;
  for (const [score, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    passed += count;
    if (passed > Math.floor(all / 2)) return score;
  }
  return 0;
}

function quoteFrom([id, start, end]: ClearStatement, reviewOf: (id: string) => Review): Quote {
  const { url, rating, date, text } = reviewOf(id);
  return { review_id: id, url, rating, date, quote: (text ?? "").slice(start, end), start, end };
}
