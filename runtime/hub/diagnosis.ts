import type { Pending, State, Subscription } from "./state/subscription.ts";

/** What an owner of a callback may know of its subscription; instants as RFC 3339. */
export interface Diagnosis {
  readonly state: Exclude<State, "none">;
  /** What waits for verification. */
  readonly pending: Pending["mode"] | null;
  readonly lease_ends_at: string | null;
  readonly consecutive_failures: number;
  /** Whether the newest content was acknowledged; null while that is not known here. */
  readonly up_to_date: boolean | null;
  /** How the last request to the callback ended: a status code or a word. */
  readonly last_status: string | null;
  readonly last_request_at: string | null;
  readonly next_attempt_at: string | null;
}

/** `version`: the newest of the topic, if this sidecar has it. */
export function diagnosisOf(
  { live, pending, lastStatus, lastAt }: Subscription,
  state: Diagnosis["state"],
  version: number | undefined,
): Diagnosis {
  return {
    state,
    pending: pending?.mode ?? null,
    lease_ends_at: instant(live?.expiresAt),
    consecutive_failures: live?.failures ?? 0,
    up_to_date: live && version !== undefined ? live.deliveredVersion >= version : null,
    last_status: lastStatus ?? null,
    last_request_at: instant(lastAt),
    next_attempt_at: instant(live?.retryAt),
  };
}

const instant = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();
