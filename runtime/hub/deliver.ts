import { createHmac } from "node:crypto";
import { parseRetryAfter } from "../../model/retry-after.ts";
import type { Callback } from "./callback/callback.ts";
import type { CallbackRequest, CallbackResult, FileBytes } from "./callback/callback-client.ts";

/** The bytes and headers of a topic, shared by all deliveries of a release. */
export interface TopicContent {
  readonly body: Buffer | FileBytes;
  readonly mediaType: string;
  readonly etag: string;
  /** Link header: rel=self first, then rel=hub. */
  readonly links: string;
  /** Last-Modified, milliseconds. */
  readonly modifiedAt: number;
}

/** The body of a response to a delivery has no meaning (WebSub section 7). */
const MAX_BODY_BYTES = 1024;
/** A callback may not put its deliveries off for longer. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * The POST of a topic to a callback, signed if the subscription has a secret (WebSub section 7.1). Rejects if the body
 * cannot be read.
 */
export async function deliveryRequest(
  callback: Callback,
  content: TopicContent,
  secret: string | null,
  userAgent: string,
): Promise<CallbackRequest> {
  const { body, mediaType, etag, links } = content;
  const headers: Record<string, string> = {
    "Content-Type": mediaType,
    "Content-Length": String(body.length),
    Link: links,
    ETag: etag,
    "User-Agent": userAgent,
  };
  if (secret !== null) headers["X-Hub-Signature"] = `sha256=${await hmacOf(body, secret)}`;
  return { callback, method: "POST", target: callback.target, headers, body, maxBodyBytes: MAX_BODY_BYTES };
}

/** A body in its file is read piece by piece: all of a long one would hold the event loop. */
async function hmacOf(body: TopicContent["body"], secret: string): Promise<string> {
  const hmac = createHmac("sha256", secret);
  if (Buffer.isBuffer(body)) hmac.update(body);
  else for await (const piece of body.pieces()) hmac.update(piece);
  return hmac.digest("hex");
}

export type DeliveryOutcome =
  | { readonly kind: "delivered"; readonly status: string }
  | { readonly kind: "gone"; readonly status: string }
  | { readonly kind: "failed"; readonly status: string; readonly retryAfterMs: number };

/** 2xx acknowledges, 410 ends the subscription, and anything else is a failure, redirects included. */
export function outcomeOf(result: CallbackResult, now: number): DeliveryOutcome {
  if (!result.ok) return { kind: "failed", status: result.reason, retryAfterMs: 0 };
  const status = String(result.status);
  if (result.status >= 200 && result.status < 300) return { kind: "delivered", status };
  if (result.status === 410) return { kind: "gone", status };
  const mayDefer = result.status === 429 || result.status === 503;
  const waitMs = mayDefer ? (parseRetryAfter(result.retryAfter ?? "", now) ?? 0) : 0;
  return { kind: "failed", status, retryAfterMs: Math.min(MAX_RETRY_AFTER_MS, waitMs) };
}
