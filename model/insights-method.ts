import { COUNT, exactObject, listOf, TEXT, type SchemaType } from "./schema-pieces.ts";

export const PERCENT = {
  type: ["number", "null"],
  minimum: 0,
  maximum: 100,
  description: "one decimal; null where there are fewer than ten",
} as const;

/** The method of the insights, and its measured accuracy. */
export const methodSchema = exactObject({
  name: TEXT,
  version: TEXT,
  description: TEXT,
  language: TEXT,
  coverage: exactObject({ analysed: COUNT, no_text: COUNT, placeholder: COUNT, language: COUNT }),
  /** Weights learned from this business's own ratings; `blend` is their share of a score, 0 to 1. */
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
    description: "the language model that labeled texts, if one was used",
  },
  evaluation: listOf(exactObject({ set: TEXT, measure: TEXT, n: COUNT, value: { type: "number" } })),
  limitations: listOf(TEXT),
});

export type MethodInsight = SchemaType<typeof methodSchema>;
