import { sha256Hex } from "./manifest.ts";
import {
  COUNT,
  DATE,
  distributionSchema,
  eachOf,
  EMAIL,
  exactObject,
  HTTP_URL,
  LINE,
  listOf,
  PROSE,
  SCHEMA_LINK,
  type SchemaType,
  TEXT,
} from "./schema-pieces.ts";

/** The ways to ensure that a review is from a customer. */
export const VERIFICATION_METHODS = ["order", "invoice", "invitation", "platform", "attested"] as const;

export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

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

const HOW = {
  ...PROSE,
  description: "the sentence that readers see: how these reviews are verified",
} as const;

const INCENTIVES = {
  ...PROSE,
  description: "what reviewers of this source are offered, if anything",
} as const;

const sourcePolicySchema = exactObject({ verification: METHOD, how: HOW, incentives: INCENTIVES }, [
  "incentives",
]);

/** The part of the policy that is published as it is. */
const STATED_PROPERTIES = {
  publisher: exactObject({
    name: LINE,
    is_the_business: { type: "boolean", description: "true if the business publishes about itself" },
  }),
  /** The address for readers who report a review. One of the two is enough. */
  report: { ...exactObject({ email: EMAIL, url: HTTP_URL }, ["email", "url"]), minProperties: 1 },
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
} as const;

export const contentPolicySchema = exactObject(
  {
    $schema: SCHEMA_LINK,
    ...STATED_PROPERTIES,
    sources: {
      type: "object",
      propertyNames: LINE,
      additionalProperties: sourcePolicySchema,
      description: "by the source that reviews name, such as google",
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

export const withheldCountsSchema = exactObject({
  count: { ...COUNT, description: "reviews that are known and not published" },
  by_rating: distributionSchema,
  by_reason: eachOf(WITHHELD_REASONS, COUNT),
});

/** A source that is only in reviews with a verification of their own has no method and no sentence. */
const publishedSourceSchema = exactObject(
  {
    verification: { enum: [...VERIFICATION_METHODS, null], description: METHOD.description },
    how: { ...HOW, type: ["string", "null"] },
    incentives: { ...INCENTIVES, type: ["string", "null"] },
    published: { ...COUNT, description: "reviews of this source here" },
    withheld: { ...COUNT, description: "reviews of this source that are known and not published" },
    removed: { ...COUNT, description: "those of withheld that the source itself has removed" },
    stated: { ...sourceTotalSchema, description: "how many reviews the source says that it has" },
  },
  ["stated"],
);

export const publishedSourcesSchema = {
  type: "object",
  additionalProperties: publishedSourceSchema,
} as const;

/** `/policy.json`: who publishes the reviews, how they are verified, and what is withheld. */
export const policyDocumentSchema = exactObject({
  url: { ...HTTP_URL, description: "the policy as a page" },
  statements: {
    ...listOf(TEXT),
    description: "sentences that these numbers support; nothing else here says more",
  },
  ...STATED_PROPERTIES,
  published: exactObject({
    count: COUNT,
    incentivised_count: { ...COUNT, description: "reviews whose authors were given or promised something" },
    by_method: eachOf(VERIFICATION_METHODS, COUNT),
  }),
  withheld: withheldCountsSchema,
  sources: publishedSourcesSchema,
  methods: {
    ...eachOf(VERIFICATION_METHODS, TEXT),
    description: "each method in words",
  },
  text: { type: ["string", "null"], description: "the policy in the publisher's words" },
});

export type PolicyDocument = SchemaType<typeof policyDocumentSchema>;

export const POLICY_PATH = "/policy.json";
export const POLICY_PAGE = "/policy/";

/** `/api/reviews/withheld.json`: the sidecar answers 410 for these reviews. */
export const withheldDocumentSchema = exactObject({
  digests: {
    ...listOf({ type: "string", pattern: "^[0-9a-f]{16}$" } as const),
    description: "the first 16 digits of the SHA-256 of each id; the ids themselves stay private",
  },
});

export type WithheldDocument = SchemaType<typeof withheldDocumentSchema>;

export const WITHHELD_PATH = "/api/reviews/withheld.json";

export const withheldDigest = (id: string): string => sha256Hex(Buffer.from(id)).slice(0, 16);
