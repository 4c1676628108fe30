import { urlOf } from "../../model/base-url.ts";
import { aggregate } from "../../model/business.ts";
import type { Content } from "../../model/content.ts";
import {
  POLICY_PAGE,
  POLICY_PATH,
  type PolicyDocument,
  VERIFICATION_METHODS,
  WITHHELD_PATH,
  WITHHELD_REASONS,
  withheldDigest,
  type WithheldDocument,
} from "../../model/policy.ts";
import type { WithheldReview } from "../../model/review.ts";
import { statementsOf } from "./claims.ts";
import { METHOD_WORDS } from "./method-words.ts";
import { JSON_TYPE, type RenderedFile, renderJson, renderReadableJson } from "./rendered-file.ts";

type Reviews = Content["reviews"];

/** Builds the policy with the numbers behind it. */
export function policyDocument(
  { policy, reviews, withheld }: Pick<Content, "policy" | "reviews" | "withheld">,
  baseUrl: string,
): PolicyDocument {
  const { publisher, report, response_days, reviewed_at, text } = policy;
  const numbers = {
    publisher,
    report,
    response_days,
    reviewed_at,
    published: {
      count: reviews.length,
      incentivised_count: reviews.filter(({ incentive }) => incentive !== null).length,
      by_method: countEach(
        VERIFICATION_METHODS,
        reviews.map(({ verification }) => verification.method),
      ),
    },
    withheld: {
      count: withheld.length,
      by_rating: aggregate(withheld).distribution,
      by_reason: countEach(
        WITHHELD_REASONS,
        withheld.map(({ reason }) => reason),
      ),
    },
    sources: publishedSources(policy, reviews, withheld),
    methods: METHOD_WORDS,
    text,
  };
  return { url: urlOf(baseUrl, POLICY_PAGE), statements: statementsOf(numbers), ...numbers };
}

/** Counts the occurrences of each name; a name without any counts zero. */
function countEach<N extends string>(names: readonly N[], occurrences: readonly N[]): Record<N, number> {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<N, number>;
  for (const name of occurrences) counts[name] += 1;
  return counts;
}

/** The sources of the policy and of all reviews, in code-unit order. */
function publishedSources(
  { sources: written, totals }: Content["policy"],
  reviews: Reviews,
  withheld: readonly WithheldReview[],
): PolicyDocument["sources"] {
  const published = countBySource(reviews);
  const unpublished = countBySource(withheld);
  const removed = countBySource(withheld.filter(({ reason }) => reason === "source_removed"));
  const names = new Set([...Object.keys(written), ...published.keys(), ...unpublished.keys()]);
  const policies = new Map(Object.entries(written));
  const entries = [...names].toSorted().map((name) => {
    const policy = policies.get(name);
    const stated = policy && totals[name];
    const source = {
      verification: policy?.verification ?? null,
      how: policy?.how ?? null,
      incentives: policy?.incentives ?? null,
      published: published.get(name) ?? 0,
      withheld: unpublished.get(name) ?? 0,
      removed: removed.get(name) ?? 0,
      ...(stated && { stated }),
    };
    return [name, source] as const;
  });
  return Object.fromEntries(entries);
}

function countBySource(reviews: Iterable<{ readonly source: string }>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { source } of reviews) counts.set(source, (counts.get(source) ?? 0) + 1);
  return counts;
}

/** The policy, and which pages are gone. Digests, because the id of a review that nobody saw is nobody's business. */
export function policyFiles(policy: PolicyDocument, withheld: readonly WithheldReview[]): RenderedFile[] {
  const gone: WithheldDocument = { digests: withheld.map(({ id }) => withheldDigest(id)).toSorted() };
  return [
    { path: POLICY_PATH, mediaType: JSON_TYPE, body: renderReadableJson(policy) },
    { path: WITHHELD_PATH, mediaType: JSON_TYPE, body: renderJson(gone) },
  ];
}
