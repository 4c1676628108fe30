/** The published documents: what consumers can rely on. OpenAPI and /schemas/*.json are made from these. */
import { BUSINESS_PROPERTIES, contentReviewSchema, OPTIONAL_BUSINESS } from "./content.ts";
import { COUNT, DATE, distributionSchema, exactObject, HTTP_URL, listOf, MEAN, SLUG } from "./formats.ts";
import { insightsDocumentSchema } from "./insights.ts";
import { jsonFeedSchema } from "./json-feed.ts";

const TEXT = { type: "string" } as const;
const INSTANT = { type: "string", format: "date-time" } as const;
const SLUGS = { type: "array", items: SLUG } as const;

const entityNameSchema = exactObject({ id: SLUG, name: TEXT });

export const businessSchema = exactObject(
  {
    ...BUSINESS_PROPERTIES,
    technicians: listOf(entityNameSchema),
    services: listOf(entityNameSchema),
    service_areas: listOf(entityNameSchema),
  },
  OPTIONAL_BUSINESS,
);

export const aggregateRatingSchema = exactObject({
  rating_value: MEAN,
  review_count: COUNT,
  best_rating: { const: 5 },
  worst_rating: { const: 1 },
  distribution: distributionSchema,
});

export const reviewSchema = exactObject({
  ...contentReviewSchema.properties,
  verified: { const: true },
  url: HTTP_URL,
  mentions: exactObject({ technicians: SLUGS, services: SLUGS, service_areas: SLUGS }),
});

export const reviewsDocumentSchema = exactObject({
  business: businessSchema,
  aggregate_rating: aggregateRatingSchema,
  reviews: listOf(reviewSchema),
});

export const sinceDocumentSchema = exactObject({ reviews: listOf(reviewSchema), since: DATE, count: COUNT });

const ETAG = {
  type: "string",
  pattern: '^"[!#-~]+"$',
  description: "strong entity tag, quotes included",
} as const;
const encodedFormSchema = exactObject({ bytes: COUNT, etag: ETAG });

const artifactSchema = exactObject({
  media_type: TEXT,
  bytes: COUNT,
  sha256: { type: "string", pattern: "^[0-9a-f]{64}$" },
  etag: ETAG,
  last_modified: INSTANT,
  encodings: exactObject({ gzip: encodedFormSchema, br: encodedFormSchema }, ["gzip", "br"]),
});

export const manifestSchema = exactObject({
  version: { const: 1 },
  release: { type: "string", pattern: "^[0-9a-f]{16}$" },
  base_url: HTTP_URL,
  artifacts: { type: "object", additionalProperties: artifactSchema },
});

const issueSchema = exactObject({ path: TEXT, code: TEXT, message: TEXT });

/** The one shape of every error (RFC 9457 members). */
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

/** One published row of the since index: where the bodies of all later dates end. */
const sinceIndexRowSchema = exactObject({
  date: DATE,
  count: { ...COUNT, description: "reviews on or after the date" },
  bytes: { ...COUNT, description: "length of their part of the reviews array" },
  gzip_bytes: { ...COUNT, description: "length of the same part as deflate blocks" },
  crc32: { ...COUNT, description: "CRC-32 of the same part" },
});

export const sinceIndexSchema = exactObject({
  reviews_offset: { ...COUNT, description: "where the array's first review starts in /reviews.json" },
  gzip_offset: {
    ...COUNT,
    description: "where its first deflate block starts in the gzip form of /reviews.json",
  },
  window_start: {
    ...DATE,
    type: ["string", "null"],
    description: "the oldest date that has a file of its own",
  },
  dates: listOf(sinceIndexRowSchema),
});

const aliasesSchema = exactObject({ id: SLUG, name: TEXT, aliases: listOf(TEXT) });

export const entitiesDocumentSchema = exactObject({
  technicians: listOf(aliasesSchema),
  services: listOf(aliasesSchema),
  service_areas: listOf(aliasesSchema),
});

/** The files below /schemas/, by name. */
export const PUBLISHED_SCHEMAS = {
  reviews: reviewsDocumentSchema,
  review: reviewSchema,
  insights: insightsDocumentSchema,
  feed: jsonFeedSchema,
  since: sinceDocumentSchema,
  "since-index": sinceIndexSchema,
  search: searchDocumentSchema,
  entities: entitiesDocumentSchema,
  manifest: manifestSchema,
  problem: problemSchema,
} as const;
