import type { TopicPath } from "../../../model/topics.ts";

/** A request that is not verified yet. It does not affect the live part until it is confirmed. */
export interface PendingRequest {
  /** Distinguishes this request from a later one for the same pair. */
  readonly id: string;
  readonly mode: "subscribe" | "unsubscribe";
  readonly leaseSeconds: number;
  readonly secret: string | null;
  /** The topic's version at the time of the request; later versions are delivered. */
  readonly version: number;
  readonly requestedAt: number;
}

/** The confirmed part of a subscription. */
export interface LiveSubscription {
  readonly secret: string | null;
  readonly expiresAt: number;
  readonly deliveredVersion: number;
  /** Consecutive failed deliveries. */
  readonly failures: number;
  /** Earliest time of the next delivery; undefined if the last one succeeded. */
  readonly retryAt: number | undefined;
}

/** One pair of callback and topic. Instants are milliseconds since the epoch. */
export interface Subscription {
  readonly callback: string;
  /** The callback's URL, normalized. */
  readonly callbackKey: string;
  readonly host: string;
  readonly topic: TopicPath;
  readonly live: LiveSubscription | undefined;
  readonly pending: PendingRequest | undefined;
  /** The status code of the last request to the callback, or the reason why it failed, and its time. */
  readonly lastStatus: string | undefined;
  readonly lastAt: number | undefined;
  /** Set by the operator: nothing is delivered until it is cleared. Requests are still verified. */
  readonly pausedAt?: number | undefined;
}

export type State = "none" | "pending verification" | "active";

/** The state in spec section 3. An expired lease counts as none even before its row is removed. */
export function stateOf(subscription: Subscription | undefined, now: number): State {
  if (subscription?.live !== undefined && subscription.live.expiresAt > now) return "active";
  return subscription?.pending === undefined ? "none" : "pending verification";
}

/** An event that may change a subscription. */
export type Signal =
  | { readonly kind: "requested"; readonly pending: PendingRequest }
  | {
      readonly kind: "confirmed";
      readonly pending: PendingRequest;
      /** The time of the verification request. */
      readonly requestedAt: number;
      readonly status: string;
    }
  | { readonly kind: "unconfirmed"; readonly pending: PendingRequest; readonly status: string }
  | { readonly kind: "delivered"; readonly version: number; readonly status: string }
  | { readonly kind: "failed"; readonly counts: boolean; readonly retryAt: number; readonly status: string }
  | { readonly kind: "gone"; readonly status: string }
  | { readonly kind: "expired" };
