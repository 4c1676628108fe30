import type { TopicPath } from "../../model/topics.ts";
import { type PendingRequest, type State, stateOf, type Subscription } from "./state/subscription.ts";
import type { SqlStore } from "./store/sql-store.ts";
import type { EndReason, Tombstone } from "./store/store.ts";

/** The state of a subscription as shown to its owner; instants as RFC 3339. */
export interface Diagnosis {
  /** "ended" for 30 days after the end of a confirmed subscription. */
  readonly state: Exclude<State, "none"> | "ended";
  /** The mode of a request that is not verified yet. */
  readonly pending: PendingRequest["mode"] | null;
  readonly lease_ends_at: string | null;
  /** The operator has paused deliveries since then. */
  readonly paused_at: string | null;
  readonly consecutive_failures: number;
  /** True if the newest content was acknowledged; null if this sidecar does not have the newest content. */
  readonly up_to_date: boolean | null;
  /** The status code of the last request to the callback, or the reason why it failed. */
  readonly last_status: string | null;
  readonly last_request_at: string | null;
  readonly next_attempt_at: string | null;
  readonly ended_at: string | null;
  readonly end_reason: EndReason | null;
}

/** Looks up a subscription, or else its tombstone. `version` is the topic's newest, if this sidecar has it. */
export async function diagnose(
  store: SqlStore,
  pair: { readonly callbackKey: string; readonly topic: TopicPath },
  now: number,
  version: number | undefined,
): Promise<Diagnosis | undefined> {
  const subscription = await store.find(pair.callbackKey, pair.topic);
  if (subscription !== undefined) return diagnosisOf(subscription, now, version);
  const tombstone = await store.findTombstone(pair.callbackKey, pair.topic);
  return tombstone && diagnosisOfEnded(tombstone);
}

export function diagnosisOf(subscription: Subscription, now: number, version: number | undefined): Diagnosis {
  const { live, pending, lastStatus, lastAt, pausedAt } = subscription;
  const state = stateOf(subscription, now);
  // The sweep has not removed its row yet.
  if (state === "none")
    return diagnosisOfEnded({ ...subscription, reason: "expired", endedAt: live?.expiresAt });
  return {
    state,
    pending: pending?.mode ?? null,
    lease_ends_at: rfc3339(live?.expiresAt),
    paused_at: rfc3339(pausedAt),
    consecutive_failures: live?.failures ?? 0,
    up_to_date: live && version !== undefined ? live.deliveredVersion >= version : null,
    last_status: lastStatus ?? null,
    last_request_at: rfc3339(lastAt),
    next_attempt_at: rfc3339(live?.retryAt),
    ended_at: null,
    end_reason: null,
  };
}

type EndedSubscription = Pick<Tombstone, "reason" | "lastStatus" | "lastAt"> & {
  readonly endedAt: number | undefined;
};

export const diagnosisOfEnded = ({ reason, endedAt, lastStatus, lastAt }: EndedSubscription): Diagnosis => ({
  state: "ended",
  pending: null,
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

export const rfc3339 = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();
