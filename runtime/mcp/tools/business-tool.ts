import { ok } from "../../../model/result.ts";
import { HUB_PATH } from "../../../model/topics.ts";
import { JsonText } from "../protocol/json-text.ts";
import type { Publication } from "../publication.ts";
import { argumentsOf, defineTool, resultOf } from "./tool.ts";

const described = new WeakMap<Publication, JsonText>();

/** What get_business and reviews://business say: the same all through a release, and asked for first. */
export function describeBusiness(publication: Publication): JsonText {
  const text = described.get(publication) ?? JsonText.of(businessOf(publication));
  described.set(publication, text);
  return text;
}

function businessOf({ head, insights, baseUrl, release }: Publication): object {
  const { business, aggregate_rating } = head;
  const dates = insights["date_range"];
  return {
    business,
    aggregate_rating,
    ...(dates === undefined ? {} : { date_range: dates }),
    release,
    links: {
      reviews: `${baseUrl}/reviews.json`,
      insights: `${baseUrl}/insights.json`,
      json_feed: `${baseUrl}/api/feed.json`,
      atom_feed: `${baseUrl}/feed.xml`,
      websub_hub: `${baseUrl}${HUB_PATH}`,
      openapi: `${baseUrl}/openapi.json`,
    },
  };
}

export const getBusiness = defineTool<object>({
  name: "get_business",
  title: "Get the business",
  description:
    "The business: name, address, hours, star rating with its distribution, and the technicians, services and service areas that other tools take by name. Call it first.",
  inputSchema: argumentsOf({}),
  outputSchema: resultOf(
    {
      business: { type: "object" },
      aggregate_rating: {
        type: "object",
        properties: {
          rating_value: { type: ["number", "null"] },
          review_count: { type: "integer" },
          distribution: { type: "object", additionalProperties: { type: "integer" } },
        },
      },
      date_range: { type: "object" },
      release: { type: "string", description: "names this release of the reviews" },
      links: { type: "object", additionalProperties: { type: "string" } },
    },
    ["business", "aggregate_rating", "release", "links"],
  ),
  run: (_args, publication) => ok(describeBusiness(publication)),
});
