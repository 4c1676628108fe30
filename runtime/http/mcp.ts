import { MCP_PATH } from "../../model/mcp.ts";
import type { McpEndpoint } from "../mcp/endpoint.ts";
import { CODES, failure, type RpcAnswer } from "../mcp/json-rpc.ts";
import { type Route, toPairs } from "./app.ts";
import { CORS } from "./headers.ts";
import { isKnownHost, isKnownOrigin, type Known } from "./known-callers.ts";
import { MAX_MCP_BYTES } from "./limits.ts";

/** `POST /mcp`: spec section 4.3. What is wrong with the HTTP request is refused here, the message by the endpoint. */
export function mcpRoutes(endpoint: McpEndpoint, known: Known): Route[] {
  return [
    { path: MCP_PATH, methods: { POST: async ({ req }) => toResponse(await answer(req, endpoint, known)) } },
  ];
}

async function answer(request: Request, endpoint: McpEndpoint, known: Known): Promise<RpcAnswer> {
  const { headers } = request;
  const field = (name: string): string | undefined => headers.get(name) ?? undefined;
  if (!isKnownHost(field("host"), known)) return refuse(403, "The Host header names another server");
  if (!isKnownOrigin(field("origin"), known))
    return refuse(403, "The Origin header names a page that may not call this");
  if (!isJson(field("content-type"))) return refuse(415, "Content-Type must be application/json");
  if (!acceptsBoth(field("accept")))
    return refuse(406, "Accept must take application/json and text/event-stream");
  const body = await readText(request);
  if (body === undefined) return refuse(413, `The body is over the limit of ${MAX_MCP_BYTES} bytes`);
  return endpoint.answer(body, {
    sessionId: field("mcp-session-id"),
    version: field("mcp-protocol-version"),
    method: field("mcp-method"),
    name: field("mcp-name"),
  });
}

const refuse = (status: number, message: string): RpcAnswer =>
  failure(status, { code: CODES.badRequest, message });

const isJson = (type: string | undefined): boolean => /^application\/json\s*(;|$)/i.test(type?.trim() ?? "");

/** The transport asks for both. A range that covers one is as good as its name. */
function acceptsBoth(accept = ""): boolean {
  const ranges = accept.split(",").map((range) => (range.split(";")[0] ?? "").trim().toLowerCase());
  const takes = (type: string, group: string): boolean =>
    ranges.some((range) => range === type || range === group || range === "*/*");
  return takes("application/json", "application/*") && takes("text/event-stream", "text/*");
}

/** The body as text; undefined when it is over the limit, whatever the headers say. */
async function readText(request: Request): Promise<string | undefined> {
  const told = request.headers.get("content-length");
  if (told !== null) return Number(told) > MAX_MCP_BYTES ? undefined : request.text();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_MCP_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

const JSON_HEADERS = toPairs([
  "Content-Type",
  "application/json",
  "X-Content-Type-Options",
  "nosniff",
  ...CORS,
]);
const STREAM_HEADERS = toPairs([
  "Content-Type",
  "text/event-stream",
  "Cache-Control",
  "no-cache",
  "X-Accel-Buffering",
  "no",
  ...CORS,
]);

function toResponse({ status, body, stream, sessionId }: RpcAnswer): Response {
  if (stream !== undefined) return new Response(stream, { status, headers: STREAM_HEADERS });
  const headers: [string, string][] =
    sessionId === undefined ? JSON_HEADERS : [...JSON_HEADERS, ["Mcp-Session-Id", sessionId]];
  return new Response(body ?? null, { status, headers: body === undefined ? toPairs(CORS) : headers });
}
