import type { TopicPath } from "../../../model/topics.ts";
import type { Signal, Subscription } from "../state/subscription.ts";

/** The state of a topic in the release that a sidecar has loaded. */
export interface Announcement {
  readonly topic: TopicPath;
  readonly etag: string;
  /** Last-Modified of the topic, milliseconds. */
  readonly modifiedAt: number;
  /** The ETag that this sidecar announced before; undefined after a start. */
  readonly previousEtag: string | undefined;
}

/** The topics that this sidecar may deliver, because it has their newest bytes, with their versions. */
export type TopicVersions = ReadonlyMap<TopicPath, number>;

/** Far longer than a request to a callback, so a claim expires only if its sidecar is gone. */
export const CLAIM_MS = 30_000;

/** The exclusive right to work on a subscription until `expiresAt`. */
export interface Claim {
  readonly id: number;
  readonly token: string;
  readonly expiresAt: number;
  readonly subscription: Subscription;
}

export interface ClaimQuery {
  /** New hosts never confirmed anything, so anyone can make work for them. Undefined claims rows of all hosts. */
  readonly hosts?: "new" | "known";
  readonly now: number;
  readonly token: string;
  readonly expiresAt: number;
  readonly versions: TopicVersions;
  /** Called for each candidate in order; claims it if true. */
  readonly accepts: (id: number, host: string) => boolean;
  /** Hosts without permits; their rows are excluded in SQL. */
  readonly saturatedHosts: readonly string[];
  readonly limit: number;
}

/** One request to a callback, kept to explain the subscription. */
export interface Attempt {
  readonly kind: "verification" | "delivery";
  readonly at: number;
  readonly durationMs: number;
  /** The status code of the response, or the reason why there was none. */
  readonly status: string;
}

export type EndReason = "unsubscribed" | "failed" | "gone" | "expired" | "removed";

/** The record of a subscription that has ended. */
export interface Tombstone {
  readonly callback: string;
  readonly host: string;
  readonly topic: TopicPath;
  readonly reason: EndReason;
  readonly endedAt: number;
  readonly lastStatus: string | undefined;
  readonly lastAt: number | undefined;
  /** Newest first. */
  readonly attempts: readonly Attempt[];
}

/** The end of a claim. Without a signal no work was done, and the subscription is due again at once. */
export interface ClaimOutcome {
  readonly id: number;
  readonly token: string;
  readonly signal: Signal | undefined;
  readonly attempt?: Attempt | undefined;
}

/** A subscription that was removed, why, and if `hub.mode=denied` must be sent. */
export interface Termination {
  readonly id: number;
  readonly subscription: Subscription;
  readonly reason: EndReason;
  readonly deny: boolean;
}

export interface SubscriptionBounds {
  readonly maxPerHost: number;
  /** The bound of a host whose subscriptions beyond `maxPerHost` have callbacks of their own. */
  readonly maxPerGrownHost: number;
  readonly maxPending: number;
  readonly maxSubscriptions: number;
}

export type ExceededBound = "host full" | "too many pending" | "too many subscriptions";

/** Subscriptions of a host: all, and those that were confirmed. */
export interface HostCounts {
  readonly all: number;
  readonly confirmed: number;
}

export interface SubscriptionCounts {
  readonly active: number;
  readonly pending: number;
  readonly failing: number;
  /** Subscriptions that a request is due for, and the time the oldest scheduled one became due. */
  readonly due: number;
  readonly oldestDueAt: number | undefined;
}
