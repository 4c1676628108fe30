import { err, ok, type Result } from "../../../model/result.ts";
import { type PendingRequest, type Signal, type State, stateOf, type Subscription } from "./subscription.ts";

/** The new subscription (undefined: its row is deleted), and if `hub.mode=denied` must be sent. */
export interface TransitionResult {
  readonly subscription: Subscription | undefined;
  readonly deny: boolean;
}

interface Transition {
  readonly from: State;
  readonly signal: Signal["kind"];
  /** The guard, where a signal has several rows. */
  readonly when?: "subscribe" | "unsubscribe" | "below the limit" | "at the limit";
  readonly to: State | "rejected" | "removed";
}

/** The state table of spec section 3, with the rows for renewals that it leaves out. */
export const TRANSITIONS: readonly Transition[] = [
  { from: "none", signal: "requested", when: "subscribe", to: "pending verification" },
  { from: "none", signal: "requested", when: "unsubscribe", to: "none" },
  { from: "none", signal: "expired", to: "removed" },
  // A later request replaces the pending one, which may already be confirmed by then, so an unsubscribe is verified too.
  { from: "pending verification", signal: "requested", when: "subscribe", to: "pending verification" },
  { from: "pending verification", signal: "requested", when: "unsubscribe", to: "pending verification" },
  { from: "pending verification", signal: "confirmed", when: "subscribe", to: "active" },
  // The subscribe before it was never confirmed, or the lease ended during the verification.
  { from: "pending verification", signal: "confirmed", when: "unsubscribe", to: "removed" },
  { from: "pending verification", signal: "unconfirmed", to: "rejected" },
  // Lease and secret stay until the request is confirmed.
  { from: "active", signal: "requested", when: "subscribe", to: "active" },
  { from: "active", signal: "requested", when: "unsubscribe", to: "active" },
  // Sets the new lease and secret, and resets the failures.
  { from: "active", signal: "confirmed", when: "subscribe", to: "active" },
  { from: "active", signal: "confirmed", when: "unsubscribe", to: "removed" },
  { from: "active", signal: "unconfirmed", to: "active" },
  { from: "active", signal: "delivered", to: "active" },
  { from: "active", signal: "failed", when: "below the limit", to: "active" },
  // Sends hub.mode=denied once.
  { from: "active", signal: "failed", when: "at the limit", to: "removed" },
  { from: "active", signal: "gone", to: "removed" },
];

/**
 * Applies a signal. `maxFailures` 0 means no limit. Returns an error if the state has no such transition: for example,
 * a delivery that ends after its subscription.
 */
export function apply(
  before: Subscription,
  signal: Signal,
  now: number,
  maxFailures: number,
): Result<TransitionResult, "no such transition"> {
  const row = transitionOf(before, signal, now, maxFailures);
  if (row === undefined) return err("no such transition");
  const after = CHANGES[signal.kind](before, signal as never, now);
  const isRemoved = row.to === "removed";
  return ok({
    subscription: remainder(isRemoved ? removed(after) : after, now),
    deny: row.when === "at the limit",
  });
}

/** The row of the table that matches. */
export function transitionOf(
  before: Subscription,
  signal: Signal,
  now: number,
  maxFailures: number,
): Transition | undefined {
  const from = stateOf(before, now);
  const when = guardOf(before, signal, maxFailures);
  return TRANSITIONS.find(
    (row) => row.from === from && row.signal === signal.kind && (row.when === undefined || row.when === when),
  );
}

function guardOf(before: Subscription, signal: Signal, maxFailures: number): Transition["when"] {
  if ("pending" in signal) return signal.pending.mode;
  const isAtLimit =
    maxFailures > 0 && failuresAfter(before, "counts" in signal && signal.counts) >= maxFailures;
  return isAtLimit ? "at the limit" : "below the limit";
}

const failuresAfter = ({ live }: Subscription, counts: boolean): number =>
  (live?.failures ?? 0) + (counts ? 1 : 0);

type Changes = {
  readonly [Kind in Signal["kind"]]: (
    before: Subscription,
    signal: Extract<Signal, { kind: Kind }>,
    now: number,
  ) => Subscription;
};

const CHANGES: Changes = {
  requested: (before, { pending }, now) =>
    pending.mode === "unsubscribe" && stateOf(before, now) === "none" ? before : { ...before, pending },
  confirmed: (before, { pending, requestedAt, status }, now) => {
    // The lease starts at the verification request (WebSub section 5.3).
    const expiresAt = requestedAt + pending.leaseSeconds * 1000;
    const deliveredVersion = before.live?.deliveredVersion ?? pending.version;
    const { secret } = pending;
    const live = { secret, expiresAt, deliveredVersion, failures: 0, retryAt: undefined };
    return attempted(before, { pending: pendingAfter(before, pending), live }, status, now);
  },
  unconfirmed: (before, { pending, status }, now) =>
    attempted(before, { pending: pendingAfter(before, pending) }, status, now),
  delivered: (before, { version, status }, now) => {
    const live = before.live && {
      ...before.live,
      deliveredVersion: version,
      failures: 0,
      retryAt: undefined,
    };
    return attempted(before, { live }, status, now);
  },
  failed: (before, { counts, retryAt, status }, now) => {
    const live = before.live && { ...before.live, failures: failuresAfter(before, counts), retryAt };
    return attempted(before, { live }, status, now);
  },
  gone: (before, { status }, now) => attempted(before, {}, status, now),
  expired: (before) => before,
};

/** A request that came during the verification stays pending: it is verified next. */
const pendingAfter = ({ pending }: Subscription, verified: PendingRequest): PendingRequest | undefined =>
  pending?.id === verified.id ? undefined : pending;

const attempted = (
  before: Subscription,
  changes: Partial<Subscription>,
  lastStatus: string,
  lastAt: number,
): Subscription => ({ ...before, ...changes, lastStatus, lastAt });

/** A pending unsubscribe has nothing left to end; a subscribe is verified next. */
const removed = (after: Subscription): Subscription => ({
  ...after,
  live: undefined,
  pending: after.pending?.mode === "subscribe" ? after.pending : undefined,
});

/** Without an active lease, only a pending request keeps the row. */
const remainder = (after: Subscription, now: number): Subscription | undefined =>
  stateOf(after, now) === "none" ? undefined : after;
