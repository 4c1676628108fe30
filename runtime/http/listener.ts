import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { publishedPathOf } from "../../model/base-url.ts";
import { MCP_PATH } from "../../model/mcp.ts";
import { CORS } from "./headers.ts";
import { isHealthPath } from "./health.ts";
import { sendResource } from "./resource.ts";
import { isTooLong, lingerAtClose, normalizeTarget } from "./request.ts";
import { dispatch, refuse, respond } from "./respond.ts";
import type { View, Views } from "./views.ts";

export interface ListenerParts {
  /** The views of the loaded release; undefined before the first. */
  readonly views: () => Views | undefined;
  /** The path of the base URL. Everything else is answered below it. */
  readonly basePath: () => string;
  /** Answers `/mcp`. */
  readonly mcp: RequestListener;
  /** Answers every other path that is not bytes of the release. */
  readonly routes: RequestListener;
  /** While draining, responses ask clients to close their connections. */
  readonly isDraining: () => boolean;
  readonly clock: () => number;
  readonly count: (status: number) => void;
}

/** Answers what is in memory straight on node:http, without a Request, a URL or a stream; the routes do the rest. */
export function createListener(parts: ListenerParts): RequestListener {
  const { views, basePath, mcp, routes, isDraining, clock, count } = parts;
  return (request, response) => {
    const isUnread = isTooLong(request);
    if (isUnread) lingerAtClose(request.socket);
    if (isUnread || isDraining()) response.setHeader("Connection", "close");
    if (!normalizeTarget(request)) {
      refuse(response, "badRequest");
      count(response.statusCode);
      return;
    }
    const target = publishedPathOf(basePath(), request.url ?? "/");
    if (target === undefined) return answerOutside(request, response);
    request.url = target;
    const path = pathOf(request);
    const current = views();
    const view = current?.find(path);
    const later = view === undefined ? current?.later(path) : undefined;
    if (later === undefined) answer(request, response, path, view);
    else
      later.then(
        (read) => answer(request, response, path, read),
        () => answer(request, response, path, "unavailable"),
      );
  };

  /** Balancers ask for the health at the root; people leave out the slash. */
  function answerOutside(request: IncomingMessage, response: ServerResponse): void {
    response.once("finish", () => count(response.statusCode));
    const path = pathOf(request);
    if (isHealthPath(path)) return routes(request, response);
    if (path !== basePath()) return refuse(response, "notFound");
    const location = `${path}/${request.url?.slice(path.length) ?? ""}`;
    respond(response, 308, ["Location", location, ...CORS], "");
  }

  function answer(request: IncomingMessage, response: ServerResponse, path: string, view: View): void {
    if (view === undefined) {
      response.once("finish", () => count(response.statusCode));
      if (path === MCP_PATH) mcp(request, response);
      else routes(request, response);
      return;
    }
    void dispatch(request, response, {
      GET: () =>
        typeof view === "string" ? refuse(response, view) : sendResource(request, response, view, clock()),
    });
    count(response.statusCode);
  }
}

/** Copies the path: a slice would keep the whole URL in memory, up to 16 KiB, wherever the path is remembered. */
function pathOf({ url = "/" }: IncomingMessage): string {
  const end = url.indexOf("?");
  return end === -1 ? url : Buffer.from(url.slice(0, end), "latin1").toString("latin1");
}
