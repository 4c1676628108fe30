import { foldText } from "../../../model/fold.ts";
import { err, ok } from "../../../model/result.ts";
import { excerpt, EXCERPT } from "./entity-tools.ts";
import { SECTIONS, viewInsights } from "./insight-view.ts";
import { pageOf } from "./list-page.ts";
import { bounded, type Loose, listIn, looseOf, pick } from "../publication.ts";
import { suggest } from "./review-tools.ts";
import { argumentsOf, CURSOR, defineTool, LIMIT, NAME, NOTICE, NOTICE_FIELD, resultOf } from "./tool.ts";

const ABSENT = { available: { type: "boolean" }, reason: { type: "string" } } as const;
const absent = (what: string): object => ({
  available: false,
  reason: `The published insights have no ${what}.`,
});

export const getInsights = defineTool<{ readonly sections?: readonly string[]; readonly limit?: number }>({
  name: "get_insights",
  title: "Get insights",
  description:
    "What all reviews say together: sentiment, aspects, entities, topics, months, summary, and how it was computed. Lists are brief; other tools have the details.",
  inputSchema: argumentsOf({
    sections: {
      type: "array",
      items: { type: "string", enum: SECTIONS },
      maxItems: SECTIONS.length,
      description: "sections wanted; default all",
    },
    limit: LIMIT(50, 5, "entries of each list"),
  }),
  outputSchema: resultOf({
    ...NOTICE_FIELD,
    review_count: { type: "integer" },
    date_range: { type: "object" },
    overall_sentiment: { type: "object" },
    aspects: { type: "array", items: { type: "object" } },
    entities: { type: "object" },
    topics: { type: "array", items: { type: "object" } },
    temporal: { type: "object" },
    faq: { type: "array", items: { type: "object" } },
    method: { type: "object" },
    absent: { type: "array", items: { type: "string" }, description: "sections that are not published" },
  }),
  run: ({ sections = SECTIONS, limit = 5 }, { insights }) =>
    ok({ notice: NOTICE, ...viewInsights(insights, sections, limit) }),
});

interface AspectAsked {
  readonly aspect?: string;
  readonly sentiment?: "positive" | "negative";
  readonly quotes?: number;
  readonly limit?: number;
}

const ASPECT = { type: "object", properties: { id: { type: "string" }, label: { type: "string" } } };

export const getAspectSentiment = defineTool<AspectAsked>({
  name: "get_aspect_sentiment",
  title: "Get the sentiment about an aspect",
  description:
    "How customers judge one aspect, such as punctuality: counts, share of praise, trend, and exact quotes with review ids. Without an aspect: all aspects in brief.",
  inputSchema: argumentsOf({
    aspect: NAME("id or label of the aspect"),
    sentiment: {
      type: "string",
      enum: ["positive", "negative"],
      description: "only quotes of this sentiment",
    },
    quotes: {
      type: "integer",
      minimum: 0,
      maximum: 10,
      default: 3,
      description: "quotes a sentiment, 0 to 10",
    },
    limit: LIMIT(50, 20, "aspects without a name"),
  }),
  outputSchema: resultOf({
    ...NOTICE_FIELD,
    ...ABSENT,
    aspect: ASPECT,
    evidence: { type: "object", additionalProperties: { type: "array", items: { type: "object" } } },
    examples: { type: "array", items: EXCERPT },
    total: { type: "integer" },
    aspects: { type: "array", items: ASPECT },
  }),
  run: (asked, publication) => {
    const aspects = listIn(publication.insights["aspects"]);
    if (aspects.length === 0) return ok(absent("aspects"));
    const { aspect: name, quotes = 3, limit = 20 } = asked;
    if (name === undefined) {
      const brief = viewInsights(publication.insights, ["aspects"], limit)["aspects"];
      return ok({ available: true, total: aspects.length, aspects: brief });
    }
    const known = aspects.map((one) => ({ id: String(one["id"]), name: String(one["label"] ?? one["id"]) }));
    const wanted = foldText(name.trim());
    const at = known.findIndex((one) => foldText(one.id) === wanted || foldText(one.name) === wanted);
    const found = aspects[at];
    if (found === undefined) return err(`get_aspect_sentiment: aspect is not known${suggest(name, known)}.`);
    const { evidence, example_review_ids: ids, ...aspect } = found;
    const examples = evidence === undefined && Array.isArray(ids) ? ids.slice(0, quotes) : [];
    return ok({
      notice: NOTICE,
      available: true,
      aspect: bounded(aspect),
      evidence: evidenceOf(looseOf(evidence), asked),
      examples: examples.flatMap((id) => excerpt(publication, id)),
    });
  },
});

function evidenceOf(evidence: Loose, { sentiment, quotes = 3 }: AspectAsked): Loose {
  const kinds = Object.entries(evidence).filter(([kind]) => sentiment === undefined || kind === sentiment);
  return Object.fromEntries(kinds.map(([kind, list]) => [kind, listIn(list).slice(0, quotes)]));
}

interface Listed {
  readonly query?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

const LIST_SCHEMA = (name: string) =>
  resultOf({
    ...NOTICE_FIELD,
    ...ABSENT,
    total: { type: "integer" },
    [name]: { type: "array", items: { type: "object" } },
    next_cursor: { type: "string" },
  });

export const listTopics = defineTool<Listed>({
  name: "list_topics",
  title: "List topics",
  description: "What reviews are about, largest first, with counts and example review ids.",
  inputSchema: argumentsOf({ limit: LIMIT(50, 10, "topics"), cursor: CURSOR }),
  outputSchema: LIST_SCHEMA("topics"),
  run: ({ limit = 10, cursor }, publication) => {
    const topics = listIn(publication.insights["topics"]).map((one) => looseOf(bounded(one)));
    if (topics.length === 0) return ok(absent("topics"));
    const page = pageOf(topics, {
      name: "topics",
      limit,
      cursor,
      release: publication.release,
    });
    return page.ok
      ? ok({ notice: NOTICE, available: true, ...page.value })
      : err(`list_topics: ${page.error}`);
  },
});

export const getFaq = defineTool<Listed>({
  name: "get_faq",
  title: "Get frequent questions",
  description: "Questions that customers ask, answered, each with what the answer rests on.",
  inputSchema: argumentsOf({
    query: NAME("only questions or answers that contain this text"),
    limit: LIMIT(50, 10, "questions"),
    cursor: CURSOR,
  }),
  outputSchema: LIST_SCHEMA("faq"),
  run: ({ query, limit = 10, cursor }, publication) => {
    const all = listIn(publication.insights["faq"]);
    if (all.length === 0) return ok(absent("frequent questions"));
    const wanted = foldText(query?.trim() ?? "");
    const found = all.filter((one) => textOf(one).includes(wanted));
    const page = pageOf(found, { name: "faq", limit, cursor, release: publication.release });
    return page.ok ? ok({ notice: NOTICE, available: true, ...page.value }) : err(`get_faq: ${page.error}`);
  },
});

const textOf = (one: Loose): string => foldText(Object.values(pick(one, ["question", "answer"])).join("\n"));
