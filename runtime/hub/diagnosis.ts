import type { PendingRequest, State, Subscription } from "./state/subscription.ts";

/** The state of a subscription as shown to its owner; instants as RFC 3339. */
export interface Diagnosis {
  readonly state: Exclude<State, "none">;
  /** The mode of a request that is not verified yet. */
  readonly pending: PendingRequest["mode"] | null;
  readonly lease_ends_at: string | null;
  readonly consecutive_failures: number;
  /** True if the newest content was acknowledged; null if this sidecar does not have the newest content. */
  readonly up_to_date: boolean | null;
  /** The status code of the last request to the callback, or the reason why it failed. */
  readonly last_status: string | null;
  readonly last_request_at: string | null;
  readonly next_attempt_at: string | null;
}

/** `version` is the newest of the topic, if this sidecar has it. */
export function diagnosisOf(
  { live, pending, lastStatus, lastAt }: Subscription,
  state: Diagnosis["state"],
  version: number | undefined,
): Diagnosis {
  return {
    state,
    pending: pending?.mode ?? null,
    lease_ends_at: rfc3339(live?.expiresAt),
    consecutive_failures: live?.failures ?? 0,
    up_to_date: live && version !== undefined ? live.deliveredVersion >= version : null,
    last_status: lastStatus ?? null,
    last_request_at: rfc3339(lastAt),
    next_attempt_at: rfc3339(live?.retryAt),
  };
}

const rfc3339 = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();
