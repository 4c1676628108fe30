import { foldText } from "./fold.ts";
import type { EntitiesDocument, EntityAliases } from "./entities.ts";
import type { Review } from "./review.ts";
import { DATE, RATING, type SchemaType } from "./schema-pieces.ts";

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
      description: "maximum number of reviews, 1 to 100",
    },
    cursor: {
      type: "string",
      minLength: 1,
      maxLength: 200,
      description: "next_cursor of the previous answer",
    },
  },
} as const;

/** The parsed search parameters; a review must meet all that are present. */
export type SearchFilter = SchemaType<typeof searchFilterSchema>;

export const DEFAULT_LIMIT = searchFilterSchema.properties.limit.default;

/** The ids of the entities that a name means: by id, name or alias, in any letter case. Empty for an unknown name. */
export function idsNamed(name: string, entities: readonly EntityAliases[]): string[] {
  const folded = foldText(name.trim());
  return entities
    .filter(({ id, name: own, aliases }) => [id, own, ...aliases].some((known) => foldText(known) === folded))
    .map(({ id }) => id);
}

type Criterion = Exclude<keyof SearchFilter, "limit" | "cursor">;
type Searchable = Pick<EntitiesDocument, "technicians" | "services">;

/**
 * Defines a match, one review at a time. Every faster search must agree with it. One rule per parameter: the type
 * check fails while a parameter of the schema has none.
 */
export function matches(
  review: Review,
  filter: SearchFilter,
  { technicians, services }: Searchable,
): boolean {
  const { rating, min_rating, since, until, query, mentions_technician, mentions_service } = filter;
  const { mentions, text } = review;
  const meets: Record<Criterion, boolean> = {
    rating: rating === undefined || review.rating === rating,
    min_rating: min_rating === undefined || review.rating >= min_rating,
    since: since === undefined || review.date >= since,
    until: until === undefined || review.date <= until,
    query: query === undefined || (text !== null && foldText(text).includes(foldText(query))),
    mentions_technician: namesOneOf(mentions_technician, technicians, mentions.technicians),
    mentions_service: namesOneOf(mentions_service, services, mentions.services),
  };
  return Object.values(meets).every(Boolean);
}

function namesOneOf(
  name: string | undefined,
  entities: readonly EntityAliases[],
  mentioned: readonly string[],
): boolean {
  return name === undefined || idsNamed(name, entities).some((id) => mentioned.includes(id));
}
