import type { InsightsDocument, Quote } from "../../../model/insights.ts";
import { type JudgedMention, LEARNED_PLAINNESS, type ReviewVerdict } from "../sentiment/judge.ts";
import { rounded } from "../statistics/statistics.ts";

const MIN_LENGTH = 30;
const MAX_LENGTH = 140;
const RULE =
  "from reviews with 4 or 5 stars: the clearest praising statement of 30 to 140 characters that is understandable alone, the newest among equals";

export interface Statement {
  readonly verdict: ReviewVerdict;
  readonly mention: JudgedMention;
}

/** A clear sentence of praise, not the most flattering one. Verdicts come newest first. */
export function pullQuote(verdicts: readonly ReviewVerdict[]): InsightsDocument["pull_quote"] {
  const statements = verdicts
    .flatMap((verdict) =>
      verdict.votes.flatMap(({ mentions }) => mentions.map((mention) => ({ verdict, mention }))),
    )
    .filter(({ mention: { polarity, start, end } }) => {
      return polarity === "positive" && end - start >= MIN_LENGTH && end - start <= MAX_LENGTH;
    });
  const [clearest] = clearestFirst(statements);
  return clearest && { ...quoteFrom(clearest), rule: RULE };
}

/**
 * The statements that represent what is counted, the clearest first, of equal ones the most typical (nearest to the
 * median of the scores). Those that mislead or need their context are left out. Equal ones keep their order.
 */
export function clearestFirst(statements: readonly Statement[]): Statement[] {
  const scores = statements.map(({ mention }) => mention.score).toSorted((a, b) => a - b);
  const median = scores[Math.floor(scores.length / 2)] ?? 0;
  const clear = statements
    .map((statement) => ({
      statement,
      clarity: clarityOf(statement),
      distance: rounded(Math.abs(statement.mention.score - median), 3),
    }))
    .filter(({ clarity }) => clarity >= MIN_CLARITY);
  const best = Math.max(...clear.map(({ clarity }) => clarity));
  return clear
    .filter(({ clarity }) => clarity === best)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ statement }) => statement);
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

/** Zero for a plain sentence; -Infinity for a quote that would mislead. */
function clarityOf({ verdict, mention }: Statement): number {
  const { review, text, votes } = verdict;
  const { start, end, polarity, aspect, plainness } = mention;
  const isPraise = polarity === "positive";
  if (isPraise ? review.rating < 4 : review.rating > 2) return -Infinity;
  const quote = text.slice(start, end);
  const words = quote.split(/\s+/);
  if (words.length < MIN_WORDS || DANGLING.test(quote) || hasUnpaired(quote)) return -Infinity;
  const inside = votes.flatMap(({ mentions }) =>
    mentions.filter((one) => one.start < end && one.end > start),
  );
  if (inside.some((one) => one.polarity === (isPraise ? "negative" : "positive"))) return -Infinity;
  const byRules = inside.filter((one) => one.plainness !== LEARNED_PLAINNESS);
  const others = new Set(byRules.filter((one) => one.aspect !== aspect).map((one) => one.aspect)).size;
  const penalties = [
    // Four and two stars agree in part.
    review.rating === 4 || review.rating === 2,
    start > 0 && !/[.!?\n"”)]$/.test(text.slice(0, start).trimEnd()),
    !/^["”')]*(?:[.!?\n]|$)/.test(text.slice(end)),
    quote.length < SHORT,
    quote.length > LONG,
    others > 0,
    others > 1,
    REFERENCE.test(quote),
    start > 0,
    start > 0 && /^\p{Ll}/u.test(quote),
    start > 0 && !isPraise && /^(?:I|we)\b/i.test(quote),
    words.filter((word) => word.endsWith(",")).length > 2,
    RESERVATION.test(quote),
    WIT.test(quote),
    SHOUTED.test(quote),
  ];
  return plainness - penalties.filter(Boolean).length;
}

const hasUnpaired = (quote: string): boolean =>
  (quote.match(/["“”]/g)?.length ?? 0) % 2 === 1 ||
  (quote.match(/\(/g)?.length ?? 0) !== (quote.match(/\)/g)?.length ?? 0);

export const quoteFrom = ({ verdict: { review, text }, mention: { start, end } }: Statement): Quote => ({
  review_id: review.id,
  url: review.url,
  rating: review.rating,
  date: review.date,
  quote: text.slice(start, end),
  start,
  end,
});
