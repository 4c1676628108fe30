import type { H3Event } from "h3";
import { HUB_PATH } from "../../model/topics.ts";
import type { HubResponse } from "../hub/rate-limits.ts";
import type { Hub } from "../hub/hub.ts";
import { refusal, type Route, toPairs } from "./app.ts";
import { mediaTypeOf, readBody } from "./body.ts";
import { clientAddress, peerOf } from "./client-address.ts";
import { CORS } from "./headers.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";
const MAX_BODY_BYTES = 65_536;
const NO_STORE = ["Cache-Control", "no-store", "X-Content-Type-Options", "nosniff"];
const CLOSED: HubResponse = {
  status: 503,
  reason: "the hub cannot reach its database",
  retryAfterSeconds: 30,
};

export interface HubRouting {
  /** Undefined while its database cannot be opened. */
  readonly hub: () => Hub | undefined;
  readonly isTrustedProxy: (address: string) => boolean;
  readonly onFault: (error: unknown) => void;
}

/** `POST /api/websub/hub`: WebSub section 5.1. `GET` with a callback and a topic: how that subscription does. */
export function hubRoutes({ hub, isTrustedProxy, onFault }: HubRouting): Route[] {
  const clientOf = (event: H3Event): string =>
    clientAddress(peerOf(event), event.req.headers.get("x-forwarded-for"), isTrustedProxy);
  const guarded = async (run: (open: Hub) => Promise<Response>): Promise<Response> => {
    const open = hub();
    if (open === undefined) return toResponse(CLOSED);
    try {
      return await run(open);
    } catch (error) {
      onFault(error);
      return toResponse(CLOSED);
    }
  };
  const post = async (event: H3Event): Promise<Response> => {
    if (mediaTypeOf(event.req) !== FORM_TYPE) return plain(415, `the request must be ${FORM_TYPE}`);
    const body = await readBody(event.req, MAX_BODY_BYTES);
    if (body === undefined) {
      return plain(413, `the request must not be longer than ${MAX_BODY_BYTES} bytes`, [
        "Connection",
        "close",
      ]);
    }
    const form = new URLSearchParams(body.toString("utf8"));
    return guarded(async (open) => toResponse(await open.request(form, clientOf(event))));
  };
  const get = (event: H3Event): Promise<Response> => {
    const { searchParams } = new URL(event.req.url);
    const callback = searchParams.get("hub.callback");
    const topic = searchParams.get("hub.topic");
    if (callback === null || topic === null) {
      const missing = ["hub.callback", "hub.topic"].filter((name) => !searchParams.has(name));
      const issues = missing.map((path) => ({ path, code: "required", message: "is missing" }));
      return Promise.resolve(refusal("invalidParameters", { issues }));
    }
    return guarded(async (open) => {
      const found = await open.diagnose(callback, topic, clientOf(event));
      if (!found.ok) return toResponse(found.error);
      return found.value === undefined ? refusal("notFound") : json(found.value);
    });
  };
  return [{ path: HUB_PATH, methods: { GET: get, POST: post } }];
}

function toResponse(answer: HubResponse): Response {
  if (answer.status === 202) return new Response(null, { status: 202, headers: toPairs(NO_STORE) });
  const retry = "retryAfterSeconds" in answer ? ["Retry-After", String(answer.retryAfterSeconds)] : [];
  return plain(answer.status, answer.reason, retry);
}

/** WebSub section 5.1.2: the reason as plain text. */
const plain = (status: number, reason: string, headers: readonly string[] = []): Response =>
  new Response(`${reason}\n`, {
    status,
    headers: toPairs(["Content-Type", "text/plain; charset=utf-8", ...NO_STORE, ...headers]),
  });

const json = (value: object): Response =>
  new Response(`${JSON.stringify(value)}\n`, {
    headers: toPairs(["Content-Type", "application/json; charset=utf-8", ...NO_STORE, ...CORS]),
  });
