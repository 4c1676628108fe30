import { foldText } from "../../../model/fold.ts";
import { err, ok } from "../../../model/result.ts";
import { listOf } from "../../../model/schema-pieces.ts";
import { SECTIONS, viewInsights } from "./insight-view.ts";
import { pageOf } from "./list-page.ts";
import { withShortLists } from "./release-documents.ts";
import {
  argumentsOf,
  AVAILABLE_FIELDS,
  CURSOR,
  defineTool,
  limitOf,
  nameOf,
  NOTICE,
  NOTICE_FIELD,
  resultOf,
} from "./tool.ts";

const OBJECT = { type: "object" } as const;

export const getInsights = defineTool({
  name: "get_insights",
  title: "Get insights",
  description:
    "What the reviews say together: sentiment, aspects, entities, topics, months, summary, and how it was computed. Lists are brief; other tools have the details.",
  inputSchema: argumentsOf({
    sections: {
      type: "array",
      items: { type: "string", enum: SECTIONS },
      maxItems: SECTIONS.length,
      description: "sections to return; default all",
    },
    limit: limitOf(50, 5, "entries of each list"),
  }),
  outputSchema: resultOf({
    ...NOTICE_FIELD,
    review_count: { type: "integer" },
    date_range: OBJECT,
    overall_sentiment: OBJECT,
    aspects: listOf(OBJECT),
    entities: OBJECT,
    topics: listOf(OBJECT),
    temporal: OBJECT,
    faq: listOf(OBJECT),
    method: OBJECT,
    absent: { type: "array", items: { type: "string" }, description: "sections that are not published" },
  }),
  handler: ({ sections = SECTIONS, limit = 5 }, { insights }) =>
    ok({ notice: NOTICE, ...viewInsights(insights, sections, limit) }),
});

const LIST_START = { ...NOTICE_FIELD, ...AVAILABLE_FIELDS, total: { type: "integer" } } as const;
const LIST_END = { next_cursor: { type: "string" } } as const;

export const listTopics = defineTool({
  name: "list_topics",
  title: "List topics",
  description: "What reviews are about, largest first, with counts and example review ids.",
  inputSchema: argumentsOf({ limit: limitOf(50, 10, "topics"), cursor: CURSOR }),
  outputSchema: resultOf({ ...LIST_START, topics: listOf(OBJECT), ...LIST_END }),
  handler: ({ limit = 10, cursor }, { insights, release }) => {
    const topics = insights?.topics.map(withShortLists) ?? [];
    if (topics.length === 0)
      return ok({ available: false, reason: "The published insights have no topics." });
    const page = pageOf(topics, { list: "topics", limit, cursor, release });
    if (!page.ok) return err(`list_topics: ${page.error}`);
    const { total, entries, ...next } = page.value;
    return ok({ notice: NOTICE, available: true, total, topics: entries, ...next });
  },
});

export const getFaq = defineTool({
  name: "get_faq",
  title: "Get frequent questions",
  description: "Questions that customers ask, answered, each with the basis of the answer.",
  inputSchema: argumentsOf({
    query: nameOf("only questions or answers that contain this text"),
    limit: limitOf(50, 10, "questions"),
    cursor: CURSOR,
  }),
  outputSchema: resultOf({ ...LIST_START, faq: listOf(OBJECT), ...LIST_END }),
  handler: ({ query = "", limit = 10, cursor }, { insights, release }) => {
    const all = insights?.faq ?? [];
    if (all.length === 0)
      return ok({ available: false, reason: "The published insights have no frequent questions." });
    const text = foldText(query.trim());
    const found = all.filter(({ question, answer }) => foldText(`${question}\n${answer}`).includes(text));
    const page = pageOf(found, { list: "faq", limit, cursor, release });
    if (!page.ok) return err(`get_faq: ${page.error}`);
    const { total, entries, ...next } = page.value;
    return ok({ notice: NOTICE, available: true, total, faq: entries, ...next });
  },
});
