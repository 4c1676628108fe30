import { urlOf } from "../../model/base-url.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { TOPICS, type TopicPath } from "../../model/topics.ts";
import { type Callback, decodeUnreserved } from "./callback/callback.ts";
import type { Subscription } from "./state/subscription.ts";

/** A subscriber's request, or a publisher's ping. */
export type HubRequest =
  | {
      readonly mode: "subscribe" | "unsubscribe";
      readonly callback: Callback;
      readonly topic: TopicPath;
      /** As requested; undefined means the default. Ignored for unsubscribe. */
      readonly leaseSeconds: number | undefined;
      readonly secret: string | null;
    }
  | { readonly mode: "publish" };

/** A secret must be shorter than this in UTF-8 (WebSub section 5.1). */
const SECRET_LIMIT_BYTES = 200;

const SINGLE_VALUED = ["hub.mode", "hub.callback", "hub.topic", "hub.lease_seconds", "hub.secret"];

/** Parses a form by WebSub section 5.1 and ignores unknown parameters. The error is the text of the 400 response. */
export function parseRequest(
  form: URLSearchParams,
  baseUrl: string,
  readCallback: (url: string) => Result<Callback, string>,
): Result<HubRequest, string> {
  const mode = form.get("hub.mode");
  if (mode === null) return err("hub.mode is missing");
  if (mode === "publish") return parsePublish(form, baseUrl);
  for (const name of SINGLE_VALUED) {
    if (form.getAll(name).length > 1) return err(`${name} is given more than once`);
  }
  if (mode !== "subscribe" && mode !== "unsubscribe") {
    return err("hub.mode must be subscribe, unsubscribe or publish");
  }
  const callbackUrl = form.get("hub.callback");
  if (!callbackUrl) return err("hub.callback is missing");
  const topicUrl = form.get("hub.topic");
  if (!topicUrl) return err("hub.topic is missing");
  const topic = parseTopic(topicUrl, baseUrl);
  if (topic === undefined) return err(unknownTopic(baseUrl));
  const callback = readCallback(callbackUrl);
  if (!callback.ok) return callback;
  if (mode === "unsubscribe") {
    return ok({ mode, callback: callback.value, topic, leaseSeconds: undefined, secret: null });
  }
  const lease = form.get("hub.lease_seconds") || null;
  if (lease !== null && !/^0*[1-9]\d*$/.test(lease)) {
    return err("hub.lease_seconds must be a positive whole number");
  }
  const secret = form.get("hub.secret") || null;
  if (secret !== null && Buffer.byteLength(secret) >= SECRET_LIMIT_BYTES) {
    return err(`hub.secret must be less than ${SECRET_LIMIT_BYTES} bytes`);
  }
  // PostgreSQL cannot store NUL in text: the failed insert would be reported as 503.
  if (secret?.includes("\0")) return err("hub.secret must not hold a NUL");
  const leaseSeconds = lease === null ? undefined : Number(lease);
  return ok({ mode, callback: callback.value, topic, leaseSeconds, secret });
}

/** Matches a topic's URL exactly, except that unreserved characters may be percent-encoded. */
export function parseTopic(url: string, baseUrl: string): TopicPath | undefined {
  const decoded = decodeUnreserved(url);
  return TOPICS.find(({ path }) => decoded === decodeUnreserved(urlOf(baseUrl, path)))?.path;
}

const unknownTopic = (baseUrl: string): string =>
  `hub.topic must be one of ${TOPICS.map(({ path }) => urlOf(baseUrl, path)).join(" ")}`;

/** A ping only triggers a reload, so it is enough that it names topics of this hub. */
function parsePublish(form: URLSearchParams, baseUrl: string): Result<HubRequest, string> {
  const urls = [...form.getAll("hub.url"), ...form.getAll("hub.topic")];
  if (urls.length === 0) return err("hub.mode=publish needs hub.url or hub.topic");
  return urls.every((url) => parseTopic(url, baseUrl) !== undefined)
    ? ok({ mode: "publish" })
    : err(unknownTopic(baseUrl));
}

/** A pair that nothing is known about. */
export const blankSubscription = (callback: Callback, topic: TopicPath): Subscription => ({
  callback: callback.url,
  callbackKey: callback.key,
  host: callback.hostname,
  topic,
  live: undefined,
  pending: undefined,
  lastStatus: undefined,
  lastAt: undefined,
});
