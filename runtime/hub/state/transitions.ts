import { err, ok, type Result } from "../../../model/result.ts";
import {
  type Live,
  type Pending,
  type Signal,
  type SignalKind,
  type State,
  stateOf,
  type Subscription,
} from "./subscription.ts";

/** What remains of it (undefined: nothing, the row goes), and whether its owner is told. */
export interface Applied {
  readonly subscription: Subscription | undefined;
  readonly deny: boolean;
}

interface Transition {
  readonly from: State;
  readonly signal: SignalKind;
  /** The condition in words of spec section 3, where a signal has several rows. */
  readonly when?: "subscribe" | "unsubscribe" | "below the limit" | "at the limit";
  readonly to: State | "rejected" | "removed";
  readonly also?: string;
}

/** Spec section 3 as data, with the rows for renewal that it leaves out. */
export const TRANSITIONS: readonly Transition[] = [
  { from: "none", signal: "requested", when: "subscribe", to: "pending verification", also: "verify" },
  { from: "none", signal: "requested", when: "unsubscribe", to: "none" },
  {
    from: "pending verification",
    signal: "requested",
    when: "subscribe",
    to: "pending verification",
    also: "verify; the later request counts",
  },
  {
    from: "pending verification",
    signal: "requested",
    when: "unsubscribe",
    to: "pending verification",
    also: "nothing: there is no subscription yet",
  },
  {
    from: "pending verification",
    signal: "confirmed",
    when: "subscribe",
    to: "active",
    also: "deliveries start",
  },
  {
    from: "pending verification",
    signal: "confirmed",
    when: "unsubscribe",
    to: "removed",
    also: "its lease ended meanwhile",
  },
  { from: "pending verification", signal: "unconfirmed", to: "rejected" },
  {
    from: "active",
    signal: "requested",
    when: "subscribe",
    to: "active",
    also: "verify; lease and secret stay until then",
  },
  { from: "active", signal: "requested", when: "unsubscribe", to: "active", also: "verify" },
  {
    from: "active",
    signal: "confirmed",
    when: "subscribe",
    to: "active",
    also: "new lease and secret, failures forgotten",
  },
  { from: "active", signal: "confirmed", when: "unsubscribe", to: "removed" },
  { from: "active", signal: "unconfirmed", to: "active", also: "all stays as it was" },
  { from: "active", signal: "delivered", to: "active", also: "failures forgotten" },
  {
    from: "active",
    signal: "failed",
    when: "below the limit",
    to: "active",
    also: "one failure more; again later",
  },
  {
    from: "active",
    signal: "failed",
    when: "at the limit",
    to: "removed",
    also: "hub.mode=denied is sent once",
  },
  { from: "active", signal: "gone", to: "removed", also: "410: the subscriber ended it" },
  { from: "none", signal: "expired", to: "removed" },
];

/**
 * The subscription after a signal: pure. `maxFailures` of 0 never removes for failures. The error is a signal that
 * means nothing in that state, such as a delivery of a subscription that ended while it was on its way.
 */
export function apply(
  before: Subscription,
  signal: Signal,
  now: number,
  maxFailures: number,
): Result<Applied, "no such transition"> {
  const row = transitionOf(before, signal, now, maxFailures);
  if (row === undefined) return err("no such transition");
  const after = CHANGES[signal.kind](before, signal as never, now);
  const ends = row.to === "removed";
  return ok({
    subscription: remainder(ends ? { ...after, live: undefined } : after, now),
    deny: row.when === "at the limit",
  });
}

/** The row of the table that fits. */
export function transitionOf(
  before: Subscription,
  signal: Signal,
  now: number,
  maxFailures: number,
): Transition | undefined {
  const from = stateOf(before, now);
  const when = conditionOf(before, signal, maxFailures);
  return TRANSITIONS.find(
    (row) => row.from === from && row.signal === signal.kind && (row.when === undefined || row.when === when),
  );
}

function conditionOf(before: Subscription, signal: Signal, maxFailures: number): Transition["when"] {
  if (signal.kind === "requested" || signal.kind === "confirmed") return signal.pending.mode;
  if (signal.kind !== "failed") return undefined;
  return maxFailures > 0 && failuresAfter(before, signal.counts) >= maxFailures
    ? "at the limit"
    : "below the limit";
}

const failuresAfter = ({ live }: Subscription, counts: boolean): number =>
  (live?.failures ?? 0) + (counts ? 1 : 0);

type Changes = {
  readonly [Kind in SignalKind]: (
    before: Subscription,
    signal: Extract<Signal, { kind: Kind }>,
    now: number,
  ) => Subscription;
};

const CHANGES: Changes = {
  requested: (before, { pending }) =>
    pending.mode === "unsubscribe" && before.live === undefined ? before : { ...before, pending },
  confirmed: (before, { pending, askedAt, status }, now) => {
    const rest = answered(before, pending, status, now);
    if (pending.mode === "unsubscribe") return { ...rest, live: undefined };
    // A lease runs from the moment the verification request was made (WebSub section 5.3).
    const expiresAt = askedAt + pending.leaseSeconds * 1000;
    const deliveredVersion = before.live?.deliveredVersion ?? pending.version;
    const { secret } = pending;
    return { ...rest, live: { secret, expiresAt, deliveredVersion, failures: 0, retryAt: undefined } };
  },
  unconfirmed: (before, { pending, status }, now) => answered(before, pending, status, now),
  delivered: (before, { version, status }, now) =>
    tried(before, { deliveredVersion: version, failures: 0, retryAt: undefined }, status, now),
  failed: (before, { counts, retryAt, status }, now) =>
    tried(before, { failures: failuresAfter(before, counts), retryAt }, status, now),
  gone: (before, { status }, now) => tried(before, {}, status, now),
  expired: (before) => before,
};

/** A request that came while this one was being verified stays, and is next. */
const answered = (before: Subscription, done: Pending, status: string, now: number): Subscription => ({
  ...before,
  pending: before.pending?.id === done.id ? undefined : before.pending,
  lastStatus: status,
  lastAt: now,
});

const tried = (before: Subscription, change: Partial<Live>, status: string, now: number): Subscription => ({
  ...before,
  live: before.live && { ...before.live, ...change },
  lastStatus: status,
  lastAt: now,
});

/** Without a live part only a request to subscribe is worth keeping. */
function remainder(after: Subscription, now: number): Subscription | undefined {
  const isActive = stateOf(after, now) === "active";
  return isActive || after.pending?.mode === "subscribe" ? after : undefined;
}
