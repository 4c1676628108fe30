import { TOPICS } from "../../../model/topics.ts";

/**
 * The most subscriptions of a host. Each beyond `HUB_MAX_PER_HOST` needs a separate callback path, which decoys
 * (../decoys.ts) prove during its verification.
 */
export const MAX_PER_GROWN_HOST = 500;

export interface HostSubscriptions {
  /** Normalized URLs. */
  readonly callbackKeys: readonly string[];
  /** Of these, the subscriptions whose last attempts hold no successful delivery. */
  readonly undelivered: number;
}

/**
 * True if a host with at least `maxPerHost` subscriptions may have one more. No more than `maxPerHost` may lack a
 * delivery, so a host that fails them, or whose callbacks are all fresh, stays where it is. Callbacks that differ only
 * in what many servers ignore are one, with one subscription for each topic.
 */
export function mayGrow(
  { callbackKeys, undelivered }: HostSubscriptions,
  callbackKey: string,
  { maxPerHost, maxPerGrownHost }: { readonly maxPerHost: number; readonly maxPerGrownHost: number },
): boolean {
  const path = comparablePath(callbackKey);
  const onSamePath = callbackKeys.filter((key) => comparablePath(key) === path).length;
  return callbackKeys.length < maxPerGrownHost && undelivered < maxPerHost && onSamePath < TOPICS.length;
}

/** The path without letter case, percent-encoding, path parameters and empty segments. */
function comparablePath(callbackKey: string): string {
  const { pathname = "" } = URL.parse(callbackKey) ?? {};
  const segments = pathname.split("/").map((segment) => decoded(segment).toLowerCase().replace(/;.*/s, ""));
  return segments.filter((segment) => segment !== "").join("/");
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
