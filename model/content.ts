/** The remaining files of `content/`, and all of them together after loading. */
import { type Business, contentBusinessSchema, type Publishing } from "./business.ts";
import { contentEntitiesSchema, type Entities } from "./entities.ts";
import {
  contentPolicySchema,
  contentSourceTotalsSchema,
  type SourceTotals,
  type WrittenPolicy,
} from "./policy.ts";
import { type ContentReview, contentReviewSchema, type WithheldReview } from "./review.ts";
import { contentLearnedSchema, type LearnedWeights } from "./learned.ts";
import { exactObject, LINE, PROSE, SCHEMA_LINK, SLUG, type SchemaType } from "./schema-pieces.ts";

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
  ["question", "weak", "except", "events", "hints"],
);

export const contentAspectsSchema = exactObject(
  { $schema: SCHEMA_LINK, aspects: { type: "array", items: aspectSchema } },
  ["$schema"],
);

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
  faq: contentFaqSchema,
  learned: contentLearnedSchema,
  policy: contentPolicySchema,
  "source-totals": contentSourceTotalsSchema,
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
  readonly aspects: readonly Aspect[];
  readonly faq: readonly FaqEntry[];
  /** Editorial summary in Markdown, if there is one. */
  readonly summary: string | null;
  /** The files in `content/templates/`, by name. */
  readonly templates: Readonly<Record<string, string>>;
  /** Faults that do not stop a build. */
  readonly warnings: readonly string[];
}
