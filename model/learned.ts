/** `content/learned.json`: weights of words, and topics, written by `npm run learn` alone. */
import { exactObject, LINE, listOf, SCHEMA_LINK, type SchemaType } from "./schema-pieces.ts";

const REVIEWS = { type: "integer", minimum: 0 } as const;

export const contentLearnedSchema = exactObject(
  {
    $schema: SCHEMA_LINK,
    high: { ...REVIEWS, description: "reviews with four or five stars that the weights were learned from" },
    low: { ...REVIEWS, description: "reviews with one or two stars" },
    weights: {
      type: "object",
      additionalProperties: { type: "number" },
      description: 'log-odds of praise by word, pair of words, or "!" and the word after a "not"',
    },
    topics: { ...listOf(LINE), description: "words that come up again and again, found by their company" },
  },
  ["$schema"],
);

export type LearnedWeights = SchemaType<typeof contentLearnedSchema>;
