import { DATE } from "../../../model/schema-pieces.ts";
import { PUBLISHED_SCHEMAS } from "../../../model/documents.ts";
import { searchFilterSchema } from "../../../model/search-filter.ts";

/** Schemas that the description defines once and references by name. */
export const COMPONENTS = {
  ReviewsDocument: PUBLISHED_SCHEMAS.reviews,
  Review: PUBLISHED_SCHEMAS.review,
  InsightsDocument: PUBLISHED_SCHEMAS.insights,
  PolicyDocument: PUBLISHED_SCHEMAS.policy,
  JsonFeed: PUBLISHED_SCHEMAS.feed,
  SinceDocument: PUBLISHED_SCHEMAS.since,
  SearchDocument: PUBLISHED_SCHEMAS.search,
  Manifest: PUBLISHED_SCHEMAS.manifest,
  Problem: PUBLISHED_SCHEMAS.problem,
} as const;

type ComponentName = keyof typeof COMPONENTS;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "query" | "path";
    readonly required: boolean;
    readonly description: string;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly required: true; readonly content: MediaTypes };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly description: string;
  readonly headers?: object;
  readonly content?: MediaTypes;
}

type MediaTypes = Readonly<Record<string, { readonly schema: object }>>;

/** Describes every operation of spec section 4. */
export function openApiPaths(): Record<string, Readonly<Record<string, Operation>>> {
  return {
    "/reviews.json": {
      get: dataset("getReviews", "Published reviews, rating and withheld counts", "ReviewsDocument"),
    },
    "/insights.json": { get: dataset("getInsights", "What the reviews say, counted", "InsightsDocument") },
    "/policy.json": {
      get: dataset(
        "getPolicy",
        "Who publishes, how reviews are verified, what is withheld",
        "PolicyDocument",
      ),
    },
    "/api/feed.json": { get: dataset("getJsonFeed", "JSON Feed 1.1 of the 50 newest reviews", "JsonFeed") },
    "/feed.xml": {
      get: {
        ...dataset("getAtomFeed", "Atom feed of the 50 newest reviews", "atom"),
        description: "Atom feed of the 50 newest reviews (RFC 4287), a WebSub topic.",
      },
    },
    "/manifest.json": { get: dataset("getManifest", "Artifacts with digests and entity tags", "Manifest") },
    "/api/reviews/search": { get: search() },
    "/api/reviews/since/{date}": { get: since() },
    "/mcp": { post: mcp() },
    "/api/websub/hub": { post: hub() },
  };
}

const TEXT = { schema: { type: "string" } };

const json = (schema: object): MediaTypes => ({ "application/json": { schema } });

const component = (name: ComponentName): MediaTypes => json({ $ref: `#/components/schemas/${name}` });

const refusal = (description: string): Response => ({ description, content: component("Problem") });

const VALIDATORS = {
  ETag: { description: "Strong entity tag of exactly these bytes", schema: { type: "string" } },
  "Last-Modified": { description: "When these bytes last changed", schema: { type: "string" } },
};

const NOT_MODIFIED = { description: "The validator you sent is current; no body" };

function dataset(operationId: string, summary: string, document: ComponentName | "atom"): Operation {
  const content = document === "atom" ? { "application/atom+xml": TEXT } : component(document);
  return {
    operationId,
    summary,
    description: `${summary}. Supports conditional requests.`,
    tags: ["Datasets"],
    responses: {
      "200": { description: summary, headers: VALIDATORS, content },
      "304": NOT_MODIFIED,
      "406": refusal("No acceptable content coding"),
    },
  };
}

function search(): Operation {
  return {
    operationId: "searchReviews",
    summary: "Search reviews",
    description: "All filters must match. Newest first. The same as the MCP tool search_reviews.",
    tags: ["Reviews"],
    parameters: Object.entries(searchFilterSchema.properties).map(([name, { description, ...schema }]) => ({
      name,
      in: "query",
      required: false,
      description,
      schema,
    })),
    responses: {
      "200": { description: "Matching reviews", content: component("SearchDocument") },
      "304": NOT_MODIFIED,
      "400": refusal("A parameter is unknown, repeated or out of bounds; see issues"),
    },
  };
}

function since(): Operation {
  const schema = { type: DATE.type, format: DATE.format };
  return {
    operationId: "getReviewsSince",
    summary: "Reviews on or after a date",
    description: "Newest first. Poll it with If-None-Match: an unchanged response has no body.",
    tags: ["Reviews"],
    parameters: [{ name: "date", in: "path", required: true, description: "first day, YYYY-MM-DD", schema }],
    responses: {
      "200": {
        description: "Reviews since the date",
        headers: VALIDATORS,
        content: component("SinceDocument"),
      },
      "304": NOT_MODIFIED,
      "400": refusal("The date does not exist"),
    },
  };
}

/** Describes `POST /mcp` (spec section 4.3). */
function mcp(): Operation {
  const request = {
    type: "object",
    required: ["jsonrpc", "method"],
    properties: { jsonrpc: { const: "2.0" }, method: { type: "string" } },
  };
  const rpc = json({ type: "object" });
  return {
    operationId: "callMcp",
    summary: "MCP over streamable HTTP",
    description:
      "JSON-RPC 2.0. initialize answers with Mcp-Session-Id; send it on every later request. Revision 2026-07-28 needs no session. Tools are read-only.",
    tags: ["Agents and hubs"],
    requestBody: { required: true, content: json(request) },
    responses: {
      "200": { description: "A JSON-RPC response", content: { ...rpc, "text/event-stream": TEXT } },
      "202": { description: "A notification was accepted; no body" },
      "400": {
        description: "Not a single JSON-RPC message, or headers that contradict it",
        content: rpc,
      },
      "403": { description: "The Host or Origin header is not allowed", content: rpc },
      "404": { description: "Unknown session, or unknown method of revision 2026-07-28", content: rpc },
      "405": refusal("Only POST"),
      "406": { description: "Accept must include application/json and text/event-stream", content: rpc },
      "413": { description: "The body is over 256 KiB", content: rpc },
      "415": { description: "Content-Type must be application/json", content: rpc },
    },
  };
}

function hub(): Operation {
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
  const refused = { description: "The reason, as plain text", content: { "text/plain": TEXT } };
  return {
    operationId: "subscribe",
    summary: "Subscribe to a topic or unsubscribe (WebSub)",
    description: "The hub verifies by a GET to the callback, then POSTs the full topic on every change.",
    tags: ["Agents and hubs"],
    requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema } } },
    responses: { "202": { description: "Accepted; verification follows" }, "400": refused, "429": refused },
  };
}
