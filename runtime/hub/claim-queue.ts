import { registrableDomain } from "./callback/registrable-domain.ts";
import { HostLimiter, type StartedTask } from "./host-limiter.ts";
import type { HubPolicy } from "./policy.ts";
import type { SqlStore } from "./store/sql-store.ts";
import { type Claim, CLAIM_MS, type ClaimOutcome, type TopicVersions } from "./store/store.ts";

interface ClaimPorts {
  readonly clock: () => number;
  /** Unique across workers. */
  readonly token: () => string;
}

/** Claims are prefetched up to this multiple of the permits, so that no permit is idle. */
const PREFETCH_FACTOR = 4;
/** Claims of new hosts wait in memory up to this number, so that one domain's many cannot hide another's only one. */
const MAX_NEW_CLAIMS = 1000;

/** Claims due subscriptions for the host limiter, and keeps them until their outcome is on disk. */
export class ClaimQueue {
  readonly limiter: HostLimiter<Claim>;
  readonly #store: SqlStore;
  readonly #ports: ClaimPorts;
  readonly #maxQueued: number;
  /** By id; undefined until the task starts. */
  readonly #held = new Map<number, StartedTask<Claim> | undefined>();
  /** The last query for known hosts found fewer rows than its limit. */
  #isExhausted = false;

  constructor(
    store: SqlStore,
    { concurrency, concurrencyPerHost }: Pick<HubPolicy, "concurrency" | "concurrencyPerHost">,
    ports: ClaimPorts,
  ) {
    this.#store = store;
    this.#ports = ports;
    this.#maxQueued = concurrency * PREFETCH_FACTOR;
    this.limiter = new HostLimiter(concurrency, concurrencyPerHost);
  }

  /** Resolves to true if it claimed something and there may be more. */
  async fill(versions: TopicVersions): Promise<boolean> {
    await this.#claimNew(versions);
    const limit = this.#maxQueued - this.limiter.queued("known");
    return limit > 0 && (await this.#claimKnown(limit, versions));
  }

  /** Claims all due verifications of hosts that never confirmed anything. */
  async #claimNew(versions: TopicVersions): Promise<void> {
    const limit = MAX_NEW_CLAIMS - this.limiter.queued("new");
    if (limit <= 0) return;
    const accepts = (id: number): boolean => !this.#held.has(id);
    const query = { hosts: "new", versions, accepts, saturatedHosts: [], limit } as const;
    for (const claim of await this.#store.claim({ ...this.#terms(), ...query })) {
      this.#hold(claim, registrableDomain(claim.subscription.host));
    }
  }

  async #claimKnown(limit: number, versions: TopicVersions): Promise<boolean> {
    const permits = this.limiter.prefetchPermits();
    // After a clock jump, a claim that is still held here may look expired.
    const accepts = (id: number, host: string): boolean => !this.#held.has(id) && permits.tryAcquire(host);
    const { saturatedHosts } = permits;
    const query = { hosts: "known", versions, accepts, saturatedHosts, limit } as const;
    const claims = await this.#store.claim({ ...this.#terms(), ...query });
    for (const claim of claims) this.#hold(claim);
    this.#isExhausted = claims.length < limit && !permits.wereLimited();
    return !this.#isExhausted && claims.length > 0;
  }

  #terms(): { readonly now: number; readonly token: string; readonly expiresAt: number } {
    const now = this.#ports.clock();
    return { now, token: this.#ports.token(), expiresAt: now + CLAIM_MS };
  }

  #hold(claim: Claim, newDomain?: string): void {
    this.#held.set(claim.id, undefined);
    this.limiter.enqueue(claim.subscription.host, claim, newDomain);
  }

  start(): StartedTask<Claim>[] {
    const started = this.limiter.start();
    for (const task of started) this.#held.set(task.task.id, task);
    return started;
  }

  /** Returns the permits of tasks whose outcome is on disk. True if one of their hosts should get more claims now. */
  release(outcomes: readonly ClaimOutcome[]): boolean {
    let needsRefill = false;
    for (const { id } of outcomes) {
      const started = this.#held.get(id);
      this.#held.delete(id);
      if (started === undefined) continue;
      this.limiter.releasePermit(started);
      needsRefill ||= this.limiter.needsRefill(started.host);
    }
    return needsRefill && !this.#isExhausted;
  }
}
