import { conforms } from "../../../model/conforms.ts";
import type { ReviewsDocument } from "../../../model/documents.ts";
import type { EntitiesDocument } from "../../../model/entities.ts";
import { type InsightsDocument, insightsDocumentSchema } from "../../../model/insights.ts";
import { type PolicyDocument, policyDocumentSchema } from "../../../model/policy.ts";
import type { Review } from "../../../model/review.ts";
import { exactObject } from "../../../model/schema-pieces.ts";
import type { ReviewTable } from "../../search/review-table.ts";

/** The documents of one release that the tools read. */
export interface ReleaseDocuments {
  /** The id of the release. */
  readonly release: string;
  readonly baseUrl: string;
  readonly table: ReviewTable;
  readonly entities: EntitiesDocument;
  readonly reviewsHead: ReviewsHead;
  /** Undefined if the release has none that this version can read. */
  readonly insights: Insights | undefined;
  /** Undefined if the release has none that this version can read. */
  readonly policy: PolicyDocument | undefined;
}

/** `reviews.json` without its reviews, which the table has. */
export type ReviewsHead = Omit<ReviewsDocument, "reviews">;

/** `insights.json` without `per_review`: that is most of it, and no tool needs it. */
export type Insights = Omit<InsightsDocument, "per_review">;

/** Parses the bytes of `reviews.json` before its first review. */
export const parseReviewsHead = (bytes: Buffer): ReviewsHead =>
  JSON.parse(`${bytes.toString("utf8")}]}`) as ReviewsDocument;

const { per_review: _perReview, ...OVERALL } = insightsDocumentSchema.properties;
const isOverall = conforms(exactObject(OVERALL, ["pull_quote"]));

export function parseInsights(bytes: Buffer): Insights | undefined {
  const text = withoutPerReview(bytes).toString("utf8");
  const { per_review: _reviews, ...overall } = JSON.parse(text) as InsightsDocument;
  return isOverall(overall) ? overall : undefined;
}

const PER_REVIEW = Buffer.from('"per_review":{');
const NEXT_FIELD = Buffer.from('"faq":[');

/**
 * Leaves out `per_review`, which is 17 MB for 100,000 reviews and would hold the event loop while it is parsed. JSON
 * escapes quotes in strings, so these bytes are fields.
 */
function withoutPerReview(bytes: Buffer): Buffer {
  const start = bytes.indexOf(PER_REVIEW);
  const end = bytes.lastIndexOf(NEXT_FIELD);
  return start === -1 || end < start ? bytes : Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
}

const isPolicy = conforms(policyDocumentSchema);

export function parsePolicy(bytes: Buffer): PolicyDocument | undefined {
  const policy: unknown = JSON.parse(bytes.toString("utf8"));
  return isPolicy(policy) ? policy : undefined;
}

export const reviewAt = (table: ReviewTable, row: number): Review =>
  JSON.parse(table.bytesOf(row).toString("utf8")) as Review;

export function reviewWithId(table: ReviewTable, id: string): Review | undefined {
  const row = table.rowOf(id);
  return row === undefined ? undefined : reviewAt(table, row);
}

const MAX_ENTRIES = 40;

/** A copy in which every list is cut: results must fit a model's window, however much a release publishes. */
export const withShortLists = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    Array.isArray(inner) ? inner.slice(0, MAX_ENTRIES) : inner,
  ) as T;
