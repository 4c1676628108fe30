import { COUNT, exactObject, listOf, SLUG, type SchemaType } from "./schema-pieces.ts";

const SCORE = { type: "number", minimum: -1, maximum: 1 } as const;
export const NULLABLE_SCORE = { ...SCORE, type: ["number", "null"] } as const;

/** "neutral" is a mention without an opinion, or one that leaves the program undecided: it abstains rather than guesses. */
const POLARITY = { enum: ["positive", "neutral", "negative", "mixed"] } as const;
const SENTIMENT = { enum: ["positive", "neutral", "negative"] } as const;

/** The result of one review; all counts of insights.json can be recomputed from these. */
export const reviewInsightSchema = {
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
      /** Only technicians whose sentiment is published. */
      technicians: listOf(exactObject({ id: SLUG, polarity: POLARITY })),
      problems: listOf(SLUG),
      topics: listOf(SLUG),
    }),
    exactObject({ skipped: { enum: ["no_text", "placeholder", "language"] } }),
  ],
} as const;

export type ReviewInsight = SchemaType<typeof reviewInsightSchema>;
export type ReviewAspect = Extract<ReviewInsight, { readonly aspects: unknown }>["aspects"][number];
export type Polarity = ReviewAspect["polarity"];
