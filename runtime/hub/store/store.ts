import type { Result } from "../../../model/result.ts";
import type { TopicPath } from "../../../model/topics.ts";
import type { Signal, Subscription } from "../state/subscription.ts";

/** The state of a topic that a sidecar has loaded. */
export interface Announcement {
  readonly topic: TopicPath;
  readonly etag: string;
  /** Last-Modified of the topic, milliseconds. */
  readonly modifiedAt: number;
  /** The tag that this sidecar had loaded before; undefined at its start. */
  readonly previousEtag: string | undefined;
}

/** Versions of the topics that this sidecar may deliver: those whose newest bytes it has itself. */
export type Versions = ReadonlyMap<TopicPath, number>;

/** How long a claim lasts: far longer than the requests that it is for. */
export const CLAIM_MS = 30_000;

/** A subscription that this worker alone works on until the claim ends. */
export interface Claimed {
  readonly id: number;
  readonly claim: string;
  readonly claimUntil: number;
  readonly subscription: Subscription;
}

export interface ClaimOrder {
  readonly now: number;
  readonly claim: string;
  readonly claimUntil: number;
  readonly versions: Versions;
  /** Whether this one may be claimed; called in the order of the rows found. */
  readonly take: (id: number, host: string) => boolean;
  /** Hosts without room, so that their rows are not even looked at. */
  readonly fullHosts: readonly string[];
  readonly limit: number;
}

/** How the work on a claimed subscription ended; undefined: it was not begun. */
export interface Settlement {
  readonly id: number;
  readonly claim: string;
  readonly signal: Signal | undefined;
}

/** A subscription that ended, for metrics and for those whose owner must be told. */
export interface Ended {
  readonly subscription: Subscription;
  readonly signal: Signal["kind"];
  readonly deny: boolean;
}

export interface Bounds {
  readonly maxPerHost: number;
  readonly maxPending: number;
  readonly maxSubscriptions: number;
}

export type Full = "host full" | "too many pending" | "too many subscriptions";

export interface Counts {
  readonly active: number;
  readonly pending: number;
  readonly failing: number;
  /** Subscriptions that a request should be made for now, and since when the oldest of the scheduled ones waits. */
  readonly due: number;
  readonly oldestDueAt: number | undefined;
}

/**
 * Where subscriptions live. Each method is one durable transaction: what it answered survives a kill, and several
 * workers may call it at once. They throw when the database cannot be reached or written.
 */
export interface SubscriptionStore {
  /** Records what is newest, all topics together; answers the versions of the topics that are up to date here. */
  announce(announcements: readonly Announcement[], now: number): Promise<Versions>;
  /** Applies a request to its pair, within bounds. An unsubscribe of an unknown pair changes nothing. */
  request(
    blank: Subscription,
    signal: Signal & { kind: "requested" },
    now: number,
    bounds: Bounds,
  ): Promise<Result<boolean, Full>>;
  claim(order: ClaimOrder): Promise<Claimed[]>;
  /** Ends claims. A claim that somebody else took over meanwhile changes nothing. */
  settle(settlements: readonly Settlement[], now: number, maxFailures: number): Promise<Ended[]>;
  find(callbackKey: string, topic: TopicPath): Promise<Subscription | undefined>;
  /** Removes what expired, and frees rows that a clock which went back would hold for long. Answers how many expired. */
  sweep(now: number, hasGoneBack: boolean): Promise<number>;
  counts(now: number, versions: Versions): Promise<Counts>;
  close(): Promise<void>;
}
