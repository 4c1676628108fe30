/** What the operator decided about the hub (docs/operations.md names the settings). */
export interface HubPolicy {
  readonly database: string;
  readonly defaultLeaseSeconds: number;
  readonly minLeaseSeconds: number;
  readonly maxLeaseSeconds: number;
  /** Seconds before the 2nd, 3rd ... attempt; the last one repeats. */
  readonly retryDelaysSeconds: readonly number[];
  /** Consecutive failed attempts before removal; 0 keeps a subscription to the end of its lease (WebSub section 7). */
  readonly maxFailures: number;
  /** CIDR blocks of otherwise refused addresses. */
  readonly allowedNetworks: readonly string[];
  /** Ports that a callback may name. */
  readonly callbackPorts: readonly number[] | "any";
  readonly subscribesPerMinute: number;
  readonly verificationsPerHostHour: number;
  readonly maxPerHost: number;
  readonly maxPending: number;
  readonly maxSubscriptions: number;
  /** Requests to callbacks at once, in all and to one host. */
  readonly concurrency: number;
  readonly concurrencyPerHost: number;
  /** How often to look for work that nothing here told of: retries, and what other sidecars left. */
  readonly idleMs: number;
}

/** The granted lease: what was asked for within the bounds, or the default. */
export function grantedLeaseSeconds(asked: number | undefined, policy: HubPolicy): number {
  const { defaultLeaseSeconds, minLeaseSeconds, maxLeaseSeconds } = policy;
  return Math.min(maxLeaseSeconds, Math.max(minLeaseSeconds, asked ?? defaultLeaseSeconds));
}
