import { aggregateRatingSchema } from "./business.ts";
import { NULLABLE_SCORE } from "./review-insight.ts";
import { COUNT, distributionSchema, exactObject, listOf, MEAN, TEXT } from "./schema-pieces.ts";

/** Months from the first review to the last, and where the ratings move. */
export const temporalSchema = exactObject({
  monthly: listOf(
    exactObject({
      month: { type: "string", pattern: "^\\d{4}-\\d{2}$" },
      review_count: COUNT,
      rating_value: MEAN,
      incentivised_count: aggregateRatingSchema.properties.incentivised_count,
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
