import { COUNT, DATE, exactObject, listOf, TEXT, type SchemaType } from "./schema-pieces.ts";

export const PERCENT = {
  type: ["number", "null"],
  minimum: 0,
  maximum: 100,
  description: "one decimal; null where there are fewer than ten",
} as const;

/** A 95 % interval in percent; null like the percentage that it belongs to. */
const PERCENT_INTERVAL = {
  type: ["array", "null"],
  items: { type: "number", minimum: 0, maximum: 100 },
  minItems: 2,
  maxItems: 2,
} as const;

/** Of the verdicts of one kind that were audited: how many the text supports. Percentages from ten answers on. */
const auditedSchema = exactObject({
  n: COUNT,
  right: COUNT,
  right_pct: PERCENT,
  right_ci95: PERCENT_INTERVAL,
});

/** Random verdicts of this site, compared with what its publisher reads in the texts. */
export const accuracySchema = exactObject({
  latest_answer: { ...DATE, description: "the day of the latest answer" },
  praise: auditedSchema,
  complaints: { ...auditedSchema, description: "negative and mixed verdicts" },
  silence: { ...auditedSchema, description: "texts in which no judgement of an aspect was found" },
  shares: {
    ...listOf(
      exactObject({
        basis: { ...TEXT, description: '"aspects" for all of them, or one, such as "aspect:price"' },
        positive_pct: PERCENT,
        corrected_pct: PERCENT,
        corrected_ci95: PERCENT_INTERVAL,
      }),
    ),
    description:
      "shares of praise as counted, and corrected for the errors that the audit found (Rogan and Gladen 1978); only where the interval is at most 30 points wide",
  },
});

export type AccuracyInsight = SchemaType<typeof accuracySchema>;

export const evaluationSchema = exactObject({
  set: TEXT,
  measure: TEXT,
  n: COUNT,
  value: { type: "number" },
});

/** The method of the insights, and its measured accuracy. */
export const methodSchema = exactObject({
  name: TEXT,
  version: TEXT,
  description: TEXT,
  language: TEXT,
  coverage: exactObject({ analysed: COUNT, no_text: COUNT, placeholder: COUNT, language: COUNT }),
  /** Weights learned from this business's own ratings; `blend` is their share, 0 to 1, in the score of a whole text and of an aspect that the prior does not know. */
  star_model: exactObject({
    high: COUNT,
    low: COUNT,
    blend: { type: "number", minimum: 0, maximum: 1 },
  }),
  annotator: {
    ...exactObject({
      model: TEXT,
      texts: COUNT,
      failures: { ...COUNT, description: "texts that it did not answer" },
      unsent: {
        ...COUNT,
        description: "texts that were not sent, over the budget or because the service was down",
      },
      paraphrased_quotes: { ...COUNT, description: "quotes that are not in their texts; they do not count" },
      aspect_agreement_pct: PERCENT,
      polarity_agreement_pct: PERCENT,
    }),
    type: ["object", "null"],
    description: "the language model that labeled texts, if one was used",
  },
  evaluation: {
    ...listOf(evaluationSchema),
    description: "accuracy with labeled texts of the same trade; empty where there are none",
  },
  accuracy: {
    ...accuracySchema,
    type: ["object", "null"],
    description: "measured on this site's own verdicts (npm run audit); null: not measured here",
  },
  limitations: listOf(TEXT),
});

export type MethodInsight = SchemaType<typeof methodSchema>;
