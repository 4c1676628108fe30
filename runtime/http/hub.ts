import type { IncomingMessage, ServerResponse } from "node:http";
import { HUB_PATH } from "../../model/topics.ts";
import type { Hub } from "../hub/hub.ts";
import type { HubResponse } from "../hub/rate-limits.ts";
import type { ClientAddress } from "./client-address.ts";
import { CORS, type HeaderList, JSON_TYPE, NO_SNIFF, NO_STORE, TEXT_TYPE } from "./headers.ts";
import { closeIfUnread, mediaTypeOf, queryOf, readBody } from "./request.ts";
import { refuse, respond } from "./respond.ts";
import type { Route } from "./routes.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";
const MAX_BODY_BYTES = 65_536;
const CLOSED: HubResponse = {
  status: 503,
  reason: "the hub cannot reach its database",
  retryAfterSeconds: 30,
};

export interface HubRouteParts {
  /** The hub; undefined until its database is open. */
  readonly hub: () => Hub | undefined;
  readonly clientOf: ClientAddress;
  readonly onFault: (error: unknown) => void;
}

/** Answers subscription requests (POST, WebSub section 5.1) and diagnoses one subscription (GET). */
export function hubRoute({ hub, clientOf, onFault }: HubRouteParts): Route {
  return { path: HUB_PATH, methods: { GET: diagnose, POST: subscribe } };

  async function subscribe(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (mediaTypeOf(request) !== FORM_TYPE) return plain(response, 415, `the request must be ${FORM_TYPE}`);
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === undefined) {
      const reason = `the request must not be longer than ${MAX_BODY_BYTES} bytes`;
      return plain(response, 413, reason, closeIfUnread(request));
    }
    const form = new URLSearchParams(body.toString("utf8"));
    const client = clientOf(request);
    return withHub(response, async (open) => answer(response, await open.request(form, client)));
  }

  async function diagnose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = queryOf(request);
    const callback = query.get("hub.callback");
    const topic = query.get("hub.topic");
    if (callback === null || topic === null) {
      const missing = ["hub.callback", "hub.topic"].filter((name) => !query.has(name));
      const issues = missing.map((path) => ({ path, code: "required", message: "is missing" }));
      return refuse(response, "invalidParameters", { issues });
    }
    const client = clientOf(request);
    return withHub(response, async (open) => {
      const diagnosis = await open.diagnose(callback, topic, client);
      if (!diagnosis.ok) return answer(response, diagnosis.error);
      if (diagnosis.value === undefined) return refuse(response, "notFound");
      const headers = ["Content-Type", JSON_TYPE, ...NO_STORE, ...NO_SNIFF, ...CORS];
      return respond(response, 200, headers, `${JSON.stringify(diagnosis.value)}\n`);
    });
  }

  async function withHub(response: ServerResponse, run: (open: Hub) => Promise<void>): Promise<void> {
    const open = hub();
    if (open === undefined) return answer(response, CLOSED);
    try {
      return await run(open);
    } catch (error) {
      onFault(error);
      return answer(response, CLOSED);
    }
  }
}

function answer(response: ServerResponse, answered: HubResponse): void {
  if (answered.status === 202) return respond(response, 202, [...NO_STORE, ...NO_SNIFF], "");
  const { status, reason } = answered;
  const retry = "retryAfterSeconds" in answered ? ["Retry-After", String(answered.retryAfterSeconds)] : [];
  return plain(response, status, reason, retry);
}

/** WebSub section 5.1.2: the reason as plain text. */
function plain(response: ServerResponse, status: number, reason: string, headers: HeaderList = []): void {
  const all = ["Content-Type", TEXT_TYPE, ...NO_STORE, ...NO_SNIFF, ...headers];
  respond(response, status, all, `${reason}\n`);
}
