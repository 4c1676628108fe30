import { urlOf } from "../../model/base-url.ts";
import type { TopicPath } from "../../model/topics.ts";
import { type Callback, withParameters } from "./callback/callback.ts";
import type { CallbackRequest, CallbackResult } from "./callback/callback-client.ts";
import type { PendingRequest } from "./state/subscription.ts";

/** Longer than any challenge: a body beyond this cannot match. */
const MAX_CHALLENGE_BODY_BYTES = 4096;
const MAX_DENIAL_BODY_BYTES = 1024;

/** The callback and the topic that a GET is about, with the hub's User-Agent. */
export interface CallbackTopic {
  readonly callback: Callback;
  readonly topicUrl: string;
  readonly userAgent: string;
}

export const aboutTopic = (callback: Callback, topic: TopicPath, baseUrl: string): CallbackTopic => ({
  callback,
  topicUrl: urlOf(baseUrl, topic),
  userAgent: userAgentOf(baseUrl),
});

export const userAgentOf = (baseUrl: string): string => `verified-reviews-hub (+${baseUrl})`;

/** The GET that verifies the subscriber's intent (WebSub section 5.3). */
export function verificationRequest(
  about: CallbackTopic,
  { mode, leaseSeconds }: PendingRequest,
  challenge: string,
): CallbackRequest {
  const lease = mode === "subscribe" ? { "hub.lease_seconds": String(leaseSeconds) } : {};
  const parameters = { "hub.mode": mode, "hub.topic": about.topicUrl, "hub.challenge": challenge, ...lease };
  return get(about, parameters, MAX_CHALLENGE_BODY_BYTES);
}

/** Any 2xx with exactly the challenge as its body confirms, whatever the media type (WebSub section 5.3.1). */
export function isConfirmed(result: CallbackResult, challenge: string): boolean {
  if (!result.ok || result.isTruncated) return false;
  return result.status >= 200 && result.status < 300 && result.body.equals(Buffer.from(challenge));
}

/** The GET that reports the end of a subscription (WebSub section 5.2). */
export function denialRequest(about: CallbackTopic, reason: string): CallbackRequest {
  const parameters = { "hub.mode": "denied", "hub.topic": about.topicUrl, "hub.reason": reason };
  return get(about, parameters, MAX_DENIAL_BODY_BYTES);
}

function get(
  { callback, userAgent }: CallbackTopic,
  parameters: Readonly<Record<string, string>>,
  maxBodyBytes: number,
): CallbackRequest {
  return {
    callback,
    method: "GET",
    target: withParameters(callback.target, parameters),
    headers: { Accept: "*/*", "User-Agent": userAgent },
    body: undefined,
    maxBodyBytes,
  };
}
