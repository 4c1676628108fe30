/** What a person edits below `content/`: one schema a file. */
import {
  DATE,
  exactObject,
  HTTP_URL,
  LINE,
  NULLABLE_URL,
  RATING,
  SCHEMA_LINK,
  SLUG,
  ULID,
} from "./formats.ts";
import { contentAspectsSchema, contentEntitiesSchema } from "./vocabulary.ts";

const PROSE = { type: "string", minLength: 1, maxLength: 5000 } as const;
const REVIEW_TEXT = { type: "string", minLength: 1, maxLength: 20_000 } as const;

const OWNER_REPLY = {
  ...exactObject({ text: REVIEW_TEXT, date: DATE }),
  type: ["object", "null"],
  description: "the business's public answer, or null",
} as const;

export const contentReviewSchema = exactObject(
  {
    id: ULID,
    author: LINE,
    author_avatar_url: NULLABLE_URL,
    rating: RATING,
    date: DATE,
    text: {
      type: ["string", "null"],
      maxLength: 20_000,
      description: "null when the customer left stars only",
    },
    source: LINE,
    source_url: NULLABLE_URL,
    owner_reply: OWNER_REPLY,
    verified: { type: "boolean", description: "false keeps the review out of everything that is published" },
  },
  ["author_avatar_url", "text", "source_url", "owner_reply"],
);

/** A `*.json` file of reviews, for editors: an array, or an object that can name its schema. */
export const contentReviewsSchema = {
  anyOf: [
    { type: "array", items: contentReviewSchema },
    exactObject({ $schema: SCHEMA_LINK, reviews: { type: "array", items: contentReviewSchema } }, [
      "$schema",
    ]),
  ],
} as const;

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

/** The fields of a business that are published as they stand. */
export const BUSINESS_PROPERTIES = {
  name: LINE,
  legal_name: LINE,
  type: {
    type: "string",
    pattern: "^[A-Z][A-Za-z]+$",
    description: "a schema.org LocalBusiness subtype such as Plumber",
  },
  description: PROSE,
  url: HTTP_URL,
  telephone: LINE,
  email: { ...LINE, pattern: "^[^@\\s]+@[^@\\s]+$", description: "an e-mail address" },
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

export const OPTIONAL_BUSINESS = ["legal_name", "email", "geo", "price_range", "logo_url"] as const;

const ORIGIN = {
  type: "string",
  format: "uri",
  pattern: "^https?://[^/?#]+$",
  description: "a public origin such as https://reviews.example.org, without a trailing slash",
} as const;

const publishingSchema = exactObject(
  {
    base_url: ORIGIN,
    title: LINE,
    sample_notice: LINE,
    license_url: HTTP_URL,
    sidecar_url: ORIGIN,
    since_window_days: { type: "integer", minimum: 0, maximum: 3660 },
    since_budget_mb: { type: "number", minimum: 0, maximum: 10_000 },
  },
  ["sample_notice", "license_url", "sidecar_url", "since_window_days", "since_budget_mb"],
);

export const contentBusinessSchema = exactObject(
  { $schema: SCHEMA_LINK, ...BUSINESS_PROPERTIES, publishing: publishingSchema },
  ["$schema", ...OPTIONAL_BUSINESS],
);

const faqEntrySchema = exactObject({ id: SLUG, question: LINE, answer: PROSE });

export const contentFaqSchema = exactObject(
  { $schema: SCHEMA_LINK, faq: { type: "array", items: faqEntrySchema } },
  ["$schema"],
);

const CONTENT_SCHEMAS = {
  business: contentBusinessSchema,
  entities: contentEntitiesSchema,
  aspects: contentAspectsSchema,
  faq: contentFaqSchema,
  reviews: contentReviewsSchema,
} as const;

/** The files below `model/schemas/json/`, by name: what `$schema` in content names, for editors. */
export function editorSchemas(): Record<string, string> {
  const dialect = "https://json-schema.org/draft/2020-12/schema";
  const files = Object.entries(CONTENT_SCHEMAS).map(([name, schema]) => [
    `${name}.schema.json`,
    `${JSON.stringify({ $schema: dialect, ...schema }, null, 2)}\n`,
  ]);
  return Object.fromEntries(files) as Record<string, string>;
}
