/** `/insights.json`, as consumers can rely on it. */
import { COUNT, DATE, distributionSchema, exactObject, listOf, MEAN, SLUG, ULID } from "./formats.ts";

const TEXT = { type: "string" } as const;
const NULLABLE_DATE = { ...DATE, type: ["string", "null"] } as const;
const SCORE = { type: "number", minimum: -1, maximum: 1 } as const;
const NULLABLE_SCORE = { ...SCORE, type: ["number", "null"] } as const;
const PERCENT = {
  type: ["number", "null"],
  minimum: 0,
  maximum: 100,
  description: "one decimal; null where there are fewer than ten",
} as const;
const POLARITY = { enum: ["positive", "neutral", "negative", "mixed"] } as const;
const SENTIMENT = { enum: ["positive", "neutral", "negative"] } as const;

/** One vote a review; the four add up to the mentions. */
const POLARITY_COUNTS = {
  positive_count: COUNT,
  neutral_count: COUNT,
  negative_count: COUNT,
  mixed_count: COUNT,
} as const;

const SHARE = {
  positive_pct: PERCENT,
  positive_ci95: {
    type: ["array", "null"],
    items: { type: "number", minimum: 0, maximum: 100 },
    minItems: 2,
    maxItems: 2,
    description: "Wilson score interval, 95 %, in percent",
  },
} as const;

const QUOTE = { review_id: ULID, quote: TEXT, start: COUNT, end: COUNT } as const;
const quotes = listOf(exactObject(QUOTE));

const aspectSchema = exactObject({
  id: SLUG,
  label: TEXT,
  mention_count: COUNT,
  ...POLARITY_COUNTS,
  ...SHARE,
  score: NULLABLE_SCORE,
  sufficient: { type: "boolean", description: "false below ten mentions" },
  top_phrases: listOf(TEXT),
  example_review_ids: listOf(ULID),
  evidence: exactObject({ positive: quotes, negative: quotes }),
  trend: listOf(
    exactObject({
      quarter: { type: "string", pattern: "^\\d{4}-Q[1-4]$" },
      mention_count: COUNT,
      ...POLARITY_COUNTS,
      ...SHARE,
    }),
  ),
});

const ENTITY = {
  id: SLUG,
  name: TEXT,
  mention_count: COUNT,
  rating_value: MEAN,
  distribution: distributionSchema,
  first_mention: NULLABLE_DATE,
  last_mention: NULLABLE_DATE,
  example_review_ids: listOf(ULID),
} as const;

const entitySchema = exactObject(ENTITY);
const technicianSchema = exactObject({ ...ENTITY, sentiment: exactObject(POLARITY_COUNTS) }, ["sentiment"]);

const topicSchema = exactObject({
  id: SLUG,
  label: TEXT,
  mention_count: COUNT,
  rating_value: MEAN,
  rating_effect: exactObject({ log_odds: { type: "number" }, z: { type: "number" } }),
  example_review_ids: listOf(ULID),
});

const temporalSchema = exactObject({
  monthly: listOf(
    exactObject({
      month: { type: "string", pattern: "^\\d{4}-\\d{2}$" },
      review_count: COUNT,
      rating_value: MEAN,
      distribution: distributionSchema,
      positive_count: COUNT,
      neutral_count: COUNT,
      negative_count: COUNT,
    }),
  ),
  trend: exactObject({
    direction: { enum: ["improving", "declining", "steady", "unknown"] },
    test: TEXT,
    review_count: COUNT,
    tau: NULLABLE_SCORE,
    p_value: { type: ["number", "null"], minimum: 0, maximum: 1 },
  }),
});

const reviewInsightSchema = {
  anyOf: [
    exactObject({
      sentiment: SENTIMENT,
      score: SCORE,
      aspects: listOf(
        exactObject({
          id: SLUG,
          polarity: POLARITY,
          mentions: listOf(exactObject({ polarity: POLARITY, start: COUNT, end: COUNT })),
        }),
      ),
      technicians: listOf(exactObject({ id: SLUG, polarity: POLARITY })),
      problems: listOf(SLUG),
      topics: listOf(SLUG),
    }),
    exactObject({ skipped: { enum: ["no_text", "placeholder", "language"] } }),
  ],
} as const;

const faqSchema = exactObject({
  id: SLUG,
  question: TEXT,
  answer: TEXT,
  basis: { type: "string", description: '"editorial", or what was counted, such as "aspect:price"' },
  review_ids: listOf(ULID),
});

const summarySchema = exactObject({
  kind: { enum: ["editorial", "template"] },
  text: TEXT,
  basis: TEXT,
  sentences: listOf(exactObject({ text: TEXT, basis: TEXT })),
});

const methodSchema = exactObject({
  name: TEXT,
  version: TEXT,
  description: TEXT,
  language: TEXT,
  coverage: exactObject({ analysed: COUNT, no_text: COUNT, placeholder: COUNT, language: COUNT }),
  star_model: exactObject({
    high: COUNT,
    low: COUNT,
    blend: { type: "number", minimum: 0, maximum: 1 },
  }),
  annotator: {
    ...exactObject({
      model: TEXT,
      texts: COUNT,
      failures: COUNT,
      aspect_agreement_pct: PERCENT,
      polarity_agreement_pct: PERCENT,
    }),
    type: ["object", "null"],
    description: "the language model that labelled texts, if one was asked",
  },
  evaluation: listOf(exactObject({ set: TEXT, measure: TEXT, n: COUNT, value: { type: "number" } })),
  limitations: listOf(TEXT),
});

export const insightsDocumentSchema = exactObject(
  {
    version: { type: "integer", minimum: 1 },
    generated_at: { type: "string", format: "date-time" },
    model: TEXT,
    review_count: COUNT,
    date_range: exactObject({ earliest: NULLABLE_DATE, latest: NULLABLE_DATE }),
    overall_sentiment: exactObject({
      score: NULLABLE_SCORE,
      positive_pct: PERCENT,
      neutral_pct: PERCENT,
      negative_pct: PERCENT,
    }),
    aspects: listOf(aspectSchema),
    entities: exactObject({
      technicians: listOf(technicianSchema),
      services: listOf(entitySchema),
      problems: listOf(entitySchema),
      service_areas: listOf(entitySchema),
    }),
    topics: listOf(topicSchema),
    temporal: temporalSchema,
    per_review: {
      type: "object",
      propertyNames: ULID,
      additionalProperties: reviewInsightSchema,
      description: "what was read in each review, by its id: every count can be made again from it",
    },
    faq: listOf(faqSchema),
    summary: summarySchema,
    pull_quote: exactObject({ ...QUOTE, rule: TEXT }),
    method: methodSchema,
  },
  ["pull_quote"],
);
