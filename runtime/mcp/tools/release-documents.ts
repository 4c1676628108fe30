import { conforms } from "../../../model/conforms.ts";
import type { ReviewsDocument } from "../../../model/documents.ts";
import type { EntitiesDocument } from "../../../model/entities.ts";
import { type InsightsDocument, insightsDocumentSchema } from "../../../model/insights.ts";
import { type PolicyDocument, policyDocumentSchema } from "../../../model/policy.ts";
import type { Review } from "../../../model/review.ts";
import { exactObject } from "../../../model/schema-pieces.ts";
import type { ReadRange, ReviewTable } from "../../search/review-table.ts";

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

/** Parses a document of `length` bytes. Reads little more than what precedes and follows `per_review`. */
export function parseInsights(read: ReadRange, length: number): Insights | undefined {
  const text = withoutPerReview(read, length).toString("utf8");
  const { per_review: _reviews, ...overall } = JSON.parse(text) as InsightsDocument;
  return isOverall(overall) ? overall : undefined;
}

const PER_REVIEW = Buffer.from('"per_review":{');
const NEXT_FIELD = Buffer.from('"faq":[');

const BYTES_PER_READ = 65_536;

/**
 * Leaves out `per_review`, which is 210 MB for a million reviews and would hold the event loop while it is read or
 * parsed. JSON escapes quotes in strings, so these bytes are fields.
 */
function withoutPerReview(read: ReadRange, length: number): Buffer {
  for (let bytes = BYTES_PER_READ; 2 * bytes < length; bytes *= 2) {
    const [first, last] = [read(0, bytes), read(length - bytes, length)];
    const [start, end] = [first.indexOf(PER_REVIEW), last.lastIndexOf(NEXT_FIELD)];
    if (start !== -1 && end !== -1) return Buffer.concat([first.subarray(0, start), last.subarray(end)]);
  }
  return read(0, length);
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
