import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { MCP_PATH } from "../../model/mcp.ts";
import { PREFLIGHT } from "./headers.ts";
import { refuse } from "./refuse.ts";
import { answer, type Representation } from "./representation.ts";
import type { View, Views } from "./views.ts";

export interface Listening {
  /** The views of the release to answer from; undefined before the first. */
  readonly views: () => Views | undefined;
  /** Answers `/mcp`. */
  readonly mcp: RequestListener;
  /** Answers everything that is not bytes of the release. */
  readonly next: RequestListener;
  /** While draining, answers ask the client to go. */
  readonly isDraining: () => boolean;
  readonly clock: () => number;
  readonly count: (status: number) => void;
}

const READ_METHODS = "GET, HEAD, OPTIONS";
/** Up to here the parts of a body are copied into one write. */
const ONE_WRITE_BYTES = 65_536;

/**
 * Answers GET and HEAD of what is in memory straight on node:http: no request object, no URL, no stream is made.
 * Everything else goes to the routes.
 */
export function createListener({ views, mcp, next, isDraining, clock, count }: Listening): RequestListener {
  return (request, response) => {
    if (isDraining()) response.setHeader("Connection", "close");
    const path = pathOf(request);
    const current = views();
    const view = current?.find(path);
    const page = view === undefined ? current?.page(path) : undefined;
    if (page === undefined) respond(request, response, path, view);
    else
      page.then(
        (read) => respond(request, response, path, read),
        () => respond(request, response, path, undefined),
      );
  };

  function respond(request: IncomingMessage, response: ServerResponse, path: string, view: View): void {
    if (view === undefined) {
      response.once("finish", () => count(response.statusCode));
      if (path === MCP_PATH) mcp(request, response);
      else if (isHost(request.headers.host)) next(request, response);
      else refuse(request, response, "badRequest");
      return;
    }
    if (request.method === "GET" || request.method === "HEAD") {
      const status =
        view === "invalidDate" ? refuse(request, response, view) : send(request, response, view, clock());
      return count(status);
    }
    if (request.method === "OPTIONS") {
      response.writeHead(204, [...PREFLIGHT]).end();
      return count(204);
    }
    return count(refuse(request, response, "methodNotAllowed", ["Allow", READ_METHODS]));
  }
}

/** RFC 9112 section 3.2: what is no host is refused. The routes make a URL of it, which would be a fault of ours. */
const isHost = (host = ""): boolean => host === "" || URL.canParse(`http://${host}`);

/** A text of its own: a slice that is remembered would keep the whole URL, up to 16 KiB of it. */
function pathOf({ url = "/" }: IncomingMessage): string {
  const end = url.indexOf("?");
  return end === -1 ? url : Buffer.from(url.slice(0, end), "latin1").toString("latin1");
}

function send(request: IncomingMessage, response: ServerResponse, view: Representation, now: number): number {
  const answered = answer(view, request.headers, now);
  if ("refusal" in answered) return refuse(request, response, answered.refusal);
  const { status, headers, parts } = answered;
  response.writeHead(status, headers as string[]);
  if (request.method === "HEAD" || parts.length === 0) response.end();
  else if (parts.length === 1) response.end(parts[0]);
  else sendParts(response, parts);
  return status;
}

function sendParts(response: ServerResponse, parts: readonly Buffer[]): void {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  if (bytes <= ONE_WRITE_BYTES) {
    response.end(Buffer.concat(parts, bytes));
    return;
  }
  response.cork();
  for (const part of parts) response.write(part);
  response.end();
  response.uncork();
}
