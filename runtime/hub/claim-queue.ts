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
/** Claims of new hosts wait in memory up to this number, so that a domain with many cannot crowd out one with a single claim. */
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

  /**
   * Claims for known hosts and, if asked to, for new ones. Resolves to true if it claimed something of known hosts and
   * there may be more.
   */
  async fill(versions: TopicVersions, includesNew: boolean): Promise<boolean> {
    const now = this.#ports.clock();
    const terms = { now, token: this.#ports.token(), expiresAt: now + CLAIM_MS, versions };
    const permits = this.limiter.prefetchPermits();
    const limit = this.#maxQueued - this.limiter.queued("known");
    const [newClaims = [], known = []] = await this.#store.claim(
      {
        ...terms,
        hosts: "new",
        accepts: (id) => !this.#held.has(id),
        saturatedHosts: [],
        limit: includesNew ? MAX_NEW_CLAIMS - this.limiter.queued("new") : 0,
      },
      {
        ...terms,
        hosts: "known",
        // After a clock jump, a claim that is still held here may look expired.
        accepts: (id, host) => !this.#held.has(id) && permits.tryAcquire(host),
        saturatedHosts: permits.saturatedHosts,
        limit,
      },
    );
    for (const claim of newClaims) this.#hold(claim, registrableDomain(claim.subscription.host));
    for (const claim of known) this.#hold(claim);
    if (limit > 0) this.#isExhausted = known.length < limit && !permits.wereLimited();
    return limit > 0 && !this.#isExhausted && known.length > 0;
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
