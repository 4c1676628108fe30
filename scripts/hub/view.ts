import { stateOf } from "../../runtime/hub/state/subscription.ts";
import type { StoredSubscription } from "../../runtime/hub/store/operator-store.ts";
import type { Attempt, EndReason, Tombstone } from "../../runtime/hub/store/store.ts";

/** A subscription as `npm run hub` shows it, also as JSON; instants as RFC 3339. */
export interface SubscriptionView {
  /** Null for a subscription that has ended. */
  readonly id: number | null;
  readonly callback: string;
  readonly topic: string;
  readonly state: string;
  readonly explanation: string;
  readonly lease_ends_at: string | null;
  readonly paused_at: string | null;
  readonly consecutive_failures: number;
  /** Null before the topic's first release. */
  readonly up_to_date: boolean | null;
  readonly last_status: string | null;
  readonly last_request_at: string | null;
  readonly next_attempt_at: string | null;
  readonly ended_at: string | null;
  readonly end_reason: EndReason | null;
}

interface ViewOptions {
  readonly now: number;
  /** Show callbacks in full: anyone who knows one can see its state and request its end. */
  readonly isRevealed: boolean;
}

export function viewOf(
  { id, subscription, topicVersion }: StoredSubscription,
  { now, isRevealed }: ViewOptions,
): SubscriptionView {
  const { callback, host, topic, live, pausedAt, lastStatus, lastAt } = subscription;
  const state = stateOf(subscription, now);
  return {
    id,
    callback: shown(callback, host, isRevealed),
    topic,
    state:
      state === "none" ? "ended" : pausedAt !== undefined && state === "active" ? "active, paused" : state,
    explanation: explanationOf({ id, subscription, topicVersion }, now),
    lease_ends_at: rfc3339(live?.expiresAt),
    paused_at: rfc3339(pausedAt),
    consecutive_failures: live?.failures ?? 0,
    up_to_date: live && topicVersion !== undefined ? live.deliveredVersion >= topicVersion : null,
    last_status: lastStatus ?? null,
    last_request_at: rfc3339(lastAt),
    next_attempt_at: rfc3339(live?.retryAt),
    // The sweep has not removed its row yet.
    ended_at: state === "none" ? rfc3339(live?.expiresAt) : null,
    end_reason: state === "none" ? "expired" : null,
  };
}

export const viewOfEnded = (
  { callback, host, topic, reason, endedAt, lastStatus, lastAt }: Tombstone,
  { isRevealed }: ViewOptions,
): SubscriptionView => ({
  id: null,
  callback: shown(callback, host, isRevealed),
  topic,
  state: "ended",
  explanation: END_EXPLANATIONS[reason],
  lease_ends_at: null,
  paused_at: null,
  consecutive_failures: 0,
  up_to_date: null,
  last_status: lastStatus ?? null,
  last_request_at: rfc3339(lastAt),
  next_attempt_at: null,
  ended_at: rfc3339(endedAt),
  end_reason: reason,
});

const END_EXPLANATIONS: Readonly<Record<Tombstone["reason"], string>> = {
  unsubscribed: "the subscriber unsubscribed and confirmed it; it has to subscribe again",
  failed:
    "too many consecutive deliveries failed; the subscriber has to subscribe again when its callback works",
  gone: "the callback answered 410, which ends a subscription; the subscriber has to subscribe again",
  expired: "the lease ended without a renewal; the subscriber has to subscribe again and renew in time",
  removed: "an operator removed it; the subscriber has to subscribe again",
};

/** The first reason why a subscriber gets nothing, or that it has everything. */
function explanationOf({ id, subscription, topicVersion }: StoredSubscription, now: number): string {
  const { live, pending, pausedAt, lastStatus } = subscription;
  const state = stateOf(subscription, now);
  if (state === "none") return END_EXPLANATIONS.expired;
  if (state === "pending verification")
    return `the callback has not confirmed the ${pending?.mode ?? "request"} yet; nothing is delivered before`;
  if (pausedAt !== undefined) return `paused by an operator; npm run hub -- resume ${id}`;
  if (live === undefined || topicVersion === undefined) return "no release was announced to the hub yet";
  if (live.retryAt !== undefined)
    return `the last delivery failed (${lastStatus ?? "unknown"}); the next attempt is at ${rfc3339(live.retryAt) ?? ""}`;
  if (live.deliveredVersion >= topicVersion) return "the callback acknowledged the newest content";
  return "the newest content is due; if this stays, no sidecar is running on this database, or the hub is behind";
}

/** An attempt as shown: a status code, or the cause why there is none. */
export interface AttemptView {
  readonly at: string | null;
  readonly kind: Attempt["kind"];
  readonly status: number | null;
  readonly cause: string | null;
  readonly duration_ms: number;
}

export function attemptView({ kind, at, durationMs, status }: Attempt): AttemptView {
  const isCode = /^\d{3}$/.test(status);
  return {
    at: rfc3339(at),
    kind,
    status: isCode ? Number(status) : null,
    cause: isCode ? null : status,
    duration_ms: durationMs,
  };
}

const shown = (callback: string, host: string, isRevealed: boolean): string =>
  isRevealed ? callback : `https://${host}/...`;

export const rfc3339 = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();
