/** The operator's settings of the hub; docs/operations.md lists them. */
export interface HubPolicy {
  readonly database: string;
  readonly defaultLeaseSeconds: number;
  readonly minLeaseSeconds: number;
  readonly maxLeaseSeconds: number;
  /** Delays before the 2nd, 3rd ... attempt; the last one repeats. */
  readonly retryDelaysSeconds: readonly number[];
  /** Consecutive failed deliveries before removal; 0 keeps a subscription until its lease ends (WebSub section 7). */
  readonly maxFailures: number;
  /** CIDR blocks of callbacks that are allowed although their addresses are not public. */
  readonly allowedNetworks: readonly string[];
  /** Asked only after a failure that may be ours; undefined means the public origin of the release. */
  readonly controlUrl: string | undefined;
  /** Name servers for callback hosts, as `address` or `address:port`; empty means the system's. */
  readonly nameServers: readonly string[];
  /** Ports that a callback may use. */
  readonly callbackPorts: readonly number[] | "any";
  readonly subscribesPerMinute: number;
  readonly verificationsPerHostHour: number;
  readonly maxPerHost: number;
  readonly maxPending: number;
  readonly maxSubscriptions: number;
  /** Concurrent requests to callbacks: in total and per host. */
  readonly concurrency: number;
  readonly concurrencyPerHost: number;
  /** Polling interval for work that no event announces: retries, and claims of sidecars that died. */
  readonly idleMs: number;
}

/** Schedules a call and returns a function that cancels it. Simulations pass a virtual one. */
export type Timer = (run: () => void, afterMs: number) => () => void;

/** The requested lease within the bounds, or the default. */
export function grantedLeaseSeconds(requested: number | undefined, policy: HubPolicy): number {
  const { defaultLeaseSeconds, minLeaseSeconds, maxLeaseSeconds } = policy;
  return Math.min(maxLeaseSeconds, Math.max(minLeaseSeconds, requested ?? defaultLeaseSeconds));
}

/** Retries are spread over this share of the delay, so that many subscriptions do not retry at once. */
const JITTER = 0.2;

/** The delay after a failed attempt. `failures` includes that attempt; `random` is from 0 to 1. */
export function retryDelayMs(failures: number, delaysSeconds: readonly number[], random: number): number {
  const index = Math.min(Math.max(failures, 1), delaysSeconds.length) - 1;
  const seconds = delaysSeconds[index] ?? 60;
  return Math.round(seconds * 1000 * (1 + JITTER * random));
}
