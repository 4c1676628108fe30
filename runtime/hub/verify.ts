import { type Callback, withParameters } from "./callback/callback.ts";
import type { CallbackAnswer, CallbackRequest } from "./callback/callback-client.ts";
import type { Pending } from "./state/subscription.ts";

/** A challenge is short; whoever answers more did not answer it. */
const READ_BYTES = 4096;
const NOTHING_BYTES = 1024;

/** Who is asked, about what. */
export interface Asked {
  readonly callback: Callback;
  readonly topicUrl: string;
  readonly userAgent: string;
}

/** The GET that asks whether the subscriber wants what was asked for (WebSub section 5.3). */
export function verificationRequest(
  { callback, topicUrl, userAgent }: Asked,
  { mode, leaseSeconds }: Pending,
  challenge: string,
): CallbackRequest {
  const lease = mode === "subscribe" ? { "hub.lease_seconds": String(leaseSeconds) } : {};
  const parameters = { "hub.mode": mode, "hub.topic": topicUrl, "hub.challenge": challenge, ...lease };
  return get(callback, parameters, userAgent, READ_BYTES);
}

/** Any 2xx with exactly the challenge confirms, whatever its media type; nothing is trimmed. */
export function isConfirmed(answer: CallbackAnswer, challenge: string): boolean {
  if (!answer.ok || answer.isCut) return false;
  return answer.status >= 200 && answer.status < 300 && answer.body.equals(Buffer.from(challenge));
}

/** The GET that tells a subscriber that the hub ended the subscription (WebSub section 5.2). */
export function deniedRequest({ callback, topicUrl, userAgent }: Asked, reason: string): CallbackRequest {
  const parameters = { "hub.mode": "denied", "hub.topic": topicUrl, "hub.reason": reason };
  return get(callback, parameters, userAgent, NOTHING_BYTES);
}

function get(
  callback: Callback,
  parameters: Readonly<Record<string, string>>,
  userAgent: string,
  readBytes: number,
): CallbackRequest {
  const headers = { Accept: "*/*", "User-Agent": userAgent };
  return {
    callback,
    method: "GET",
    target: withParameters(callback.target, parameters),
    headers,
    body: undefined,
    readBytes,
  };
}
