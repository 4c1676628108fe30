import { registrableDomain } from "./callback/registrable-domain.ts";
import { DECOYS } from "./decoys.ts";
import type { HubPolicy } from "./policy.ts";
import { MAX_PER_GROWN_HOST } from "./state/host-growth.ts";
import type { Subscription } from "./state/subscription.ts";
import type { SqlStore } from "./store/sql-store.ts";
import type { SubscriptionBounds } from "./store/store.ts";

/** The requests and subscriptions that a host may get. A host with `maxPerHost` subscriptions is crowded. */
export class HostLimits {
  readonly #store: SqlStore;
  readonly #policy: HubPolicy;

  constructor(store: SqlStore, policy: HubPolicy) {
    this.#store = store;
    this.#policy = policy;
  }

  /**
   * New subscriptions are limited by host, and by registrable domain while the host never confirmed any. Decoys count
   * like verifications, so that they add nothing to what strangers can send to a host.
   */
  async ofVerification(hostname: string): Promise<{ readonly key: string; readonly requests: number }> {
    const { all, confirmed } = await this.#store.hostCounts(hostname);
    const key = confirmed > 0 ? hostname : `new ${registrableDomain(hostname)}`;
    return { key, requests: all >= this.#policy.maxPerHost ? 1 + DECOYS : 1 };
  }

  /** `isSuspect`: the callback's neighbours confirm what nobody requested, so its host must not grow. */
  bounds(isSuspect: boolean): SubscriptionBounds {
    const { maxPerHost, maxPending, maxSubscriptions } = this.#policy;
    const maxPerGrownHost = isSuspect ? maxPerHost : Math.max(maxPerHost, MAX_PER_GROWN_HOST);
    return { maxPerHost, maxPerGrownHost, maxPending, maxSubscriptions };
  }

  /** True for the first verification of a subscription beyond `maxPerHost`, which needs decoys. Never rejects. */
  async needsProof({ pending, live, host }: Subscription): Promise<boolean> {
    if (pending?.mode !== "subscribe" || live !== undefined) return false;
    const counts = await this.#store.hostCounts(host).catch(() => undefined);
    return counts === undefined || counts.all > this.#policy.maxPerHost;
  }
}
