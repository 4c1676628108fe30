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
