import type { InsightsDocument, Quote } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import { type JudgedMention, NO_QUOTE, type ReviewVerdict } from "../sentiment/judge.ts";
import { rounded } from "../statistics/statistics.ts";

const MIN_LENGTH = 30;
const MAX_LENGTH = 140;
const RULE =
  "from reviews with 4 or 5 stars: the clearest praising statement of 30 to 140 characters that is understandable alone, the newest among equals";

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

export interface Statement {
  readonly verdict: ReviewVerdict;
  readonly mention: JudgedMention;
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
  const ofReviews = new Map<string, ClearStatement>();
  for (const { statement } of typical)
    if (ofReviews.size < MAX_QUOTES && !ofReviews.has(statement[0])) ofReviews.set(statement[0], statement);
  return [...ofReviews.values()].map((statement) => quoteFrom(statement, reviewOf));
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

const MIN_CLARITY = -2;
const MIN_WORDS = 3;
const SHORT = 18;
const LONG = 110;

/** Begins or ends in the middle of a thought, or refers to what was said before. */
const DANGLING =
  /^(?:and|but|so|then|because|which|who|or|also|plus|still|another|same|again|yes|no doubt|it|its|this|that|these|those|one|other|not)\b|\b(?:and|but|or|the|a|with|which|because|incl|approx)$/i;
/** Refers to something outside the quote, if it has no noun before it. */
const REFERENCE =
  /\b(?:it|this|that|one|ones|them|there|either|neither|someone else|somebody else)\b|(?<!\b(?:use|hire|call|them) )\bagain\b/i;
/** Praise with a reservation, or a complaint with a concession. */
const RESERVATION = /\b(?:but|though|although|however|except|despite|a tad|a bit|a little|less so)\b/i;
/** Wit, shouting and questions: true, but not plain. */
const WIT = /\blol\b|\bhaha|\blmao\b|[?]|!!|\p{Extended_Pictographic}/iu;
const SHOUTED = /\b\p{Lu}{4,}\s+\p{Lu}{2,}/u;

interface QuotedStatement extends Statement {
  readonly quote: string;
  readonly isPraise: boolean;
}

/** Each makes a quote less clear by one. The order is that of their costs. */
const FAULTS: readonly ((statement: QuotedStatement) => boolean)[] = [
  // Four and two stars agree in part.
  ({ verdict: { review } }) => review.rating === 4 || review.rating === 2,
  ({ mention: { start } }) => start > 0,
  ({ quote }) => quote.length < SHORT,
  ({ quote }) => quote.length > LONG,
  ({ mention: { start }, quote }) => start > 0 && /^\p{Ll}/u.test(quote),
  ({ mention: { start }, quote, isPraise }) => start > 0 && !isPraise && /^(?:I|we)\b/i.test(quote),
  ({ mention: { start }, verdict: { text } }) =>
    start > 0 && !/[.!?\n"”)]$/.test(text.slice(0, start).trimEnd()),
  ({ mention: { end }, verdict: { text } }) => !/^["”')]*(?:[.!?\n]|$)/.test(text.slice(end)),
  ({ quote }) => REFERENCE.test(quote),
  ({ quote }) => (quote.match(/,(?=\s|$)/g)?.length ?? 0) > 2,
  ({ quote }) => RESERVATION.test(quote),
  ({ quote }) => WIT.test(quote),
  ({ quote }) => SHOUTED.test(quote),
  (statement) => otherAspects(statement) > 0,
  (statement) => otherAspects(statement) > 1,
];

/** Zero for a plain sentence; undefined for a quote that is less clear than `least` or would mislead. */
function clarityOf(statement: Statement, least: number): number | undefined {
  const { verdict, mention } = statement;
  const { start, end, polarity } = mention;
  const isPraise = polarity === "positive";
  if (isPraise ? verdict.review.rating < 4 : verdict.review.rating > 2) return undefined;
  const quoted = { ...statement, quote: verdict.text.slice(start, end), isPraise };
  let clarity = mention.plainness;
  for (const isFaulty of FAULTS) {
    if (clarity < least) return undefined;
    if (isFaulty(quoted)) clarity -= 1;
  }
  return clarity < least || misleads(quoted) ? undefined : clarity;
}

function misleads(statement: QuotedStatement): boolean {
  const { quote, isPraise } = statement;
  if (quote.split(/\s+/).length < MIN_WORDS || DANGLING.test(quote) || hasUnpaired(quote)) return true;
  return mentionsInside(statement).some((one) => one.polarity === (isPraise ? "negative" : "positive"));
}

/** The number of other aspects that the rules find in the quote. */
function otherAspects(statement: QuotedStatement): number {
  const { aspect } = statement.mention;
  const byRules = mentionsInside(statement).filter((one) => one.plainness !== NO_QUOTE);
  return new Set(byRules.filter((one) => one.aspect !== aspect).map((one) => one.aspect)).size;
}

const mentionsInside = ({ verdict: { votes }, mention: { start, end } }: QuotedStatement): JudgedMention[] =>
  votes.flatMap(({ mentions }) => mentions.filter((one) => one.start < end && one.end > start));

const hasUnpaired = (quote: string): boolean =>
  (quote.match(/["“”]/g)?.length ?? 0) % 2 === 1 ||
  (quote.match(/\(/g)?.length ?? 0) !== (quote.match(/\)/g)?.length ?? 0);

function quoteFrom([id, start, end]: ClearStatement, reviewOf: (id: string) => Review): Quote {
  const { url, rating, date, text } = reviewOf(id);
  return { review_id: id, url, rating, date, quote: (text ?? "").slice(start, end), start, end };
}
