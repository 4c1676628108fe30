import {
  COUNT,
  DATE,
  EMAIL,
  exactObject,
  HTTP_URL,
  LINE,
  PROSE,
  SCHEMA_LINK,
  type SchemaType,
} from "./schema-pieces.ts";

/** The ways to ensure that a review is from a customer. */
export const VERIFICATION_METHODS = ["order", "invoice", "invitation", "platform", "attested"] as const;

export const METHOD = {
  enum: VERIFICATION_METHODS,
  description:
    "order, invoice, invitation: matched to one; platform: the site says that it checks; attested: the business matched each reviewer to a customer",
} as const;

/** Why a review is in content and not published. */
export const WITHHELD_REASONS = [
  "unverified",
  "not_a_customer",
  "duplicate",
  "spam",
  "personal_data",
  "legal",
  "author_request",
  "source_removed",
] as const;

export type WithheldReason = (typeof WITHHELD_REASONS)[number];

const sourcePolicySchema = exactObject(
  {
    verification: METHOD,
    how: { ...PROSE, description: "the sentence that readers see: how these reviews are verified" },
    incentives: { ...PROSE, description: "what reviewers of this source are offered, if anything" },
  },
  ["incentives"],
);

/** The address for readers who report a review. One of the two is enough. */
const reportSchema = { ...exactObject({ email: EMAIL, url: HTTP_URL }, ["email", "url"]), minProperties: 1 };

export const contentPolicySchema = exactObject(
  {
    $schema: SCHEMA_LINK,
    publisher: exactObject({
      name: LINE,
      is_the_business: { type: "boolean", description: "true if the business publishes about itself" },
    }),
    sources: {
      type: "object",
      propertyNames: LINE,
      additionalProperties: sourcePolicySchema,
      description: "by the source that reviews name, such as google",
    },
    report: reportSchema,
    response_days: {
      type: "integer",
      minimum: 1,
      maximum: 365,
      description: "days within which a report is answered",
    },
    reviewed_at: {
      ...DATE,
      description: "the day on which somebody last read this policy and found it true",
    },
    text: {
      ...LINE,
      pattern: "^[A-Za-z0-9_-]+\\.md$",
      description: "a Markdown file next to this one, such as policy.md",
    },
  },
  ["$schema", "text"],
);

/** `content/policy.json` as its author writes it. */
export type WrittenPolicy = SchemaType<typeof contentPolicySchema>;

/** The number of reviews that a source states of itself; imports keep it in `content/source-totals.json`. */
const sourceTotalSchema = exactObject({
  count: COUNT,
  at: { ...DATE, description: "the day of the export that says so" },
});

export const contentSourceTotalsSchema = exactObject(
  {
    $schema: SCHEMA_LINK,
    sources: { type: "object", propertyNames: LINE, additionalProperties: sourceTotalSchema },
  },
  ["$schema"],
);

export type SourceTotals = SchemaType<typeof contentSourceTotalsSchema>["sources"];
