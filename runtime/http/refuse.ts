import type { IncomingMessage, ServerResponse } from "node:http";
import { CORS, type HeaderList } from "./headers.ts";
import { PROBLEM_TYPE, type RefusalName, REFUSALS, renderRefusal } from "./refusals.ts";

/** Sends a refusal straight on node:http; answers its status. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  name: RefusalName,
  headers: HeaderList = [],
): number {
  const body = renderRefusal(name);
  const described = [
    "Content-Type",
    PROBLEM_TYPE,
    "Content-Length",
    String(body.length),
    "Cache-Control",
    "no-store",
  ];
  const { status } = REFUSALS[name];
  response.writeHead(status, [...described, "X-Content-Type-Options", "nosniff", ...CORS, ...headers]);
  response.end(request.method === "HEAD" ? undefined : body);
  return status;
}
