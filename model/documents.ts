/** The published documents that hold reviews, and the list of all published schemas. */
import { aggregateRatingSchema, businessSchema } from "./business.ts";
import { entitiesDocumentSchema } from "./entities.ts";
import { insightsDocumentSchema } from "./insights.ts";
import { jsonFeedSchema } from "./json-feed.ts";
import { manifestSchema, segmentSchema } from "./manifest.ts";
import {
  policyDocumentSchema,
  publishedSourcesSchema,
  withheldCountsSchema,
  withheldDocumentSchema,
} from "./policy.ts";
import { reviewSchema } from "./review.ts";
import { COUNT, DATE, exactObject, HTTP_URL, listOf, TEXT, type SchemaType } from "./schema-pieces.ts";

/** `/reviews.json`: reviews newest first. */
export const reviewsDocumentSchema = exactObject({
  business: businessSchema,
  aggregate_rating: aggregateRatingSchema,
  withheld: withheldCountsSchema,
  policy: exactObject({
    url: { ...HTTP_URL, description: "the whole policy as JSON" },
    sources: publishedSourcesSchema,
  }),
  reviews: listOf(reviewSchema),
});

export type ReviewsDocument = SchemaType<typeof reviewsDocumentSchema>;

/** `/api/reviews/since/DATE`: reviews come first, so every body is a prefix of one byte sequence plus a short tail. */
export const sinceDocumentSchema = exactObject({ reviews: listOf(reviewSchema), since: DATE, count: COUNT });

export type SinceDocument = SchemaType<typeof sinceDocumentSchema>;

const issueSchema = exactObject({ path: TEXT, code: TEXT, message: TEXT });

/** The shape of every error (RFC 9457 members). */
export const problemSchema = exactObject(
  {
    type: TEXT,
    title: TEXT,
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: TEXT,
    issues: listOf(issueSchema),
  },
  ["issues"],
);

export const searchDocumentSchema = exactObject(
  {
    matched: COUNT,
    returned: COUNT,
    reviews: listOf(reviewSchema),
    next_cursor: { type: "string", description: "send it back as cursor to continue" },
  },
  ["next_cursor"],
);

/** A cut of the reviews array: the reviews on or after `date`. */
const sinceIndexRowSchema = exactObject({
  date: DATE,
  count: { ...COUNT, description: "reviews on or after the date" },
  bytes: { ...COUNT, description: "length of their part of the reviews array" },
  gzip_bytes: { ...COUNT, description: "length of the same part as deflate blocks" },
  crc32: { ...COUNT, description: "CRC-32 of the same part" },
});

export type SinceIndexRow = SchemaType<typeof sinceIndexRowSchema>;

/** `/api/reviews/since/index.json`: with it and two representations of reviews.json, slicing answers any date. */
export const sinceIndexSchema = exactObject({
  reviews_offset: { ...COUNT, description: "where the array's first review starts in /reviews.json" },
  gzip_offset: {
    ...COUNT,
    description: "where its first deflate block starts in the gzip representation of /reviews.json",
  },
  window_start: {
    ...DATE,
    type: ["string", "null"],
    description: "the oldest date that has a file of its own",
  },
  dates: listOf(sinceIndexRowSchema),
});

export type SinceIndex = SchemaType<typeof sinceIndexSchema>;

/** The files in `/schemas/`, by name. */
export const PUBLISHED_SCHEMAS = {
  reviews: reviewsDocumentSchema,
  review: reviewSchema,
  insights: insightsDocumentSchema,
  feed: jsonFeedSchema,
  since: sinceDocumentSchema,
  "since-index": sinceIndexSchema,
  search: searchDocumentSchema,
  entities: entitiesDocumentSchema,
  policy: policyDocumentSchema,
  withheld: withheldDocumentSchema,
  manifest: manifestSchema,
  "manifest-segment": segmentSchema,
  problem: problemSchema,
} as const;
