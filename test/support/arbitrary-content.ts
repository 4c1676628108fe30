import fc from "fast-check";
import { BASE_URL_SCHEMA, ORIGIN_SCHEMA } from "../../model/base-url.ts";
import { contentBusinessSchema } from "../../model/business.ts";
import { contentAspectsSchema, contentFaqSchema } from "../../model/content.ts";
import { contentEntitiesSchema } from "../../model/entities.ts";
import { contentPolicySchema } from "../../model/policy.ts";
import { contentReviewSchema } from "../../model/review.ts";
import { DATE, EMAIL, HTTP_URL, LINE, SLUG, ULID } from "../../model/schema-pieces.ts";
import { cleanText } from "../../model/text.ts";
import { hostileText } from "./hostile-text.ts";

/** The parts of JSON Schema that the content schemas use. */
interface ContentSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, ContentSchema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly items?: ContentSchema;
  readonly uniqueItems?: boolean;
}

const HOSTS = fc.constantFrom("a.example", "xn--mnchen-3ya.example", "münchen.example", "[2001:db8::1]:8443");
const URL_PATHS = fc.constantFrom(
  "",
  "/?a=1&b='x'",
  "/'onevil='x",
  "/%22%3Cx-evil%3E",
  "/javascript:evil()",
  "/a;b{c}$d`e|f",
  "/]]&gt;&lt;#%00",
);

const ORIGINS = HOSTS.map((host) => `https://${host}`);

/** Strings by the pattern of their schema. Any other string is hostile text of one line. */
const BY_PATTERN: Readonly<Record<string, fc.Arbitrary<string>>> = {
  [ULID.pattern]: fc.ulid(),
  [SLUG.pattern]: fc.stringMatching(/^[a-z0-9]{3,8}(-[a-z0-9]{3,8})?$/),
  [HTTP_URL.pattern]: fc
    .tuple(fc.constantFrom("http://", "https://user:evil@", "https://"), HOSTS, URL_PATHS)
    .map((parts) => parts.join("")),
  [EMAIL.pattern]: fc.constantFrom("kim@a.example", `"<x-evil>"@a.example`, "a&b'c`@[::1]", "<!--@-->"),
  [contentBusinessSchema.properties.type.pattern]: fc.constantFrom("Plumber", "LocalBusiness"),
  [contentBusinessSchema.properties.language.pattern]: fc.constantFrom("en", "de-CH"),
  [ORIGIN_SCHEMA.pattern]: ORIGINS,
  [BASE_URL_SCHEMA.pattern]: fc
    .tuple(ORIGINS, fc.constantFrom("", "/reviews", "/~kim/a.b_c"))
    .map((parts) => parts.join("")),
};

function arbitraryOf(schema: ContentSchema): fc.Arbitrary<unknown> {
  const type = typeof schema.type === "object" ? schema.type[0] : schema.type;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.format === DATE.format)
    return fc
      .date({ min: new Date("2024-01-01"), max: new Date("2026-06-30"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  switch (type) {
    case "string":
      return stringOf(schema);
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 9 });
    case "number":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 9, 90) });
    case "boolean":
      return fc.boolean();
    case "array": {
      const options = { minLength: schema.minItems ?? 0, maxLength: 3 };
      return fc.uniqueArray(arbitraryOf(schema.items ?? {}), { ...options, selector: distinct });
    }
    default:
      return objectOf(schema);
  }
}

/** Content refuses strings that are equal once cleaned, and objects of one id. */
function distinct(item: unknown): string {
  if (typeof item === "string") return cleanText(item);
  return hasId(item) ? item.id : JSON.stringify(item);
}

const hasId = (item: unknown): item is { readonly id: string } =>
  typeof item === "object" && item !== null && "id" in item && typeof item.id === "string";

function stringOf({ pattern = "", maxLength = 5000 }: ContentSchema): fc.Arbitrary<string> {
  const known = BY_PATTERN[pattern];
  if (known) return known;
  const isLine = pattern === LINE.pattern;
  if (pattern !== "" && !isLine) return fc.stringMatching(new RegExp(pattern, "u"));
  return hostileText.map((text) => (isLine ? text.replaceAll(/[\n\r]/g, " ") : text).slice(0, maxLength));
}

function objectOf<T = object>({
  properties = {},
  required = [],
  minProperties = 0,
}: ContentSchema): fc.Arbitrary<T> {
  const fields = Object.entries(properties)
    .filter(([name]) => name !== "$schema")
    .map(([name, schema]) => [name, arbitraryOf(schema)] as const);
  const requiredKeys = required.filter((name) => name in properties);
  return fc
    .record(Object.fromEntries(fields), { requiredKeys })
    .filter((made) => Object.keys(made).length >= minProperties) as fc.Arbitrary<T>;
}

interface GeneratedReview {
  readonly id: string;
  readonly author: string;
  readonly source: string;
}

/** The arguments of `writeContent`. */
export interface GeneratedContent {
  readonly business: object;
  readonly entities: object;
  readonly aspects: object;
  readonly faq: object;
  readonly policy: object;
  readonly summary: string;
  readonly reviews: { readonly "a.json": readonly GeneratedReview[] };
}

const { sources, text: _, ...policyProperties } = contentPolicySchema.properties;
const { without: ____, ...aspectsProperties } = contentAspectsSchema.properties;
const { withheld: __, relationship: ___, ...reviewProperties } = contentReviewSchema.properties;

/** The files of a content folder: every field that the schemas describe, present or absent, with hostile texts. */
export const arbitraryContent: fc.Arbitrary<GeneratedContent> = fc
  .record({
    business: objectOf(contentBusinessSchema),
    entities: objectOf(contentEntitiesSchema),
    aspects: objectOf<{ readonly pack?: string }>({ ...contentAspectsSchema, properties: aspectsProperties }),
    // Every pack has these.
    without: fc.subarray(["price", "overall"]),
    faq: objectOf(contentFaqSchema),
    policy: objectOf({ ...contentPolicySchema, properties: policyProperties }),
    source: arbitraryOf(sources.additionalProperties),
    summary: fc.array(hostileText, { maxLength: 4 }).map((parts) => `# Title\n\n${parts.join("\n\n")}`),
    reviews: fc.uniqueArray(
      objectOf<GeneratedReview>({
        required: [...contentReviewSchema.required, "author"],
        properties: reviewProperties,
      }),
      { minLength: 1, maxLength: 10, selector: ({ id }) => id },
    ),
  })
  .map(({ source, reviews, without, ...files }) => ({
    ...files,
    aspects: files.aspects.pack === undefined ? files.aspects : { ...files.aspects, without },
    policy: {
      ...files.policy,
      sources: Object.fromEntries(
        [...new Map(reviews.map((review) => [cleanText(review.source), review.source])).values()].map(
          (name) => [name, source],
        ),
      ),
    },
    reviews: { "a.json": reviews.map((review) => ({ ...review, verified: true })) },
  }));
