import { urlOf } from "../../../model/base-url.ts";
import { aggregateRatingSchema } from "../../../model/business.ts";
import { POLICY_PAGE } from "../../../model/policy.ts";
import { ok } from "../../../model/result.ts";
import { HUB_PATH } from "../../../model/topics.ts";
import type { ReleaseDocuments } from "./release-documents.ts";
import { argumentsOf, defineTool, resultOf, typesOf } from "./tool.ts";

const { rating_value, review_count } = typesOf(aggregateRatingSchema.properties);

export const getBusiness = defineTool({
  name: "get_business",
  title: "Get the business",
  description:
    "The business: name, address, hours, star rating with its distribution, who publishes the reviews, how they were verified and what is withheld, and the technicians, services and service areas that other tools take by name. Call it first.",
  inputSchema: argumentsOf({}),
  outputSchema: {
    ...resultOf({
      business: { type: "object" },
      aggregate_rating: {
        type: "object",
        properties: {
          rating_value,
          review_count,
          distribution: { type: "object", additionalProperties: { type: "integer" } },
        },
      },
      policy: {
        type: "object",
        description: "who publishes, how reviews were verified, what is withheld; statements say it in words",
      },
      date_range: { type: "object" },
      release: { type: "string", description: "names this release of the reviews" },
      links: { type: "object", additionalProperties: { type: "string" } },
    }),
    required: ["business", "aggregate_rating", "release", "links"],
  },
  handler: (_args, documents) => ok(describeBusiness(documents)),
});

/** The content of get_business and of reviews://business. */
export function describeBusiness({ reviewsHead, insights, policy, baseUrl, release }: ReleaseDocuments) {
  const { business, aggregate_rating } = reviewsHead;
  return {
    business,
    aggregate_rating,
    ...(policy && { policy }),
    ...(insights && { date_range: insights.date_range }),
    release,
    links: {
      reviews: urlOf(baseUrl, "/reviews.json"),
      policy: urlOf(baseUrl, POLICY_PAGE),
      insights: urlOf(baseUrl, "/insights.json"),
      json_feed: urlOf(baseUrl, "/api/feed.json"),
      atom_feed: urlOf(baseUrl, "/feed.xml"),
      websub_hub: urlOf(baseUrl, HUB_PATH),
      openapi: urlOf(baseUrl, "/openapi.json"),
    },
  };
}
