import type { IncomingMessage, ServerResponse } from "node:http";
import type { Issue } from "../../model/check.ts";
import { CORS, type HeaderList, JSON_TYPE, NO_SNIFF, NO_STORE, PREFLIGHT } from "./headers.ts";
import { type RefusalName, REFUSALS } from "./refusals.ts";

export type Handle = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Handlers by method. GET also serves HEAD: node:http leaves the body out. */
export type Methods = Readonly<Record<string, Handle>>;

/** Answers OPTIONS with the CORS preflight, other methods by their handler, and those without one with 405. */
export function dispatch(
  request: IncomingMessage,
  response: ServerResponse,
  methods: Methods,
): void | Promise<void> {
  const { method = "GET" } = request;
  if (method === "OPTIONS") return respondEmpty(response, 204, PREFLIGHT);
  const handle = methods[method === "HEAD" ? "GET" : method];
  if (handle !== undefined) return handle(request, response);
  const allowed = [...Object.keys(methods), ...("GET" in methods ? ["HEAD"] : []), "OPTIONS"];
  return refuse(response, "methodNotAllowed", { headers: ["Allow", allowed.join(", ")] });
}

export function respond(
  response: ServerResponse,
  status: number,
  headers: HeaderList,
  body: Buffer | string,
): void {
  const length = ["Content-Length", String(Buffer.byteLength(body))];
  response.writeHead(status, [...headers, ...length]).end(body);
}

/** For 204 and 304, which describe no content: RFC 9110 section 8.6 forbids a Content-Length with 204. */
export function respondEmpty(response: ServerResponse, status: 204 | 304, headers: HeaderList): void {
  response.writeHead(status, headers as string[]).end();
}

interface RefusalDetails {
  readonly headers?: HeaderList;
  readonly issues?: readonly Issue[];
}

/** Sends a refusal. */
export function refuse(response: ServerResponse, name: RefusalName, details: RefusalDetails = {}): void {
  const { status, headers, body } = problemOf(name, details);
  respond(response, status, headers, body);
}

interface PreparedRefusal {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string;
}

/** A refusal: the same shape everywhere (RFC 9457), never cached, readable from any page. */
export function problemOf(
  name: RefusalName,
  { headers = [], issues: found }: RefusalDetails = {},
): PreparedRefusal {
  const { status, title, detail } = REFUSALS[name];
  // Issues leave out the offending value: a refusal never repeats the request.
  const issues = found?.map(({ path, code, message }) => ({ path, code, message }));
  const problem = { type: "about:blank", title, status, detail, issues };
  const all = ["Content-Type", JSON_TYPE, ...NO_STORE, ...NO_SNIFF, ...CORS, ...headers];
  return { status, headers: all, body: `${JSON.stringify(problem)}\n` };
}
