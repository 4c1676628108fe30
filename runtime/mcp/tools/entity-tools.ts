import type { EntityAliases, EntityKind } from "../../../model/entities.ts";
import { type EntityInsight, insightsDocumentSchema } from "../../../model/insights.ts";
import { err, ok } from "../../../model/result.ts";
import { type Review, reviewSchema } from "../../../model/review.ts";
import { listOf } from "../../../model/schema-pieces.ts";
import { idsNamed } from "../../../model/search-filter.ts";
import { suggest } from "./name-hints.ts";
import { reviewWithId, withShortLists } from "./release-documents.ts";
import {
  argumentsOf,
  AVAILABLE_FIELDS,
  defineTool,
  limitOf,
  nameOf,
  NOTICE,
  NOTICE_FIELD,
  resultOf,
  type Tool,
  typesOf,
} from "./tool.ts";

const MAX_EXCERPT_LENGTH = 280;
/** Below this many mentions the mean says little. */
const MIN_MENTIONS = 5;

const review = typesOf(reviewSchema.properties);

/** A review cut to what a citation needs. */
export const EXCERPT = {
  type: "object",
  required: ["id", "date", "rating"],
  properties: {
    id: review.id,
    date: review.date,
    rating: review.rating,
    author: review.author,
    text: { ...review.text, description: `cut after ${MAX_EXCERPT_LENGTH} letters` },
    url: review.url,
  },
} as const;

function excerptOf({ id, date, rating, author, text, url }: Review) {
  const letters = Array.from(text ?? "");
  const cut =
    letters.length > MAX_EXCERPT_LENGTH ? `${letters.slice(0, MAX_EXCERPT_LENGTH).join("")}…` : text;
  return { id, date, rating, author, text: cut, url };
}

const entity = typesOf(insightsDocumentSchema.properties.entities.properties.services.items.properties);

const COUNTED = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: entity.id,
    name: entity.name,
    mention_count: entity.mention_count,
    rating_value: entity.rating_value,
  },
} as const;

interface Kind {
  readonly kind: EntityKind;
  /** The name of the entity in the result. */
  readonly key: "technician" | "service" | "service_area";
  readonly words: string;
}

/** The three tools differ only in the kind of entity. */
function entityTool({ kind, key, words }: Kind): Tool {
  return defineTool({
    name: `get_${key}`,
    title: `Get a ${words}`,
    description: `What reviews that mention a ${words} say: mentions, mean stars, distribution, dates, examples. Without a name: all ${words}s, most mentioned first. Counts below ${MIN_MENTIONS} are anecdotes.`,
    inputSchema: argumentsOf({
      name: nameOf(`id, name or alias of the ${words}`),
      limit: limitOf(100, 20, `${words}s`),
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
      ...AVAILABLE_FIELDS,
      [key]: COUNTED,
      examples: listOf(EXCERPT),
      note: { type: "string" },
      total: { type: "integer" },
      [kind]: listOf(COUNTED),
    }),
    handler: ({ name, limit = 20, examples = 3 }, { entities, insights, table }) => {
      const known = entities[kind];
      const counts: readonly EntityInsight[] = insights?.entities[kind] ?? [];
      if (name === undefined)
        return ok({ total: known.length, [kind]: ranked(known, counts).slice(0, limit) });
      const [id, another] = idsNamed(name, known);
      const found = another === undefined ? known.find((one) => one.id === id) : undefined;
      if (found === undefined)
        return err(`get_${key}: name is not that of one known ${words}${suggest(name, known)}`);
      const count = counts.find((one) => one.id === id);
      if (count === undefined) {
        const reason = `No counts are published for this ${words}.`;
        return ok({ available: false, reason, [key]: found });
      }
      const { example_review_ids, ...counted } = count;
      const cited = example_review_ids.slice(0, examples).flatMap((one) => reviewWithId(table, one) ?? []);
      return ok({
        notice: NOTICE,
        available: true,
        [key]: withShortLists({ ...found, ...counted }),
        examples: cited.map(excerptOf),
        ...(count.mention_count < MIN_MENTIONS && { note: "Few mentions: anecdotes, not a measure." }),
      });
    },
  });
}

/** Most mentioned first; those without counts come last, in the order of entities.json. */
function ranked(known: readonly EntityAliases[], counts: readonly EntityInsight[]) {
  const entries = known.map(({ id, name }) => {
    const count = counts.find((one) => one.id === id);
    if (count === undefined) return { id, name };
    const { mention_count, rating_value, last_mention } = count;
    return { id, name, mention_count, rating_value, last_mention };
  });
  return entries.toSorted((a, b) => (b.mention_count ?? 0) - (a.mention_count ?? 0));
}

export const ENTITY_TOOLS = [
  entityTool({ kind: "technicians", key: "technician", words: "technician" }),
  entityTool({ kind: "services", key: "service", words: "service" }),
  entityTool({ kind: "service_areas", key: "service_area", words: "service area" }),
];
