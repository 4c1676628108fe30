import type { RequestListener } from "node:http";
import { type EventHandler, H3, type HTTPError } from "h3";
import { toNodeHandler } from "h3/node";
import type { Issue } from "../../model/check.ts";
import { CORS, PREFLIGHT } from "./headers.ts";
import { PROBLEM_TYPE, type RefusalName, REFUSALS, renderRefusal } from "./refusals.ts";

/** A path that is not bytes of the release: what each method of it does. */
export interface Route {
  readonly path: string;
  readonly methods: Readonly<Record<string, EventHandler>>;
}

interface AppOptions {
  readonly routes: readonly Route[];
  /** Called for what nobody expected; the answer says nothing of it. */
  readonly onFault: (error: unknown) => void;
  /** The published 404 page, for people who follow a dead link. */
  readonly notFoundPage: () => Buffer | undefined;
}

/** The route table on h3. HEAD is there wherever GET is; other methods get 405 with Allow. */
export function createRoutes({ routes, onFault, notFoundPage }: AppOptions): RequestListener {
  const app = new H3({
    silent: true,
    onError: (error) => {
      const name = expected(error);
      if (name === "internal") onFault(error.cause ?? error);
      return refusal(name);
    },
  });
  for (const { path, methods } of routes) app.all(path, dispatch(methods));
  app.all("/**", (event) => {
    if (event.req.method === "OPTIONS") return preflight();
    const page = wantsPage(event.req) ? notFoundPage() : undefined;
    return page === undefined ? refusal("notFound") : htmlNotFound(page);
  });
  return toNodeHandler(app);
}

function dispatch(methods: Route["methods"]): EventHandler {
  const allowed = Object.keys(methods);
  if (methods["GET"]) allowed.push("HEAD");
  const allow = [...allowed, "OPTIONS"].join(", ");
  return (event) => {
    if (event.req.method === "OPTIONS") return preflight();
    const handle = methods[event.req.method === "HEAD" ? "GET" : event.req.method];
    return handle === undefined ? refusal("methodNotAllowed", { headers: ["Allow", allow] }) : handle(event);
  };
}

/** A refusal as a response: one shape everywhere, never cached, readable from any page. */
export function refusal(
  name: RefusalName,
  { headers = [], issues }: { headers?: readonly string[]; issues?: readonly Issue[] } = {},
): Response {
  const fixed = [
    "Content-Type",
    PROBLEM_TYPE,
    "Cache-Control",
    "no-store",
    "X-Content-Type-Options",
    "nosniff",
  ];
  return new Response(toBody(renderRefusal(name, issues)), {
    status: REFUSALS[name].status,
    headers: toPairs([...fixed, ...CORS, ...headers]),
  });
}

export function toPairs(list: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < list.length; at += 2) pairs.push([list[at] ?? "", list[at + 1] ?? ""]);
  return pairs;
}

/** The same memory, typed as a response takes it. */
export const toBody = (bytes: Buffer): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>;

const preflight = (): Response =>
  new Response(null, { status: 204, headers: toPairs(PREFLIGHT.slice(0, -2)) });

const wantsPage = ({ method, headers }: Request): boolean =>
  (method === "GET" || method === "HEAD") && (headers.get("accept") ?? "").includes("text/html");

function htmlNotFound(page: Buffer): Response {
  const headers = ["Content-Type", "text/html; charset=utf-8", "Cache-Control", "no-store", ...CORS];
  return new Response(toBody(page), { status: 404, headers: toPairs(headers) });
}

/** h3 itself refuses a few requests, such as a path with broken percent-encoding. */
function expected(error: HTTPError): RefusalName {
  const { status } = error;
  if (status === 413) return "tooLarge";
  if (status === 404) return "notFound";
  return status >= 400 && status < 500 && !error.unhandled ? "badRequest" : "internal";
}
