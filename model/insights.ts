/** `/insights.json`. */
import { aggregateRatingSchema } from "./business.ts";
import { methodSchema, PERCENT } from "./insights-method.ts";
import { temporalSchema } from "./insights-temporal.ts";
import { NULLABLE_SCORE, reviewInsightSchema } from "./review-insight.ts";
import {
  RATING,
  COUNT,
  DATE,
  distributionSchema,
  exactObject,
  INSTANT,
  listOf,
  MEAN,
  SLUG,
  TEXT,
  type SchemaType,
  ULID,
} from "./schema-pieces.ts";

const NULLABLE_DATE = { ...DATE, type: ["string", "null"] } as const;
const INCENTIVISED = aggregateRatingSchema.properties.incentivised_count;
/** Reviews by polarity, one vote per review; the four add up to the mentions. */
const POLARITY_COUNTS = {
  positive_count: COUNT,
  neutral_count: COUNT,
  negative_count: COUNT,
  mixed_count: COUNT,
} as const;

/** Percentages of the reviews that judge: positive, negative or mixed. Null below ten mentions, and if none judges. */
const SHARE = {
  positive_pct: PERCENT,
  positive_ci95: {
    type: ["array", "null"],
    items: { type: "number", minimum: 0, maximum: 100 },
    minItems: 2,
    maxItems: 2,
    description: "Wilson score interval, 95 %, in percent; it covers sampling, not errors of the method",
  },
} as const;

/** `quote` is the exact slice `text.slice(start, end)` of the review. */
const QUOTE = {
  review_id: ULID,
  url: TEXT,
  rating: RATING,
  date: DATE,
  quote: TEXT,
  start: COUNT,
  end: COUNT,
} as const;
const quotes = listOf(exactObject(QUOTE));

const aspectSchema = exactObject({
  id: SLUG,
  label: TEXT,
  mention_count: COUNT,
  ...POLARITY_COUNTS,
  ...SHARE,
  /** (positive - negative) / mentions, null below ten mentions. */
  score: NULLABLE_SCORE,
  sufficient: { type: "boolean", description: "false below ten mentions" },
  sentence: { ...TEXT, description: "the counts and the share in words" },
  top_phrases: listOf(TEXT),
  example_review_ids: listOf(ULID),
  /** The clearest statements, not the most extreme ones. */
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
  incentivised_count: INCENTIVISED,
  distribution: distributionSchema,
  first_mention: NULLABLE_DATE,
  last_mention: NULLABLE_DATE,
  example_review_ids: listOf(ULID),
} as const;

const entitySchema = exactObject(ENTITY);
/** A criticism by one review alone counts as neutral. */
const PERSON_COUNTS = {
  ...exactObject(POLARITY_COUNTS),
  description: "criticism counts if two reviews tell of misconduct",
};
/** `sentiment` and `sentence` appear from five mentions on, unless the technician keeps them private. */
const technicianSchema = exactObject({ ...ENTITY, sentiment: PERSON_COUNTS, sentence: TEXT }, [
  "sentiment",
  "sentence",
]);

const topicSchema = exactObject({
  id: SLUG,
  label: TEXT,
  mention_count: COUNT,
  rating_value: MEAN,
  incentivised_count: INCENTIVISED,
  /** Ratio of its frequency in reviews with 4 or 5 stars to that in reviews with 1 or 2; z is the standard score. */
  rating_effect: exactObject({ log_odds: { type: "number" }, z: { type: "number" } }),
  sentence: TEXT,
  example_review_ids: listOf(ULID),
});

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

export const insightsDocumentSchema = exactObject(
  {
    version: { type: "integer", minimum: 1 },
    generated_at: INSTANT,
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
      description: "the analysis of each review, by its id: every count can be recomputed from it",
    },
    faq: listOf(faqSchema),
    summary: summarySchema,
    pull_quote: exactObject({ ...QUOTE, rule: TEXT }),
    method: methodSchema,
  },
  ["pull_quote"],
);

export type InsightsDocument = SchemaType<typeof insightsDocumentSchema>;

export type AspectInsight = InsightsDocument["aspects"][number];
export type AspectQuarter = AspectInsight["trend"][number];
export type Quote = AspectInsight["evidence"]["positive"][number];
/** A 95 % Wilson score interval in percent. */
export type Interval = NonNullable<AspectInsight["positive_ci95"]>;
export type Share = Pick<AspectInsight, "positive_pct" | "positive_ci95">;
/** Without `generated_at`, so that a page changes only when what it shows changes, and without the entries of reviews. */
export type UndatedInsights = Omit<InsightsDocument, "generated_at" | "per_review">;
export type PolarityCounts = Pick<AspectInsight, keyof typeof POLARITY_COUNTS>;
export type TechnicianInsight = InsightsDocument["entities"]["technicians"][number];
export type EntityInsight = InsightsDocument["entities"]["services"][number];
export type TopicInsight = InsightsDocument["topics"][number];
export type MonthInsight = InsightsDocument["temporal"]["monthly"][number];
export type TrendInsight = InsightsDocument["temporal"]["trend"];
export type FaqInsight = InsightsDocument["faq"][number];
export type SummaryInsight = InsightsDocument["summary"];
