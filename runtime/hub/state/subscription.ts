import type { TopicPath } from "../../../model/topics.ts";

/** What was asked for and is not confirmed yet. It stands beside the live part and never touches it before. */
export interface Pending {
  /** Tells this request from a later one for the same pair. */
  readonly id: string;
  readonly mode: "subscribe" | "unsubscribe";
  readonly leaseSeconds: number;
  readonly secret: string | null;
  /** The topic's version when the request came: what changes after it is delivered. */
  readonly version: number;
  readonly requestedAt: number;
}

/** A confirmed subscription. */
export interface Live {
  readonly secret: string | null;
  readonly expiresAt: number;
  readonly deliveredVersion: number;
  /** Consecutive failed deliveries. */
  readonly failures: number;
  /** No delivery before this moment; undefined: as soon as the topic is newer. */
  readonly retryAt: number | undefined;
}

/** One pair of callback and topic. Instants are milliseconds since the epoch. */
export interface Subscription {
  readonly callback: string;
  /** The callback in the spelling that identifies it. */
  readonly callbackKey: string;
  readonly host: string;
  readonly topic: TopicPath;
  readonly live: Live | undefined;
  readonly pending: Pending | undefined;
  /** How the last request to the callback ended: a status code or a word, and when. */
  readonly lastStatus: string | undefined;
  readonly lastAt: number | undefined;
}

export type State = "none" | "pending verification" | "active";

/** Spec section 3; a lease that ended counts as none even before the row is swept away. */
export function stateOf(subscription: Subscription | undefined, now: number): State {
  if (subscription?.live !== undefined && subscription.live.expiresAt > now) return "active";
  return subscription?.pending === undefined ? "none" : "pending verification";
}

/** What can happen to a subscription. */
export type Signal =
  | { readonly kind: "requested"; readonly pending: Pending }
  | {
      readonly kind: "confirmed";
      readonly pending: Pending;
      readonly askedAt: number;
      readonly status: string;
    }
  | { readonly kind: "unconfirmed"; readonly pending: Pending; readonly status: string }
  | { readonly kind: "delivered"; readonly version: number; readonly status: string }
  | { readonly kind: "failed"; readonly counts: boolean; readonly retryAt: number; readonly status: string }
  | { readonly kind: "gone"; readonly status: string }
  | { readonly kind: "expired" };

export type SignalKind = Signal["kind"];
