import type { PolicyDocument, VerificationMethod } from "../../model/policy.ts";
import { METHOD_WORDS, REASON_WORDS, sourceName } from "./method-words.ts";

/** The numbers that a claim needs. */
export type PolicyNumbers = Omit<PolicyDocument, "url" | "statements">;

interface ClaimRule {
  readonly holds: (policy: PolicyNumbers) => boolean;
  readonly sentence: (policy: PolicyNumbers) => string;
}

/** Methods with something that somebody else could look at. */
const DOCUMENTED: readonly VerificationMethod[] = ["order", "invoice", "invitation"];

/**
 * Everything that may be said of the reviews as a whole, with the condition under which it is true. Templates, feeds,
 * descriptions and structured data say these sentences or none.
 */
export const CLAIMS = {
  publishedByBusiness: {
    holds: ({ publisher }) => publisher.is_the_business,
    sentence: ({ publisher }) => `Published by ${publisher.name} about itself.`,
  },
  publishedByOther: {
    holds: ({ publisher }) => !publisher.is_the_business,
    sentence: ({ publisher }) => `Published by ${publisher.name}, which is not the business.`,
  },
  notIndependent: {
    holds: ({ publisher }) => publisher.is_the_business,
    sentence: () => "This is not an independent review site.",
  },
  allDocumented: {
    holds: ({ published }) =>
      published.count > 0 && published.count === total(DOCUMENTED, published.by_method),
    sentence: () => "Every review here is verified: matched to an order, an invoice or an invitation.",
  },
  methods: {
    holds: ({ published }) => published.count > 0,
    sentence: ({ published }) => `How they were verified: ${listed(published.by_method, METHOD_WORDS)}.`,
  },
  nothingWithheld: {
    holds: ({ withheld, sources }) =>
      withheld.count === 0 && Object.values(sources).every((source) => unexplained(source) === 0),
    sentence: ({ sources }) =>
      Object.values(sources).some(({ stated }) => stated !== undefined)
        ? "No known review was left out."
        : "No known review was left out; the totals that the sources state were not compared.",
  },
  withheld: {
    holds: ({ withheld }) => withheld.count > 0,
    sentence: ({ withheld }) =>
      `${plural(withheld.count, "review is", "reviews are")} known and not shown: ${listed(withheld.by_reason, REASON_WORDS)}.`,
  },
  sourceTotals: {
    holds: ({ sources }) => Object.values(sources).some(({ stated }) => stated !== undefined),
    sentence: ({ sources }) => Object.entries(sources).flatMap(totalSentence).join(" "),
  },
  noIncentives: {
    holds: ({ published, sources }) =>
      published.incentivised_count === 0 &&
      Object.values(sources).every(({ incentives }) => incentives === null),
    sentence: () => "No author is known to have been given anything for a review.",
  },
  incentivised: {
    holds: ({ published }) => published.incentivised_count > 0,
    sentence: ({ published }) =>
      `The authors of ${plural(published.incentivised_count, "review", "reviews")} were given or promised something for it; the mean rating leaves them out.`,
  },
  meanOfAll: {
    holds: ({ published }) => published.incentivised_count === 0,
    sentence: () => "The rating is the plain mean of all ratings here, without weights.",
  },
  meanOfOthers: {
    holds: ({ published }) => published.incentivised_count > 0,
    sentence: () =>
      "The rating is the plain mean, without weights, of the ratings for which nobody was given anything.",
  },
} as const satisfies Record<string, ClaimRule>;

export type ClaimName = keyof typeof CLAIMS;

/** The sentence if it is true, else null. */
export const claim = (name: ClaimName, policy: PolicyNumbers): string | null =>
  CLAIMS[name].holds(policy) ? CLAIMS[name].sentence(policy) : null;

/** The sentence of every claim that holds. */
export const statementsOf = (policy: PolicyNumbers): string[] =>
  (Object.keys(CLAIMS) as ClaimName[]).flatMap((name) => claim(name, policy) ?? []);

/** The only place that chooses between a review and a verified one. */
export const reviewNoun = (policy: PolicyNumbers): "verified review" | "review" =>
  CLAIMS.allDocumented.holds(policy) ? "verified review" : "review";

type PublishedSource = PolicyDocument["sources"][string];

/** Reviews that a source states and that are neither here nor withheld. */
const unexplained = ({ stated, published, withheld, removed }: PublishedSource): number =>
  Math.max(0, (stated?.count ?? 0) - published - (withheld - removed));

function totalSentence([name, source]: readonly [string, PublishedSource]): string[] {
  const { stated, published, withheld, removed } = source;
  if (stated === undefined) return [];
  const missing = unexplained(source);
  const rest = missing === 0 ? "" : `, ${missing} missing without a known reason`;
  const gone = removed === 0 ? "" : ` (besides ${removed} that it shows no longer)`;
  return [
    `${sourceName(name)} says ${stated.count}, here ${published}, ${withheld - removed} withheld${gone}${rest}.`,
  ];
}

const total = <N extends string>(names: readonly N[], counts: Readonly<Record<N, number>>): number =>
  names.reduce((sum, name) => sum + counts[name], 0);

/** "3 matched to an invoice, 1 spam": the counts that are not zero. */
function listed<N extends string>(
  counts: Readonly<Record<N, number>>,
  words: Readonly<Record<N, string>>,
): string {
  const names = Object.keys(words) as N[];
  return names.flatMap((name) => (counts[name] === 0 ? [] : [`${counts[name]} ${words[name]}`])).join("; ");
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
