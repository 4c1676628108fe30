import { type AspectVote, type JudgedMention, NO_QUOTE, type ReviewVerdict } from "../sentiment/judge.ts";
import { countMatches } from "../text/count-matches.ts";

/** A statement of a review about an aspect. */
export interface Statement {
  readonly verdict: ReviewVerdict;
  readonly mention: JudgedMention;
}

/** A statement that is less clear is no quote. */
export const MIN_CLARITY = -2;
const MIN_WORDS = 3;
const SHORT = 18;
const LONG = 110;

/** Begins or ends in the middle of a thought, or refers to what was said before. */
const DANGLING =
  /^(?:and|but|so|then|because|which|who|or|also|plus|still|another|same|again|yes|no doubt|it|its|this|that|these|those|one|other|not|edit(?:ed)?|updated?)\b|\b(?:and|but|or|the|a|with|which|because|incl|approx)$/i;
/** May refer to something outside the quote. */
const REFERENCE =
  /\b(?:it|this|that|one|ones|them|there|either|neither|someone else|somebody else)\b|(?<!\b(?:use|hire|call|them) )\bagain\b/i;
/** Praise with a reservation, a complaint with a concession, or either with a reason. */
const RESERVATION =
  /\b(?:because|but|though|although|however|except|despite|a tad|a bit|a little|less so)\b/i;
/** Tells of the customer, or of what might have been: "I didn't expect much for the price", "I so value punctuality". */
const EXPECTATION =
  /\b(?:expect(?:ed|ing)?|skeptical|hesitant|nervous|worried|thought|in my experience|could have|could've|I (?:\w+ ){0,2}value)\b/i;
/** Tells what somebody did: "I had Thai coffee and fresh rolls". */
const STORY = /^(?:recently|(?:I|we) (?:am|bought|got|had|have been|ordered|took|tried|was|went|were))\b/i;
/** Wit, shouting and questions: true, but not plain. */
const WIT = /\blol\b|\bhaha|\blmao\b|[?]|!!|\p{Extended_Pictographic}/iu;
const SHOUTED = /\b\p{Lu}{4,}\s+\p{Lu}{2,}/u;

interface QuotedStatement extends Statement {
  readonly quote: string;
  readonly isPraise: boolean;
}

/** The other aspects in a quote that make it less clear. */
const MAX_OTHER_ASPECTS = 2;

/** Each makes a quote less clear by one, or by its number. The order is that of their costs. */
const FAULTS: readonly ((statement: QuotedStatement) => boolean | number)[] = [
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
  ({ quote }) => countMatches(quote, /,(?=\s|$)/g) > 2,
  ({ quote }) => RESERVATION.test(quote),
  ({ quote, isPraise }) => isPraise && STORY.test(quote),
  ({ quote }) => WIT.test(quote),
  ({ quote }) => SHOUTED.test(quote),
  (statement) => Math.min(MAX_OTHER_ASPECTS, otherAspects(statement)),
];

/** The plainness of the statement less its faults; undefined for a quote that is less clear than `least` or would mislead. */
export function clarityOf(statement: Statement, least: number): number | undefined {
  const { verdict, mention } = statement;
  const { start, end, polarity } = mention;
  const isPraise = polarity === "positive";
  if (isPraise ? verdict.review.rating < 4 : verdict.review.rating > 2) return undefined;
  const quoted = { ...statement, quote: verdict.text.slice(start, end), isPraise };
  let clarity = mention.plainness;
  for (const faultsOf of FAULTS) {
    if (clarity < least) return undefined;
    clarity -= Number(faultsOf(quoted));
  }
  return clarity < least || misleads(quoted) ? undefined : clarity;
}

function misleads(statement: QuotedStatement): boolean {
  const { quote, isPraise } = statement;
  if (quote.split(/\s+/).length < MIN_WORDS || DANGLING.test(quote) || hasUnpaired(quote)) return true;
  if (isPraise && EXPECTATION.test(quote)) return true;
  const opposite = isPraise ? "negative" : "positive";
  return votesInside(statement, ({ polarity }) => polarity === opposite).length > 0;
}

/** The number of other aspects that the rules find in the quote. */
function otherAspects(statement: QuotedStatement): number {
  const byRules = votesInside(statement, ({ plainness }) => plainness !== NO_QUOTE);
  return byRules.filter(({ aspect }) => aspect !== statement.mention.aspect).length;
}

/** The votes with a mention inside the quote of which something is true. */
const votesInside = (
  { verdict: { votes }, mention: { start, end } }: QuotedStatement,
  isMeant: (mention: JudgedMention) => boolean,
): AspectVote[] =>
  votes.filter(({ mentions }) => mentions.some((one) => one.start < end && one.end > start && isMeant(one)));

const hasUnpaired = (quote: string): boolean =>
  countMatches(quote, /["“”]/g) % 2 === 1 ||
  countMatches(quote, /\(/g) !== countMatches(quote, /\)/g) ||
  // Apostrophes look like closing marks.
  countMatches(quote, /(?<![^\s("“])['‘](?=\p{L})/gu) > countMatches(quote, /(?<=\S)['’](?![\p{L}\p{N}])/gu);
