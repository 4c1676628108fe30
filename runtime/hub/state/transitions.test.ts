import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PendingRequest, type Signal, stateOf, type Subscription } from "./subscription.ts";
import { apply, TRANSITIONS, transitionOf } from "./transitions.ts";

const NOW = 1_000_000;

const pendingOf = (mode: PendingRequest["mode"], id = "p1"): PendingRequest => ({
  id,
  mode,
  leaseSeconds: 600,
  secret: "new",
  version: 3,
  requestedAt: NOW,
});

const blank: Subscription = {
  callback: "https://a.example.com/",
  callbackKey: "https://a.example.com/",
  host: "a.example.com",
  topic: "/feed.xml",
  live: undefined,
  pending: undefined,
  lastStatus: undefined,
  lastAt: undefined,
};

const live = { secret: "old", expiresAt: NOW + 60_000, deliveredVersion: 2, failures: 0, retryAt: undefined };
const active: Subscription = { ...blank, live };

const after = (before: Subscription, signal: Signal, maxFailures = 3): Subscription | undefined => {
  const applied = apply(before, signal, NOW, maxFailures);
  if (!applied.ok) throw new Error(applied.error);
  return applied.value.subscription;
};

describe("apply implements every row of the table", () => {
  test.for(TRANSITIONS.map((row) => [`${row.from} + ${row.signal} ${row.when ?? ""}`, row] as const))(
    "%s -> $1.to",
    ([, row]) => {
      const before = exampleOf(row);
      const signal = signalOf(row);
      expect(transitionOf(before, signal, NOW, 3)).toBe(row);
      const state = stateOf(after(before, signal), NOW);
      expect(state).toBe(row.to === "rejected" || row.to === "removed" ? "none" : row.to);
    },
  );
});

function exampleOf({ from, signal, when }: (typeof TRANSITIONS)[number]): Subscription {
  const mode = when === "unsubscribe" ? "unsubscribe" : "subscribe";
  const pending = signal === "confirmed" || signal === "unconfirmed" ? pendingOf(mode) : undefined;
  if (from === "active")
    return { ...active, pending, live: { ...live, failures: when === "at the limit" ? 2 : 0 } };
  if (from === "none") return signal === "expired" ? { ...blank, live: { ...live, expiresAt: NOW } } : blank;
  return { ...blank, pending: pending ?? pendingOf("subscribe", "p0") };
}

function signalOf({ signal: kind, when }: (typeof TRANSITIONS)[number]): Signal {
  const pending = pendingOf(when === "unsubscribe" ? "unsubscribe" : "subscribe");
  const signals: Record<Signal["kind"], Signal> = {
    requested: { kind: "requested", pending },
    confirmed: { kind: "confirmed", pending, requestedAt: NOW, status: "200" },
    unconfirmed: { kind: "unconfirmed", pending, status: "404" },
    delivered: { kind: "delivered", version: 3, status: "204" },
    failed: { kind: "failed", counts: true, retryAt: NOW + 60_000, status: "500" },
    gone: { kind: "gone", status: "410" },
    expired: { kind: "expired" },
  };
  return signals[kind];
}

test("an unconfirmed renewal keeps lease, secret and failures", () => {
  const renewing = after(active, { kind: "requested", pending: pendingOf("subscribe") });
  expect(renewing?.live).toEqual(live);
  const unconfirmed = after(renewing as Subscription, {
    kind: "unconfirmed",
    pending: pendingOf("subscribe"),
    status: "404",
  });
  expect(unconfirmed).toMatchObject({ live, pending: undefined });
});

test("a confirmation of an earlier request counts, and the later request is verified next", () => {
  const later = { ...active, pending: pendingOf("unsubscribe", "later") };
  const confirmed = after(later, {
    kind: "confirmed",
    pending: pendingOf("subscribe", "earlier"),
    requestedAt: NOW,
    status: "200",
  });
  expect(confirmed?.live?.secret).toBe("new");
  expect(confirmed?.pending?.id).toBe("later");
});

test("a confirmed unsubscribe keeps a later subscribe pending", () => {
  const later = { ...active, pending: pendingOf("subscribe", "later") };
  const confirmed = after(later, {
    kind: "confirmed",
    pending: pendingOf("unsubscribe", "earlier"),
    requestedAt: NOW,
    status: "200",
  });
  expect(confirmed).toMatchObject({ live: undefined, pending: { id: "later" } });
});

test("failures that do not count never remove a subscription", () => {
  let subscription: Subscription | undefined = active;
  for (let count = 0; count < 50; count += 1) {
    subscription = after(subscription as Subscription, {
      kind: "failed",
      counts: false,
      retryAt: NOW,
      status: "timeout",
    });
  }
  expect(subscription?.live?.failures).toBe(0);
});

test("no sequence of signals activates a subscription without a confirmation", () => {
  const signal = fc.constantFrom<Signal>(
    ...TRANSITIONS.filter(({ signal: kind }) => kind !== "confirmed").map(signalOf),
  );
  fc.assert(
    fc.property(fc.array(signal, { maxLength: 20 }), (signals) => {
      let subscription: Subscription | undefined = blank;
      for (const one of signals) {
        const applied = apply(subscription ?? blank, one, NOW, 3);
        if (applied.ok) subscription = applied.value.subscription;
        expect(stateOf(subscription, NOW)).not.toBe("active");
      }
    }),
  );
});

/** A result is written as `secret, lease, version, failures, retry | pending request | last status`. */
test("every signal has exactly this result in every state", () => {
  const expired: Subscription = { ...blank, live: { ...live, expiresAt: NOW } };
  const failing: Subscription = { ...blank, live: { ...live, failures: 2, retryAt: NOW + 5 } };
  const states: Readonly<Record<string, Subscription>> = {
    none: blank,
    expired,
    "pending subscribe": { ...blank, pending: pendingOf("subscribe") },
    "expired, pending unsubscribe": { ...expired, pending: pendingOf("unsubscribe") },
    active,
    "active, pending subscribe": { ...active, pending: pendingOf("subscribe") },
    "active, pending unsubscribe": { ...active, pending: pendingOf("unsubscribe", "p2") },
    failing,
  };
  const signals: readonly Signal[] = [
    { kind: "requested", pending: pendingOf("subscribe", "p3") },
    { kind: "requested", pending: pendingOf("unsubscribe", "p4") },
    { kind: "confirmed", pending: pendingOf("subscribe"), requestedAt: NOW - 1000, status: "200" },
    { kind: "confirmed", pending: pendingOf("unsubscribe"), requestedAt: NOW - 1000, status: "200" },
    { kind: "unconfirmed", pending: pendingOf("subscribe"), status: "404" },
    { kind: "delivered", version: 7, status: "204" },
    { kind: "failed", counts: true, retryAt: NOW + 9, status: "500" },
    { kind: "failed", counts: false, retryAt: NOW + 9, status: "timeout" },
    { kind: "gone", status: "410" },
    { kind: "expired" },
  ];
  const lines = Object.entries(states).flatMap(([name, state]) =>
    signals.map((signal) => `${name} + ${nameOf(signal)}: ${resultOf(state, signal)}`),
  );
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "none + requested subscribe: - | subscribe p3 | -
    none + requested unsubscribe: removed
    none + confirmed subscribe: none
    none + confirmed unsubscribe: none
    none + unconfirmed subscribe: none
    none + delivered: none
    none + failed: none
    none + failed uncounted: none
    none + gone: none
    none + expired: removed
    expired + requested subscribe: old 0 v2 f0 | subscribe p3 | -
    expired + requested unsubscribe: removed
    expired + confirmed subscribe: none
    expired + confirmed unsubscribe: none
    expired + unconfirmed subscribe: none
    expired + delivered: none
    expired + failed: none
    expired + failed uncounted: none
    expired + gone: none
    expired + expired: removed
    pending subscribe + requested subscribe: - | subscribe p3 | -
    pending subscribe + requested unsubscribe: - | unsubscribe p4 | -
    pending subscribe + confirmed subscribe: new 599000 v3 f0 | - | 200 at 0
    pending subscribe + confirmed unsubscribe: removed
    pending subscribe + unconfirmed subscribe: removed
    pending subscribe + delivered: none
    pending subscribe + failed: none
    pending subscribe + failed uncounted: none
    pending subscribe + gone: none
    pending subscribe + expired: none
    expired, pending unsubscribe + requested subscribe: old 0 v2 f0 | subscribe p3 | -
    expired, pending unsubscribe + requested unsubscribe: old 0 v2 f0 | unsubscribe p4 | -
    expired, pending unsubscribe + confirmed subscribe: new 599000 v2 f0 | - | 200 at 0
    expired, pending unsubscribe + confirmed unsubscribe: removed
    expired, pending unsubscribe + unconfirmed subscribe: removed
    expired, pending unsubscribe + delivered: none
    expired, pending unsubscribe + failed: none
    expired, pending unsubscribe + failed uncounted: none
    expired, pending unsubscribe + gone: none
    expired, pending unsubscribe + expired: none
    active + requested subscribe: old 60000 v2 f0 | subscribe p3 | -
    active + requested unsubscribe: old 60000 v2 f0 | unsubscribe p4 | -
    active + confirmed subscribe: new 599000 v2 f0 | - | 200 at 0
    active + confirmed unsubscribe: removed
    active + unconfirmed subscribe: old 60000 v2 f0 | - | 404 at 0
    active + delivered: old 60000 v7 f0 | - | 204 at 0
    active + failed: old 60000 v2 f1 retry 9 | - | 500 at 0
    active + failed uncounted: old 60000 v2 f0 retry 9 | - | timeout at 0
    active + gone: removed
    active + expired: none
    active, pending subscribe + requested subscribe: old 60000 v2 f0 | subscribe p3 | -
    active, pending subscribe + requested unsubscribe: old 60000 v2 f0 | unsubscribe p4 | -
    active, pending subscribe + confirmed subscribe: new 599000 v2 f0 | - | 200 at 0
    active, pending subscribe + confirmed unsubscribe: removed
    active, pending subscribe + unconfirmed subscribe: old 60000 v2 f0 | - | 404 at 0
    active, pending subscribe + delivered: old 60000 v7 f0 | subscribe p1 | 204 at 0
    active, pending subscribe + failed: old 60000 v2 f1 retry 9 | subscribe p1 | 500 at 0
    active, pending subscribe + failed uncounted: old 60000 v2 f0 retry 9 | subscribe p1 | timeout at 0
    active, pending subscribe + gone: - | subscribe p1 | 410 at 0
    active, pending subscribe + expired: none
    active, pending unsubscribe + requested subscribe: old 60000 v2 f0 | subscribe p3 | -
    active, pending unsubscribe + requested unsubscribe: old 60000 v2 f0 | unsubscribe p4 | -
    active, pending unsubscribe + confirmed subscribe: new 599000 v2 f0 | unsubscribe p2 | 200 at 0
    active, pending unsubscribe + confirmed unsubscribe: removed
    active, pending unsubscribe + unconfirmed subscribe: old 60000 v2 f0 | unsubscribe p2 | 404 at 0
    active, pending unsubscribe + delivered: old 60000 v7 f0 | unsubscribe p2 | 204 at 0
    active, pending unsubscribe + failed: old 60000 v2 f1 retry 9 | unsubscribe p2 | 500 at 0
    active, pending unsubscribe + failed uncounted: old 60000 v2 f0 retry 9 | unsubscribe p2 | timeout at 0
    active, pending unsubscribe + gone: removed
    active, pending unsubscribe + expired: none
    failing + requested subscribe: old 60000 v2 f2 retry 5 | subscribe p3 | -
    failing + requested unsubscribe: old 60000 v2 f2 retry 5 | unsubscribe p4 | -
    failing + confirmed subscribe: new 599000 v2 f0 | - | 200 at 0
    failing + confirmed unsubscribe: removed
    failing + unconfirmed subscribe: old 60000 v2 f2 retry 5 | - | 404 at 0
    failing + delivered: old 60000 v7 f0 | - | 204 at 0
    failing + failed: removed, denied
    failing + failed uncounted: old 60000 v2 f2 retry 9 | - | timeout at 0
    failing + gone: removed
    failing + expired: none"
  `);
});

test("without a limit no number of failures removes a subscription", () => {
  const failed: Signal = { kind: "failed", counts: true, retryAt: NOW, status: "500" };
  const many = { ...active, live: { ...live, failures: 99 } };
  expect(after(many, failed, 0)?.live?.failures).toBe(100);
  expect(apply(many, failed, NOW, 3)).toEqual({ ok: true, value: { subscription: undefined, deny: true } });
});

test("an impossible signal is an error", () => {
  expect(apply(blank, { kind: "gone", status: "410" }, NOW, 3)).toEqual({
    ok: false,
    error: "no such transition",
  });
});

const nameOf = (signal: Signal): string => {
  const mode = "pending" in signal ? ` ${signal.pending.mode}` : "";
  return `${signal.kind}${mode}${"counts" in signal && !signal.counts ? " uncounted" : ""}`;
};

function resultOf(state: Subscription, signal: Signal): string {
  const applied = apply(state, signal, NOW, 3);
  if (!applied.ok) return "none";
  const { subscription, deny } = applied.value;
  if (subscription === undefined) return deny ? "removed, denied" : "removed";
  const { live: kept, pending, lastStatus, lastAt } = subscription;
  const lease = kept && `${kept.secret} ${kept.expiresAt - NOW} v${kept.deliveredVersion} f${kept.failures}`;
  const retry = kept?.retryAt === undefined ? "" : ` retry ${kept.retryAt - NOW}`;
  const parts = [`${lease ?? "-"}${retry}`, pending ? `${pending.mode} ${pending.id}` : "-"];
  return [...parts, lastStatus === undefined ? "-" : `${lastStatus} at ${(lastAt ?? 0) - NOW}`].join(" | ");
}
