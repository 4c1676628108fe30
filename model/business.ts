import { BASE_URL_SCHEMA, ORIGIN_SCHEMA } from "./base-url.ts";
import { entityNameSchema } from "./entities.ts";
import {
  COUNT,
  distributionSchema,
  EMAIL,
  exactObject,
  HTTP_URL,
  LINE,
  listOf,
  MEAN,
  PROSE,
  SCHEMA_LINK,
  type SchemaType,
} from "./schema-pieces.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

const addressSchema = exactObject({
  street_address: LINE,
  locality: LINE,
  region: LINE,
  postal_code: LINE,
  country: { ...LINE, description: "ISO 3166-1 alpha-2 code" },
});

const geoSchema = exactObject({
  latitude: { type: "number", minimum: -90, maximum: 90 },
  longitude: { type: "number", minimum: -180, maximum: 180 },
});

/** The fields of a business that are published unchanged. */
export const BUSINESS_PROPERTIES = {
  name: LINE,
  legal_name: LINE,
  type: {
    type: "string",
    pattern: "^[A-Z][A-Za-z]+$",
    description: "a schema.org LocalBusiness subtype such as Bakery, or LocalBusiness",
  },
  description: PROSE,
  url: HTTP_URL,
  telephone: LINE,
  email: EMAIL,
  address: addressSchema,
  geo: geoSchema,
  opening_hours: { type: "array", items: LINE, description: "schema.org openingHours" },
  price_range: LINE,
  same_as: { type: "array", items: HTTP_URL },
  logo_url: HTTP_URL,
  language: {
    type: "string",
    pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
    description: "an RFC 5646 language tag such as en",
  },
} as const;

export const OPTIONAL_BUSINESS = [
  "legal_name",
  "description",
  "telephone",
  "email",
  "address",
  "geo",
  "price_range",
  "logo_url",
] as const;

/** Settings for the publication: the private part of business.json. */
const publishingSchema = exactObject(
  {
    base_url: { ...BASE_URL_SCHEMA, title: "public URL, with or without a path; `--base-url` overrides it" },
    title: { ...LINE, title: "title of the front page and the feeds" },
    sample_notice: { ...LINE, title: "shown on every page and in every feed when the reviews are not real" },
    license_url: { ...HTTP_URL, title: "license of the published data" },
    review_markup: {
      type: "boolean",
      default: true,
      title: "false leaves ratings and reviews out of the structured data of the pages",
    },
    sidecar_url: { ...ORIGIN_SCHEMA, title: "origin of the sidecar, for hosts that proxy to it" },
    since_window_days: {
      type: "integer",
      minimum: 0,
      maximum: 3660,
      default: 30,
      title: "days back from the newest review that get a shard",
    },
    since_budget_mb: {
      type: "number",
      minimum: 0,
      maximum: 10_000,
      default: 16,
      title: "limit for all shards together before compression, in 10^6 bytes",
    },
  },
  ["sample_notice", "license_url", "review_markup", "sidecar_url", "since_window_days", "since_budget_mb"],
);

export const contentBusinessSchema = exactObject(
  {
    $schema: SCHEMA_LINK,
    schema_version: {
      enum: [SCHEMA_VERSION],
      description: "version of the layout of the content; `upgrade` migrates older content",
    },
    ...BUSINESS_PROPERTIES,
    publishing: publishingSchema,
  },
  ["$schema", ...OPTIONAL_BUSINESS],
);

/** `content/business.json` as its author writes it. */
export type WrittenBusiness = SchemaType<typeof contentBusinessSchema>;

/** The business as `reviews.json` publishes it, without its entities. */
export type Business = Omit<WrittenBusiness, "$schema" | "schema_version" | "publishing">;

type WrittenPublishing = WrittenBusiness["publishing"];

/** The publishing settings with their defaults applied. */
export type Publishing = WrittenPublishing &
  Required<Pick<WrittenPublishing, "since_window_days" | "since_budget_mb">>;

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
  incentivised_count: { ...COUNT, description: "reviews that rating_value leaves out" },
  best_rating: { const: 5 },
  worst_rating: { const: 1 },
  distribution: distributionSchema,
});

/** `rating_value` is the mean of all ratings without an incentive, rounded to two decimals; null without any. */
export type AggregateRating = SchemaType<typeof aggregateRatingSchema>;

interface RatedReview {
  readonly rating: number;
  readonly incentive?: object | null;
}

/** Numbers of reviews with 1 to 5 stars: those without an incentive, then those with one. They may be added up. */
export type RatingCounts = readonly number[];

export const MAX_STARS = 5;
export function ratingCounts(reviews: Iterable<RatedReview>): number[] {
  const counts = Array.from({ length: 2 * MAX_STARS }, () => 0);
  for (const { rating, incentive } of reviews) {
    const at = rating - 1 + (incentive ? MAX_STARS : 0);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** The mean of `count` ratings, rounded to two decimals, but to 5 or 1 only if all are; null without any. */
export function meanOf(sum: number, count: number): number | null {
  if (count === 0) return null;
  if (sum === MAX_STARS * count || sum === count) return sum / count;
  return Math.max(1.01, Math.min(MAX_STARS - 0.01, Math.round((sum * 100) / count) / 100));
}

export function aggregateOf(counts: RatingCounts): AggregateRating {
  const countAt = (at: number): number => counts[at] ?? 0;
  let rated = 0;
  let incentivised = 0;
  let sum = 0;
  const distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  for (const [at, stars] of (["1", "2", "3", "4", "5"] as const).entries()) {
    rated += countAt(at);
    incentivised += countAt(at + MAX_STARS);
    sum += countAt(at) * Number(stars);
    distribution[stars] = countAt(at) + countAt(at + MAX_STARS);
  }
  return {
    rating_value: meanOf(sum, rated),
    review_count: rated + incentivised,
    incentivised_count: incentivised,
    best_rating: 5,
    worst_rating: 1,
    distribution,
  };
}

/** The number of ratings that the mean holds: those for which nobody was given anything. */
export const ratedCount = ({
  review_count,
  incentivised_count,
}: Pick<AggregateRating, "review_count" | "incentivised_count">): number => review_count - incentivised_count;

export const aggregate = (reviews: Iterable<RatedReview>): AggregateRating =>
  aggregateOf(ratingCounts(reviews));
