import type { HubEvents } from "./hub/hub.ts";
import type { SubscriptionCounts } from "./hub/store/store.ts";
import type { Metrics } from "./metrics.ts";

/** The current values of the hub's gauges. */
export interface HubGauges {
  readonly clock: () => number;
  readonly counts: () => SubscriptionCounts;
  readonly running: () => number;
  readonly connections: () => number;
  readonly isOutage: () => boolean;
  readonly isReady: () => boolean;
}

/** Registers the hub's metrics; returns the events that count. */
export function recordHubMetrics(
  metrics: Metrics,
  gauges: HubGauges,
): Pick<HubEvents, "verified" | "delivered" | "terminated"> {
  const verifications = metrics.counter("hub_verifications_total", "Verification requests by outcome");
  const deliveries = metrics.counter("hub_deliveries_total", "Deliveries by outcome and status");
  const ended = metrics.counter(
    "hub_ended_total",
    "Subscriptions that ended, by the end_reason of the diagnosis",
  );
  const { clock, counts, running, connections, isOutage, isReady } = gauges;
  const gauge = (name: string, help: string, read: (current: SubscriptionCounts) => number): void =>
    metrics.gauge(name, help, () => read(counts()));
  gauge("hub_subscriptions", "Active subscriptions", ({ active }) => active);
  gauge("hub_pending", "Requests that wait for verification", ({ pending }) => pending);
  gauge("hub_failing", "Subscriptions whose last delivery failed", ({ failing }) => failing);
  gauge("hub_due", "Subscriptions with a request due", ({ due }) => due);
  gauge("hub_oldest_due_seconds", "Delay of the oldest scheduled request, in seconds", ({ oldestDueAt }) =>
    oldestDueAt === undefined ? 0 : Math.max(0, (clock() - oldestDueAt) / 1000),
  );
  metrics.gauge("hub_running", "Requests to callbacks in flight", running);
  metrics.gauge("hub_connections", "Open connections to callbacks", connections);
  metrics.gauge("hub_outage", "1 while failed deliveries do not count, because nothing is reached", () =>
    isOutage() ? 1 : 0,
  );
  metrics.gauge("hub_ready", "0 while the hub cannot accept requests", () => (isReady() ? 1 : 0));
  return {
    verified: (mode, outcome, status) => verifications({ mode, outcome, status }),
    delivered: (outcome, status) => deliveries({ outcome, status }),
    terminated: (reason) => ended({ reason }),
  };
}
