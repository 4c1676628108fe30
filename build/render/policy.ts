import type { Stars } from "../../model/business.ts";
import type { Content } from "../../model/content.ts";
import {
  POLICY_PAGE,
  POLICY_PATH,
  type PolicyDocument,
  WITHHELD_PATH,
  type WithheldCounts,
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
    url: baseUrl + POLICY_PAGE,
    publisher,
    report,
    response_days,
    reviewed_at,
    published: publishedCounts(reviews),
    withheld: withheldCounts(withheld),
    sources: publishedSources(policy, reviews, withheld),
    methods: METHOD_WORDS,
    text,
  };
  const { url, ...rest } = numbers;
  return { url, statements: statementsOf(numbers), ...rest };
}

function publishedCounts(reviews: Reviews): PolicyDocument["published"] {
  const by_method = { order: 0, invoice: 0, invitation: 0, platform: 0, attested: 0 };
  let incentivised_count = 0;
  for (const { verification, incentive } of reviews) {
    by_method[verification.method] += 1;
    if (incentive !== null) incentivised_count += 1;
  }
  return { count: reviews.length, incentivised_count, by_method };
}

function withheldCounts(withheld: readonly WithheldReview[]): WithheldCounts {
  const by_rating = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  const by_reason = {
    unverified: 0,
    not_a_customer: 0,
    duplicate: 0,
    spam: 0,
    personal_data: 0,
    legal: 0,
    author_request: 0,
    source_removed: 0,
  };
  for (const { rating, reason } of withheld) {
    by_rating[String(rating) as Stars] += 1;
    by_reason[reason] += 1;
  }
  return { count: withheld.length, by_rating, by_reason };
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
