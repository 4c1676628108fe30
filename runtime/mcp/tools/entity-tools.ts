import type { EntityAliases, EntityKind } from "../../../model/entities.ts";
import { err, ok } from "../../../model/result.ts";
import { idsNamed } from "../../../model/search-filter.ts";
import { bounded, type Loose, listIn, looseOf, type Publication } from "../publication.ts";
import { suggest } from "./review-tools.ts";
import { argumentsOf, defineTool, LIMIT, NAME, NOTICE, NOTICE_FIELD, resultOf, type Tool } from "./tool.ts";

const EXCERPT_LETTERS = 280;
/** Below so many reviews a mean says little. */
const FEW_MENTIONS = 5;

/** A review cut to what a citation needs. */
export function excerpt(publication: Publication, id: unknown): Loose[] {
  const review = typeof id === "string" ? publication.review(id) : undefined;
  if (review === undefined) return [];
  const { rating, date, author, url } = review;
  const letters = Array.from(review.text ?? "");
  const isCut = letters.length > EXCERPT_LETTERS;
  const text = review.text === null ? null : letters.slice(0, EXCERPT_LETTERS).join("") + (isCut ? "…" : "");
  return [{ id: review.id, date, rating, author, text, url }];
}

export const EXCERPT = {
  type: "object",
  required: ["id", "date", "rating"],
  properties: {
    id: { type: "string" },
    date: { type: "string" },
    rating: { type: "integer" },
    author: { type: "string" },
    text: { type: ["string", "null"], description: "cut after 280 letters" },
    url: { type: "string" },
  },
};

interface Kind {
  readonly kind: EntityKind;
  /** Name of the argument and of the result. */
  readonly one: "technician" | "service" | "service_area";
  readonly words: string;
}

/** The three tools differ in nothing but what they are about. */
function entityTool({ kind, one, words }: Kind): Tool {
  const counted = {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: { type: "string" },
      name: { type: "string" },
      mention_count: { type: "integer" },
      rating_value: { type: ["number", "null"] },
    },
  };
  return defineTool<Asked>({
    name: `get_${one}`,
    title: `Get a ${words}`,
    description: `What reviews that mention a ${words} say: mentions, mean stars, distribution, dates, examples. Without a name: all ${words}s, most mentioned first. Counts below ${FEW_MENTIONS} are anecdotes.`,
    inputSchema: argumentsOf({
      name: NAME(`id, name or alias of the ${words}`),
      limit: LIMIT(100, 20, `${words}s`),
      examples: {
        type: "integer",
        minimum: 0,
        maximum: 5,
        default: 3,
        description: "example reviews, 0 to 5",
      },
    }),
    outputSchema: resultOf({
      ...NOTICE_FIELD,
      available: { type: "boolean" },
      reason: { type: "string" },
      [one]: counted,
      examples: { type: "array", items: EXCERPT },
      note: { type: "string" },
      total: { type: "integer" },
      [kind]: { type: "array", items: counted },
    }),
    run: ({ name, limit = 20, examples = 3 }, publication) => {
      const known = publication.entities[kind];
      const counts = listIn(looseOf(publication.insights["entities"])[kind]);
      if (name === undefined) return ok({ total: known.length, [kind]: ranked(known, counts, limit) });
      const [id, another] = idsNamed(name, known);
      if (id === undefined || another !== undefined)
        return err(`get_${one}: name is not that of one known ${words}${suggest(name, known)}.`);
      const entity = known.find((other) => other.id === id);
      const count = counts.find((other) => other["id"] === id);
      const base = { id, name: entity?.name, aliases: entity?.aliases };
      if (count === undefined)
        return ok({
          available: false,
          reason: `No counts are published for this ${words}.`,
          [one]: base,
        });
      return ok(told({ one, base, count, examples }, publication));
    },
  });
}

interface Asked {
  readonly name?: string;
  readonly limit?: number;
  readonly examples?: number;
}

interface Counted {
  readonly one: string;
  readonly base: Loose;
  readonly count: Loose;
  readonly examples: number;
}

function told({ one, base, count, examples }: Counted, publication: Publication): Loose {
  const { example_review_ids: ids, ...rest } = count;
  const cited = Array.isArray(ids) ? ids.slice(0, examples) : [];
  const isFew = typeof count["mention_count"] === "number" && count["mention_count"] < FEW_MENTIONS;
  return {
    notice: NOTICE,
    available: true,
    [one]: bounded({ ...base, ...rest }),
    examples: cited.flatMap((id) => excerpt(publication, id)),
    ...(isFew ? { note: "Few mentions: anecdotes, not a measure." } : {}),
  };
}

/** Most mentioned first; those without counts last, in the order of the vocabulary. */
function ranked(known: readonly EntityAliases[], counts: readonly Loose[], limit: number): Loose[] {
  const rows = known.map(({ id, name }) => {
    const count = counts.find((other) => other["id"] === id) ?? {};
    return { id, name, ...numbers(count) };
  });
  return rows.toSorted((a, b) => mentionsOf(b) - mentionsOf(a)).slice(0, limit);
}

const mentionsOf = (row: Loose): number => Number(row["mention_count"] ?? 0);

const numbers = (count: Loose): Loose =>
  Object.fromEntries(
    ["mention_count", "rating_value", "last_mention"].flatMap((name) =>
      name in count ? [[name, count[name]]] : [],
    ),
  );

export const ENTITY_TOOLS = [
  entityTool({ kind: "technicians", one: "technician", words: "technician" }),
  entityTool({ kind: "services", one: "service", words: "service" }),
  entityTool({ kind: "service_areas", one: "service_area", words: "service area" }),
];
