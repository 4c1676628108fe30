import { DATE } from "../../../model/schema-pieces.ts";
import { PUBLISHED_SCHEMAS } from "../../../model/documents.ts";
import { searchFilterSchema } from "../../../model/search-filter.ts";
import { mcpOperation } from "./mcp-operation.ts";

/** The schemas that the description names, each defined once. */
export const COMPONENTS = {
  ReviewsDocument: PUBLISHED_SCHEMAS.reviews,
  Review: PUBLISHED_SCHEMAS.review,
  InsightsDocument: PUBLISHED_SCHEMAS.insights,
  JsonFeed: PUBLISHED_SCHEMAS.feed,
  SinceDocument: PUBLISHED_SCHEMAS.since,
  SearchDocument: PUBLISHED_SCHEMAS.search,
  Manifest: PUBLISHED_SCHEMAS.manifest,
  Problem: PUBLISHED_SCHEMAS.problem,
} as const;

type ComponentName = keyof typeof COMPONENTS;

/** Every operation of spec section 4. */
export function openApiPaths(): Record<string, object> {
  return {
    "/reviews.json": {
      get: dataset(
        "getReviews",
        "All verified reviews with business and aggregate rating",
        "ReviewsDocument",
      ),
    },
    "/insights.json": { get: dataset("getInsights", "What the reviews say, counted", "InsightsDocument") },
    "/api/feed.json": { get: dataset("getJsonFeed", "JSON Feed 1.1 of the 50 newest reviews", "JsonFeed") },
    "/feed.xml": { get: atom() },
    "/manifest.json": {
      get: dataset("getManifest", "All artifacts with digests and entity tags", "Manifest"),
    },
    "/api/reviews/search": { get: search() },
    "/api/reviews/since/{date}": { get: since() },
    "/mcp": { post: mcpOperation() },
    "/api/websub/hub": { post: hub() },
  };
}

function ref(name: ComponentName): object {
  return { $ref: `#/components/schemas/${name}` };
}

function json(schema: object): object {
  return { "application/json": { schema } };
}

const VALIDATORS = {
  ETag: { description: "Strong entity tag of exactly these bytes", schema: { type: "string" } },
  "Last-Modified": { description: "When these bytes last moved", schema: { type: "string" } },
};

const NOT_MODIFIED = { description: "The validator you sent is current; no body" };

function refusal(description: string): object {
  return { description, content: json(ref("Problem")) };
}

function dataset(operationId: string, summary: string, document: ComponentName): object {
  return {
    operationId,
    summary,
    description: `${summary}. Supports conditional requests.`,
    tags: ["Datasets"],
    responses: {
      "200": { description: summary, headers: VALIDATORS, content: json(ref(document)) },
      "304": NOT_MODIFIED,
      "406": refusal("No acceptable content coding"),
    },
  };
}

function atom(): object {
  const summary = "Atom feed of the 50 newest reviews";
  return {
    operationId: "getAtomFeed",
    summary,
    description: `${summary} (RFC 4287), a WebSub topic.`,
    tags: ["Datasets"],
    responses: {
      "200": {
        description: summary,
        headers: VALIDATORS,
        content: { "application/atom+xml": { schema: { type: "string" } } },
      },
      "304": NOT_MODIFIED,
      "406": refusal("No acceptable content coding"),
    },
  };
}

function search(): object {
  const parameters = Object.entries(searchFilterSchema.properties).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: "query",
      required: false,
      description,
      schema,
    }),
  );
  return {
    operationId: "searchReviews",
    summary: "Search reviews",
    description: "All filters must match. Newest first. The same as the MCP tool search_reviews.",
    tags: ["Reviews"],
    parameters,
    responses: {
      "200": { description: "Matching reviews", content: json(ref("SearchDocument")) },
      "304": NOT_MODIFIED,
      "400": refusal("A parameter is unknown, repeated or out of bounds; see issues"),
    },
  };
}

function since(): object {
  return {
    operationId: "getReviewsSince",
    summary: "Reviews on or after a date",
    description: "Newest first. Poll it with If-None-Match: an unchanged answer costs no body.",
    tags: ["Reviews"],
    parameters: [
      {
        name: "date",
        in: "path",
        required: true,
        description: "first day wanted, YYYY-MM-DD",
        schema: { type: DATE.type, format: DATE.format },
      },
    ],
    responses: {
      "200": {
        description: "Reviews since the date",
        headers: VALIDATORS,
        content: json(ref("SinceDocument")),
      },
      "304": NOT_MODIFIED,
      "400": refusal("Not a date that exists"),
    },
  };
}

function hub(): object {
  const properties = {
    "hub.callback": { type: "string", format: "uri", description: "https URL of the subscriber" },
    "hub.mode": { enum: ["subscribe", "unsubscribe"] },
    "hub.topic": {
      type: "string",
      format: "uri",
      description: "URL of feed.xml, api/feed.json or reviews.json",
    },
    "hub.lease_seconds": { type: "integer", minimum: 1 },
    "hub.secret": { type: "string", description: "under 200 bytes; deliveries are then signed" },
  };
  const schema = { type: "object", required: ["hub.callback", "hub.mode", "hub.topic"], properties };
  const refused = {
    description: "What is wrong, in words",
    content: { "text/plain": { schema: { type: "string" } } },
  };
  return {
    operationId: "subscribe",
    summary: "Subscribe to a topic or unsubscribe (WebSub)",
    description: "The hub verifies by a GET to the callback, then POSTs the full topic on every change.",
    tags: ["Agents and hubs"],
    requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema } } },
    responses: { "202": { description: "Accepted; verification follows" }, "400": refused, "429": refused },
  };
}
