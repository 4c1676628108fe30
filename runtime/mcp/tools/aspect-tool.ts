import { foldText } from "../../../model/fold.ts";
import { insightsDocumentSchema } from "../../../model/insights.ts";
import { err, ok } from "../../../model/result.ts";
import { listOf } from "../../../model/schema-pieces.ts";
import { EXCERPT } from "./entity-tools.ts";
import { briefAspect } from "./insight-view.ts";
import { suggest } from "./name-hints.ts";
import { withShortLists } from "./release-documents.ts";
import {
  argumentsOf,
  AVAILABLE_FIELDS,
  defineTool,
  limitOf,
  nameOf,
  NOTICE,
  NOTICE_FIELD,
  resultOf,
  typesOf,
} from "./tool.ts";

const { id, label } = typesOf(insightsDocumentSchema.properties.aspects.items.properties);
const ASPECT = { type: "object", properties: { id, label } } as const;

export const getAspectSentiment = defineTool({
  name: "get_aspect_sentiment",
  title: "Get the sentiment about an aspect",
  description:
    "How customers judge one aspect, such as punctuality: counts, share of praise, trend, and exact quotes with review ids. Without an aspect: all aspects in brief.",
  inputSchema: argumentsOf({
    aspect: nameOf("id or label of the aspect"),
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
      description: "quotes per sentiment, 0 to 10",
    },
    limit: limitOf(50, 20, "aspects without a name"),
  }),
  outputSchema: resultOf({
    ...NOTICE_FIELD,
    ...AVAILABLE_FIELDS,
    aspect: ASPECT,
    evidence: {
      type: "object",
      additionalProperties: { type: "array", items: { type: "object" } },
    },
    examples: listOf(EXCERPT),
    total: { type: "integer" },
    aspects: listOf(ASPECT),
  }),
  handler: ({ aspect: name, sentiment, quotes = 3, limit = 20 }, { insights }) => {
    const aspects = insights?.aspects ?? [];
    if (aspects.length === 0)
      return ok({ available: false, reason: "The published insights have no aspects." });
    if (name === undefined) {
      const brief = aspects.slice(0, limit).map(briefAspect);
      return ok({ available: true, total: aspects.length, aspects: brief });
    }
    const text = foldText(name.trim());
    const found = aspects.find((one) => foldText(one.id) === text || foldText(one.label) === text);
    if (found === undefined) {
      const known = aspects.map((one) => ({ id: one.id, name: one.label }));
      return err(`get_aspect_sentiment: aspect is not known${suggest(name, known)}`);
    }
    const { evidence, example_review_ids: _ids, ...aspect } = found;
    return ok({
      notice: NOTICE,
      available: true,
      aspect: withShortLists(aspect),
      evidence: {
        ...(sentiment !== "negative" && { positive: evidence.positive.slice(0, quotes) }),
        ...(sentiment !== "positive" && { negative: evidence.negative.slice(0, quotes) }),
      },
      // The evidence has the ids of its reviews; the field is part of the published result.
      examples: [],
    });
  },
});
