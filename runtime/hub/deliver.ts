import { createHmac } from "node:crypto";
import { parseHttpDate } from "../../model/http-date.ts";
import type { Callback } from "./callback/callback.ts";
import type { CallbackAnswer, CallbackRequest } from "./callback/callback-client.ts";

/** What is sent for a topic: the same bytes for every subscriber, made once for a release. */
export interface TopicContent {
  readonly body: Buffer;
  readonly mediaType: string;
  readonly etag: string;
  /** Link header: the topic as rel=self first, then the hub. */
  readonly links: string;
}

/** The answer to a delivery means nothing but its status (WebSub section 7). */
const READ_BYTES = 1024;
const MAX_RETRY_AFTER_MS = 3_600_000;

/** One POST of a topic to one callback, signed if the subscription has a secret (WebSub section 7.1). */
export function deliveryRequest(
  callback: Callback,
  content: TopicContent,
  secret: string | null,
  userAgent: string,
): CallbackRequest {
  const { body, mediaType, etag, links } = content;
  const headers: Record<string, string> = {
    "Content-Type": mediaType,
    "Content-Length": String(body.length),
    Link: links,
    ETag: etag,
    "User-Agent": userAgent,
  };
  if (secret !== null) {
    headers["X-Hub-Signature"] = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  }
  return { callback, method: "POST", target: callback.target, headers, body, readBytes: READ_BYTES };
}

export type Outcome =
  | { readonly kind: "delivered"; readonly status: string }
  | { readonly kind: "gone"; readonly status: string }
  | { readonly kind: "failed"; readonly status: string; readonly retryAfterMs: number };

/** 2xx acknowledges, 410 ends the subscription, everything else is a failure; redirects are not followed. */
export function outcomeOf(answer: CallbackAnswer, now: number): Outcome {
  if (!answer.ok) return { kind: "failed", status: answer.reason, retryAfterMs: 0 };
  const status = String(answer.status);
  if (answer.status >= 200 && answer.status < 300) return { kind: "delivered", status };
  if (answer.status === 410) return { kind: "gone", status };
  const asks = answer.status === 429 || answer.status === 503;
  return { kind: "failed", status, retryAfterMs: asks ? retryAfterMs(answer.retryAfter, now) : 0 };
}

/** RFC 9110 section 10.2.3: seconds or a date; at most an hour is honoured. */
function retryAfterMs(value: string | undefined, now: number): number {
  if (value === undefined) return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : (parseHttpDate(value, now) ?? now) - now;
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms));
}
