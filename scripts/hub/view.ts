import { type Diagnosis, diagnosisOf, diagnosisOfEnded, rfc3339 } from "../../runtime/hub/diagnosis.ts";
import { stateOf } from "../../runtime/hub/state/subscription.ts";
import type { StoredSubscription } from "../../runtime/hub/store/operator-store.ts";
import type { Attempt, Tombstone } from "../../runtime/hub/store/store.ts";

/** A subscription as `npm run hub` shows it, also as JSON; instants as RFC 3339. */
export interface SubscriptionView extends Omit<Diagnosis, "state" | "pending"> {
  /** Null for a subscription that has ended. */
  readonly id: number | null;
  readonly callback: string;
  readonly topic: string;
  readonly state: string;
  readonly explanation: string;
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
  const { callback, host, topic } = subscription;
  const { state, pending: _, ...diagnosis } = diagnosisOf(subscription, now, topicVersion);
  const isPaused = state === "active" && diagnosis.paused_at !== null;
  return {
    id,
    callback: shown(callback, host, isRevealed),
    topic,
    state: isPaused ? "active, paused" : state,
    explanation: explanationOf({ id, subscription, topicVersion }, now),
    ...diagnosis,
  };
}

export function viewOfEnded(tombstone: Tombstone, { isRevealed }: ViewOptions): SubscriptionView {
  const { callback, host, topic, reason } = tombstone;
  const { state, pending: _, ...diagnosis } = diagnosisOfEnded(tombstone);
  return {
    id: null,
    callback: shown(callback, host, isRevealed),
    topic,
    state,
    explanation: END_EXPLANATIONS[reason],
    ...diagnosis,
  };
}

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
