import { DATE, RATING } from "./formats.ts";

const NAME = { type: "string", minLength: 1, maxLength: 200 } as const;

/** The search parameters of spec section 4.1, plus cursor: one source for HTTP, OpenAPI and MCP. */
export const searchFilterSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    rating: { ...RATING, description: "exact star rating, 1 to 5" },
    min_rating: {
      type: "number",
      minimum: 1,
      maximum: 5,
      description: "minimum star rating, inclusive, 1 to 5",
    },
    since: { ...DATE, description: "reviews on or after this date, YYYY-MM-DD" },
    until: { ...DATE, description: "reviews on or before this date, YYYY-MM-DD" },
    query: {
      ...NAME,
      description: "text that the review contains, in any letter case; at most 200 characters",
    },
    mentions_technician: { ...NAME, description: "id, name or alias of a technician the review mentions" },
    mentions_service: { ...NAME, description: "id, label or alias of a service the review mentions" },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 20,
      description: "most reviews returned, 1 to 100",
    },
    cursor: {
      type: "string",
      minLength: 1,
      maxLength: 200,
      description: "next_cursor of the previous answer",
    },
  },
} as const;
