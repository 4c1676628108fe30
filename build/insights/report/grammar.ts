/** Every computed sentence, in English. A publication in another language needs a module like this one. */
import type { Aspect } from "../../../model/content.ts";
import { type AggregateRating, ratedCount } from "../../../model/business.ts";
import type { PolarityCounts, Share, TopicInsight } from "../../../model/insights.ts";

const grouped = (count: number): string => GROUPING.format(count);
const GROUPING = new Intl.NumberFormat("en-US");

/** "1 text", "1,200 texts". */
const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

const reviews = (count: number): string => counted(count, "review");

/** "both reviews", "all 3 reviews". */
const allOf = (count: number): string => (count === 2 ? "both reviews" : `all ${reviews(count)}`);

/** "a", "a and b", "a, b and c". */
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of an aspect inside a sentence: "the price". Acronyms keep their capitals. */
export const nounOf = ({ noun, label }: Pick<Aspect, "noun" | "label">): string =>
  noun ?? (/^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1));

export const NO_REVIEWS = "There are no reviews yet.";

/** The mean of the reviews without a reward: null if there are none. */
export function ratingSentence(
  rating: Pick<AggregateRating, "review_count" | "incentivised_count" | "rating_value">,
): string {
  const { incentivised_count, rating_value: mean } = rating;
  if (mean === null) return "There is no rating, because every review was written for a reward.";
  const count = ratedCount(rating);
  const which = incentivised_count === 0 ? "" : " without a reward";
  if (count === 1) return `The only review${which || " so far"} gives ${mean} of 5 stars.`;
  if (mean === 5 || mean === 1) return `${capitalized(allOf(count))}${which} give ${mean} of 5 stars.`;
  return `${reviews(count)}${which} give ${mean.toFixed(2)} of 5 stars on average.`;
}

/** The texts that the sentences after it count, also those of reviews that the sentence before left out. */
export const textSentence = (
  analyzed: number,
  { review_count, incentivised_count }: Pick<AggregateRating, "review_count" | "incentivised_count">,
): string => {
  const texts = analyzed === 1 ? "only text" : counted(analyzed, "text");
  const rewarded = incentivised_count === 0 ? "" : ", also of rewarded reviews";
  if (analyzed < review_count)
    return `What follows is counted by a program from the ${texts} it can read${rewarded}.`;
  return incentivised_count === 0
    ? "What follows is counted from their texts by a program."
    : `What follows is counted by a program from ${analyzed === 1 ? "its text" : `the texts of ${allOf(review_count)}`}.`;
};

/** Several nouns have the same count. */
export const mostMentioned = (nouns: readonly string[], count: number): string =>
  `Customers write most often about ${listed(nouns)}, in ${reviews(count)}${nouns.length > 1 ? " each" : ""}.`;

/** Several nouns have the same counts; none if the sentence before is about it. */
export const mostPraised = (nouns: readonly string[], praise: number, judging: number): string =>
  `Praise is clearest ${nouns.length === 0 ? "there, too" : `for ${listed(nouns)}`}, ${sideIn(nouns, praise, judging)}`;

export const mostCriticised = (nouns: readonly string[], complaints: number, judging: number): string =>
  `Criticism is clearest for ${listed(nouns)}, ${sideIn(nouns, complaints, judging)}`;

const sideIn = (nouns: readonly string[], part: number, judging: number): string =>
  `${nouns.length > 1 ? "each " : ""}in ${shareOf(part, judging)} that take a side.`;

const shareOf = (part: number, whole: number): string =>
  part === whole ? allOf(whole) : `${grouped(part)} of the ${reviews(whole)}`;

/**
 * The counts of an aspect, and the share of praise where there are enough for one. They are what the program sees: reviews
 * may say more.
 */
export function aspectSentence(
  noun: string,
  counts: PolarityCounts,
  { positive_pct, positive_ci95 }: Share,
): string {
  const { positive_count, negative_count, mixed_count, neutral_count } = counts;
  const judging = positive_count + negative_count + mixed_count;
  if (judging === 0) return undecided(noun, neutral_count);
  const more = neutral_count === 0 ? "" : `; in ${grouped(neutral_count)} more it sees no clear side`;
  const first = `The program sees a judgement of ${noun} in ${reviews(judging)}${judgements(counts, judging)}${more}.`;
  if (positive_ci95 === null) return first;
  const [low, high] = positive_ci95;
  const alone = mixed_count === 0 ? "" : " alone";
  return `${first} The share of praise${alone} is ${positive_pct} %, with a 95 % interval of ${low} to ${high} %.`;
}

function undecided(noun: string, count: number): string {
  if (count === 0) return `The program finds no mention of ${noun}.`;
  if (count === 1) return `One review mentions ${noun}, and ${NO_SIDE} in it.`;
  return `${reviews(count)} mention ${noun}, and ${NO_SIDE} in any.`;
}

const NO_SIDE = "the program sees no clear side";

/** Of each kind: singular, plural, and the words for a kind that is the only one. */
const KINDS = {
  positive_count: ["praises", "praise", "praise"],
  negative_count: ["criticises", "criticise", "criticism"],
  mixed_count: ["both praises and criticises", "both praise and criticise", "both praise and criticism"],
} as const;

/** Completes "a judgement in 3 reviews": ", all with praise", ": 2 praise and 1 criticises". */
function judgements(counts: PolarityCounts, judging: number): string {
  const [only, ...others] = kindsOf(counts);
  if (only === undefined || others.length > 0) return `: ${listed(partsOf(counts))}`;
  const [, , way] = KINDS[only];
  if (judging < 3) return `${judging === 1 ? "," : ", both"} with ${way.replace("both praise", "praise")}`;
  return `, all with ${way}`;
}

const kindsOf = (counts: PolarityCounts): (keyof typeof KINDS)[] =>
  (["positive_count", "negative_count", "mixed_count"] as const).filter((kind) => counts[kind] > 0);

/** "7 praise", "1 criticises", "2 do both". */
function partsOf(counts: PolarityCounts): string[] {
  const found = kindsOf(counts);
  return found.map((kind) => {
    const [one, many] = found.length === 3 && kind === "mixed_count" ? ["does both", "do both"] : KINDS[kind];
    return `${grouped(counts[kind])} ${counts[kind] === 1 ? one : many}`;
  });
}

/** The counts of a person. Criticism that a single review makes is not among them. */
export function personSentence(counts: PolarityCounts): string {
  const { positive_count, negative_count, mixed_count, neutral_count } = counts;
  const all = counted(positive_count + negative_count + mixed_count + neutral_count, "text");
  if (negative_count + mixed_count === 0)
    return positive_count === 0
      ? `${capitalized(NO_SIDE)} in ${all}.`
      : `The program sees praise for the person in ${grouped(positive_count)} of ${all}. ${CRITICISM_RULE}`;
  const more = neutral_count === 0 ? "" : `; in ${grouped(neutral_count)} ${NO_SIDE}`;
  return `Of ${all}, ${listed(partsOf(counts))}${more}.`;
}

const CRITICISM_RULE =
  "It rarely detects criticism of individuals, which counts only where two reviews plainly tell of the person's own conduct.";

/** A standard score as far from zero is chance in one of 370 topics. At the 95 % level one of twenty would be. */
const SIGNIFICANT = 3;

export function topicSentence({
  label,
  mention_count,
  rating_value,
  incentivised_count,
  rating_effect: { z },
}: Pick<
  TopicInsight,
  "label" | "mention_count" | "rating_value" | "incentivised_count" | "rating_effect"
>): string {
  const name = `“${capitalized(label)}”`;
  if (mention_count === 0) return `${name} does not come up at present.`;
  const rated = mention_count - incentivised_count;
  const who = incentivised_count === 0 ? "which" : `of which ${grouped(rated)} without a reward`;
  const [gives, average] = rated === 1 ? ["gives", ""] : ["give", " on average"];
  const mean =
    rating_value === null ? "" : `, ${who} ${gives} ${rating_value.toFixed(2)} of 5 stars${average}`;
  const first = `${name} comes up in ${reviews(mention_count)}${mean}.`;
  if (Math.abs(z) < SIGNIFICANT) return first;
  const [more, less] = z > 0 ? ["four or five", "one or two"] : ["one or two", "four or five"];
  return `${first} A larger share of the reviews with ${more} stars has it than of those with ${less}.`;
}
