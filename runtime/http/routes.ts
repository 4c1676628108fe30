import type { RequestListener } from "node:http";
import { type EventHandler, fromNodeHandler, H3, type HTTPError, type NodeHandler } from "h3";
import { toNodeHandler } from "h3/node";
import { AlteredError } from "../../model/altered-error.ts";
import { CORS, NO_STORE, PREFLIGHT } from "./headers.ts";
import { type RefusalName, REFUSALS } from "./refusals.ts";
import { dispatch, type Handle, type Methods, refuse, respond, respondEmpty } from "./respond.ts";

/** A path that is not bytes of the release. */
export interface Route {
  readonly path: string;
  readonly methods: Methods;
}

interface RoutesParts {
  readonly routes: readonly Route[];
  /** Reports an unexpected error; the response reveals nothing of it. */
  readonly onFault: (error: unknown) => void;
  readonly isLoaded: () => boolean;
  /** The published 404 page, for people who follow a dead link. */
  readonly notFoundPage: () => Buffer | undefined;
  /** True for the page of a review that is withheld. */
  readonly isGone: (path: string) => boolean;
}

/** The route table. h3 matches paths and catches errors; handlers write to node:http like all others. */
export function createRoutes({
  routes,
  onFault,
  isLoaded,
  notFoundPage,
  isGone,
}: RoutesParts): RequestListener {
  const app = new H3({
    silent: true,
    onError: (error, event) => {
      const thrown = thrownBy(error);
      const name = thrown instanceof AlteredError ? "unavailable" : refusalFor(error);
      if (name === "internal") onFault(thrown);
      return onNode((_request, response) => refuse(response, name))(event);
    },
  });
  for (const { path, methods } of routes) {
    app.all(
      path,
      onNode((request, response) => dispatch(request, response, methods)),
    );
  }
  app.all(
    "/**",
    onNode(({ method, headers, url = "" }, response) => {
      if (method === "OPTIONS") return respondEmpty(response, 204, PREFLIGHT);
      if (!isLoaded()) return refuse(response, "unavailable");
      const isRead = method === "GET" || method === "HEAD";
      const page = isRead && (headers.accept ?? "").includes("text/html") ? notFoundPage() : undefined;
      const name = isGone(url.split("?", 1)[0] ?? "") ? "gone" : "notFound";
      if (page === undefined) return refuse(response, name);
      const type = ["Content-Type", "text/html; charset=utf-8"];
      return respond(response, REFUSALS[name].status, [...type, ...NO_STORE, ...CORS], page);
    }),
  );
  return toNodeHandler(app);
}

/** h3 types its requests for HTTP/2 as well, which the sidecar does not speak. */
const onNode = (handle: Handle): EventHandler => fromNodeHandler(handle as NodeHandler);

/** The error of a handler, which h3 wraps: it is the cause in the details that h3 calls the cause of its own. */
function thrownBy(error: HTTPError): unknown {
  return (error.cause as { readonly cause?: unknown } | undefined)?.cause ?? error;
}

/** h3 rejects a few requests itself, such as a path with broken percent-encoding. */
function refusalFor({ status, unhandled }: HTTPError): RefusalName {
  if (status === 404) return "notFound";
  return status >= 400 && status < 500 && !unhandled ? "badRequest" : "internal";
}
