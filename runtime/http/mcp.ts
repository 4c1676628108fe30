import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { McpEndpoint } from "../mcp/protocol/endpoint.ts";
import { CODES, failure, type RpcAnswer } from "../mcp/protocol/json-rpc.ts";
import { CORS, type HeaderList, PREFLIGHT, single } from "./headers.ts";
import { isKnownHost, isKnownOrigin, type Known } from "./known-callers.ts";
import { BufferPool } from "./buffer-pool.ts";
import { MAX_MCP_BYTES } from "./limits.ts";
import { refuse } from "./refuse.ts";

/**
 * `POST /mcp`: spec section 4.3, straight on node:http. What is wrong with the HTTP request is refused here, what is
 * wrong with the message by the endpoint.
 */
export function createMcpListener(endpoint: McpEndpoint, known: Known): RequestListener {
  return (request, response) => {
    if (request.method === "OPTIONS") return void response.writeHead(204, [...PREFLIGHT]).end();
    if (request.method !== "POST")
      return void refuse(request, response, "methodNotAllowed", ["Allow", "POST, OPTIONS"]);
    const misfit = misfitOf(request, known);
    if (misfit !== undefined) return send(request, response, misfit);
    return void readText(request).then(
      async (body) =>
        send(request, response, body === undefined ? TOO_LARGE : await answer(body, request, endpoint)),
      // The client went away before its body was there.
      () => response.destroy(),
    );
  };
}

const wrong = (status: number, message: string): RpcAnswer =>
  failure(status, { code: CODES.badRequest, message });

const TOO_LARGE = wrong(413, `The body is over the limit of ${MAX_MCP_BYTES} bytes`);
const BROKEN = failure(500, { code: CODES.internal, message: "Internal error" });

function misfitOf({ headers }: IncomingMessage, known: Known): RpcAnswer | undefined {
  if (!isKnownHost(headers.host, known)) return wrong(403, "The Host header names another server");
  if (!isKnownOrigin(headers.origin, known))
    return wrong(403, "The Origin header names a page that may not call this");
  if ((headers["content-encoding"] ?? "identity") !== "identity")
    return wrong(415, "Content-Encoding must be absent: bodies are taken as they are");
  if (!isJson(headers["content-type"])) return wrong(415, "Content-Type must be application/json");
  if (!acceptsBoth(headers.accept))
    return wrong(406, "Accept must take application/json and text/event-stream");
  return undefined;
}

const isJson = (type = ""): boolean => /^\s*application\/json\s*(;|$)/i.test(type);

/** The transport asks for both. A range that covers one is as good as its name. */
function acceptsBoth(accept = ""): boolean {
  if (accept === "application/json, text/event-stream") return true;
  const ranges = accept.split(",").map((range) => (range.split(";")[0] ?? "").trim().toLowerCase());
  const takes = (type: string, group: string): boolean =>
    ranges.some((range) => range === type || range === group || range === "*/*");
  return takes("application/json", "application/*") && takes("text/event-stream", "text/*");
}

/** The body as text; undefined when it is over the limit, whatever the headers say. */
function readText(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const take = (part: Buffer): void => {
      bytes += part.length;
      if (bytes > MAX_MCP_BYTES) resolve(undefined);
      else parts.push(part);
    };
    request.on("data", take);
    request.once("end", () => {
      // A stream keeps its request for as long as it is open: that must not keep the body.
      request.off("data", take).off("error", reject);
      const [first = Buffer.alloc(0)] = parts;
      resolve((parts.length === 1 ? first : Buffer.concat(parts)).toString("utf8"));
    });
    request.once("error", reject);
  });
}

async function answer(body: string, { headers }: IncomingMessage, endpoint: McpEndpoint): Promise<RpcAnswer> {
  try {
    return await endpoint.answer(body, {
      sessionId: single(headers["mcp-session-id"]),
      version: single(headers["mcp-protocol-version"]),
      method: single(headers["mcp-method"]),
      name: single(headers["mcp-name"]),
    });
  } catch (error) {
    endpoint.onFault(error);
    return BROKEN;
  }
}

const NO_SNIFF = ["X-Content-Type-Options", "nosniff"];
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

const buffers = new BufferPool();

function send(request: IncomingMessage, response: ServerResponse, answered: RpcAnswer): void {
  const { status, body, stream, sessionId } = answered;
  if (stream !== undefined) {
    response.writeHead(status, [...STREAM_HEADERS]).flushHeaders();
    stream(response);
    return;
  }
  const bytes = buffers.join(body ?? [], response);
  const session = sessionId === undefined ? [] : ["Mcp-Session-Id", sessionId];
  // What is still coming of a refused body is not waited for.
  const close = request.complete ? [] : ["Connection", "close"];
  const type = body === undefined ? CORS : JSON_HEADERS;
  response.writeHead(status, [...type, "Content-Length", String(bytes.length), ...session, ...close]);
  response.end(bytes);
  if (!request.complete) request.resume();
}
