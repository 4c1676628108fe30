import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { listMembers } from "../../model/list-field.ts";
import type { McpEndpoint } from "../mcp/protocol/endpoint.ts";
import { CODES, failure, type RpcAnswer } from "../mcp/protocol/json-rpc.ts";
import { type AllowedCallers, isAllowedHost, isAllowedOrigin } from "./allowed-callers.ts";
import { clientNetwork } from "../hub/callback/networks.ts";
import type { ClientAddress } from "./client-address.ts";
import { CORS, type HeaderList, NO_SNIFF } from "./headers.ts";
import { closeIfUnread, MAX_BODY_BYTES, mediaTypeOf, readBody, single } from "./request.ts";
import { dispatch } from "./respond.ts";

/**
 * `POST /mcp`: spec section 4.3. Checks the HTTP request; the endpoint checks the JSON-RPC message.
 */
export function createMcpListener(
  endpoint: McpEndpoint,
  callers: AllowedCallers,
  clientOf: ClientAddress,
): RequestListener {
  const post = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const problem = checkRequest(request, callers);
    if (problem !== undefined) return send(request, response, problem);
    const body = await readBody(request, MAX_BODY_BYTES);
    return send(
      request,
      response,
      body === undefined ? TOO_LARGE : await answer(body, request, endpoint, clientOf(request)),
    );
  };
  return (request, response) => void dispatch(request, response, { POST: post });
}

const invalid = (status: number, message: string): RpcAnswer =>
  failure(status, { code: CODES.badRequest, message });

const TOO_LARGE = invalid(413, `The body is over the limit of ${MAX_BODY_BYTES} bytes`);
const INTERNAL_ERROR = failure(500, { code: CODES.internal, message: "Internal error" });

function checkRequest(request: IncomingMessage, callers: AllowedCallers): RpcAnswer | undefined {
  const { headers } = request;
  if (!isAllowedHost(headers.host, callers)) return invalid(403, "The Host header names another server");
  if (!isAllowedOrigin(headers.origin, callers))
    return invalid(403, "The Origin header names a page that may not call this");
  if ((headers["content-encoding"] ?? "identity") !== "identity")
    return invalid(415, "Content-Encoding must be absent: request bodies are not decoded");
  if (mediaTypeOf(request) !== "application/json")
    return invalid(415, "Content-Type must be application/json");
  if (!acceptsBoth(headers.accept))
    return invalid(406, "Accept must include application/json and text/event-stream");
  return undefined;
}

/** The transport requires that a client accepts both types. A range that covers a type counts as its name. */
function acceptsBoth(accept = ""): boolean {
  const ranges = listMembers(accept).map((range) => (range.split(";")[0] ?? "").trim().toLowerCase());
  const accepts = (type: string, group: string): boolean =>
    ranges.some((range) => range === type || range === group || range === "*/*");
  return accepts("application/json", "application/*") && accepts("text/event-stream", "text/*");
}

/** An IPv6 client has a whole network of addresses. */
const holderOf = (address: string): string => (address.includes(".") ? address : clientNetwork(address));

async function answer(
  body: Buffer,
  { headers }: IncomingMessage,
  endpoint: McpEndpoint,
  client: string,
): Promise<RpcAnswer> {
  try {
    return await endpoint.answer(body.toString("utf8"), {
      sessionId: single(headers["mcp-session-id"]),
      version: single(headers["mcp-protocol-version"]),
      method: single(headers["mcp-method"]),
      name: single(headers["mcp-name"]),
      holder: holderOf(client),
    });
  } catch (error) {
    endpoint.onFault(error);
    return INTERNAL_ERROR;
  }
}

/** Streams end when they end: a minute spares both sides most attempts. */
const RETRY_SECONDS = "60";
const JSON_HEADERS: HeaderList = ["Content-Type", "application/json", ...NO_SNIFF, ...CORS];
const STREAM_HEADERS: HeaderList = [
  "Content-Type",
  "text/event-stream",
  "Cache-Control",
  "no-cache",
  "X-Accel-Buffering",
  "no",
  ...CORS,
];

function send(request: IncomingMessage, response: ServerResponse, answered: RpcAnswer): void {
  const { status, body, stream, sessionId } = answered;
  if (stream !== undefined) {
    response.writeHead(status, [...STREAM_HEADERS]).flushHeaders();
    stream(response);
    return;
  }
  const bytes = Buffer.from(body ?? "");
  const type = body === undefined ? CORS : JSON_HEADERS;
  const length = ["Content-Length", String(bytes.length)];
  const retry = status === 429 ? ["Retry-After", RETRY_SECONDS] : [];
  const session = sessionId === undefined ? [] : ["Mcp-Session-Id", sessionId];
  response
    .writeHead(status, [...type, ...length, ...retry, ...session, ...closeIfUnread(request)])
    .end(bytes);
}
