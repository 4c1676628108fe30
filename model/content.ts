/** The remaining files of `content/`, and all of them together after loading. */
import { type Business, contentBusinessSchema, type Publishing } from "./business.ts";
import { contentEntitiesSchema, type Entities } from "./entities.ts";
import {
  contentPolicySchema,
  contentSourceTotalsSchema,
  type SourceTotals,
  type WrittenPolicy,
} from "./policy.ts";
import { contentAuditSchema, type WrittenAudit } from "./audit.ts";
import { type ContentReview, contentReviewSchema, type WithheldReview } from "./review.ts";
import { evaluationSchema, type MethodInsight } from "./insights-method.ts";
import { contentSourcesSchema } from "./sources.ts";
import { contentLearnedSchema, type LearnedWeights } from "./learned.ts";
import { exactObject, LINE, listOf, PROSE, SCHEMA_LINK, SLUG, type SchemaType } from "./schema-pieces.ts";

const PHRASES = { type: "array", items: LINE, uniqueItems: true } as const;

const eventSchema = exactObject({
  phrase: {
    ...LINE,
    description: "words of a factual statement; * stands for one word, # for a number, his/her for either",
  },
  polarity: { enum: ["positive", "negative"] },
});

const aspectSchema = exactObject(
  {
    id: SLUG,
    label: LINE,
    noun: {
      ...LINE,
      description: 'the aspect inside a sentence, such as "the price"; without it, the label',
    },
    general: {
      type: "boolean",
      description: "judges the business as a whole; the summary prefers other aspects",
    },
    prior: {
      type: "boolean",
      description:
        "means what the aspect with this id means in the packs, so that the weights that come with the tool read it",
    },
    question: { ...LINE, description: "what a customer would ask; the computed FAQ answers it" },
    words: { ...PHRASES, minItems: 1, description: "words and phrases that name the aspect" },
    weak: { ...PHRASES, description: "words that count only next to an opinion" },
    except: { ...PHRASES, description: "phrases in which those words mean something else" },
    events: { type: "array", items: eventSchema },
    hints: {
      ...exactObject({ positive: PHRASES, negative: PHRASES }, ["positive", "negative"]),
      description:
        "phrases that judge only where the stars agree: praise from four stars, complaints up to two",
    },
  },
  ["noun", "general", "prior", "question", "weak", "except", "events", "hints"],
);

export const PACK_NAMES = ["home-services", "restaurants", "salons", "dentists", "auto-repair"] as const;

export type PackName = (typeof PACK_NAMES)[number];

/** `aspects.json`: a pack, aspects of its own, or both. */
export const contentAspectsSchema = exactObject(
  {
    $schema: SCHEMA_LINK,
    pack: { enum: PACK_NAMES, description: "a trade whose aspects come with the tool" },
    aspects: {
      ...listOf(aspectSchema),
      description: "aspects of your own; those of the pack come after them",
    },
    without: {
      ...listOf(SLUG),
      uniqueItems: true,
      description: "ids of aspects of the pack that your business does not have",
    },
  },
  ["$schema", "pack", "aspects", "without"],
);

/** A file in `build/insights/packs/`: the aspects of a trade, and the words for them. */
export const packSchema = exactObject(
  {
    $schema: SCHEMA_LINK,
    types: { ...listOf(LINE), description: "the schema.org types of businesses that the pack is for" },
    shared: { ...listOf(SLUG), description: "aspects of home services that this trade has too" },
    aspects: { ...listOf(aspectSchema), minItems: 1 },
    evaluation: { ...listOf(evaluationSchema), description: "measured with labeled texts of this trade" },
  },
  ["$schema", "shared", "evaluation"],
);

export type Pack = SchemaType<typeof packSchema>;

export type Aspect = SchemaType<typeof aspectSchema>;

const faqEntrySchema = exactObject({ id: SLUG, question: LINE, answer: PROSE });

export const contentFaqSchema = exactObject(
  { $schema: SCHEMA_LINK, faq: { type: "array", items: faqEntrySchema } },
  ["$schema"],
);

export type FaqEntry = SchemaType<typeof faqEntrySchema>;

/** A `*.json` file of reviews, for editors: an array, or an object that can name its schema. */
export const contentReviewsSchema = {
  anyOf: [
    { type: "array", items: contentReviewSchema },
    exactObject({ $schema: SCHEMA_LINK, reviews: { type: "array", items: contentReviewSchema } }, [
      "$schema",
    ]),
  ],
} as const;

const CONTENT_SCHEMAS = {
  business: contentBusinessSchema,
  entities: contentEntitiesSchema,
  aspects: contentAspectsSchema,
  pack: packSchema,
  faq: contentFaqSchema,
  learned: contentLearnedSchema,
  audit: contentAuditSchema,
  policy: contentPolicySchema,
  "source-totals": contentSourceTotalsSchema,
  sources: contentSourcesSchema,
  reviews: contentReviewsSchema,
} as const;

/** The files in `model/schemas/json/`, by name: `$schema` in content files refers to them, for editors. */
export function editorSchemas(): Record<string, string> {
  const dialect = "https://json-schema.org/draft/2020-12/schema";
  const files = Object.entries(CONTENT_SCHEMAS).map(([name, schema]) => [
    `${name}.schema.json`,
    `${JSON.stringify({ $schema: dialect, ...schema }, null, 2)}\n`,
  ]);
  return Object.fromEntries(files) as Record<string, string>;
}

/** The policy with the text of its Markdown file, and what each source says of itself. */
export interface Policy extends Omit<WrittenPolicy, "$schema" | "text"> {
  readonly text: string | null;
  readonly totals: SourceTotals;
}

/** Everything in `content/`, checked and cleaned; reviews newest first, verified ones only. */
export interface Content {
  readonly business: Business;
  readonly publishing: Publishing;
  readonly reviews: readonly ContentReview[];
  /** Reviews in content that are not published. */
  readonly withheld: readonly WithheldReview[];
  readonly policy: Policy;
  readonly entities: Entities;
  /** Absent until `npm run learn` has written it. */
  readonly learned?: LearnedWeights | undefined;
  /** Absent until `npm run audit` has written it. */
  readonly audit?: WrittenAudit | undefined;
  readonly aspects: readonly Aspect[];
  /** Measured for these aspects; empty unless they are those of a pack that has figures. */
  readonly evaluation: MethodInsight["evaluation"];
  readonly faq: readonly FaqEntry[];
  /** Editorial summary in Markdown, if there is one. */
  readonly summary: string | null;
  /** The built-in templates, or those in `content/templates/` that replace them, by name. */
  readonly templates: Readonly<Record<string, string>>;
  /** Faults that do not stop a build. */
  readonly warnings: readonly string[];
}
