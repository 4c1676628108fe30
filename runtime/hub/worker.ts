import type { Timer } from "./timer.ts";
import type { HubPolicy } from "./policy.ts";
import { type Begun, HostLimiter } from "./host-limiter.ts";
import { OutcomeBatch } from "./outcome-batch.ts";
import {
  CLAIM_MS,
  type Claimed,
  type Ended,
  type Settlement,
  type SubscriptionStore,
  type Versions,
} from "./store/store.ts";
import type { Signal } from "./state/subscription.ts";

export interface WorkerPorts {
  readonly clock: () => number;
  readonly timer: Timer;
  /** A token that no other worker has. */
  readonly token: () => string;
  /** Does the work on one claimed subscription; undefined: there was none to do. Never throws. */
  readonly work: (claimed: Claimed) => Promise<Signal | undefined>;
  readonly onEnded: (ended: Ended) => void;
  /** The store failed: told once for each failure in a row. */
  readonly onFault: (error: unknown) => void;
}

const FAULT_MS = 1000;
/** A request that takes longer gives its place to another, and goes on beside. */
const SLOW_MS = 500;
/** A claimed subscription that was not begun by then is left to whoever claims it next. */
const BEGIN_WITHIN_MS = 15_000;
/** Claimed ahead of the free places, so that none stays empty for want of work. */
const AHEAD = 4;

/**
 * Takes due subscriptions from the store and works on them, bounded in all and for each host, so that a slow host
 * delays nobody else. A place is free again only after the outcome is on disk: a kill repeats at most as much as
 * there are places.
 */
export class Worker {
  readonly #store: SubscriptionStore;
  readonly #policy: HubPolicy;
  readonly #ports: WorkerPorts;
  /** Undefined until there is a release to work with. */
  #versions: Versions | undefined;
  /** Claimed, not begun. */
  readonly #places: HostLimiter<Claimed>;
  /** Claimed here and not settled, with their hosts. */
  readonly #held = new Map<number, string>();
  readonly #settlements: OutcomeBatch;
  #cancelBegin: (() => void) | undefined;
  #isClaiming = false;
  #claiming: Promise<void> | undefined;
  /** The store had no more than what was claimed. */
  #isExhausted = false;
  #wasWoken = false;
  #isStopped = false;
  #cancel: (() => void) | undefined;
  #claims = 0;
  #idle: (() => void) | undefined;

  constructor(store: SubscriptionStore, policy: HubPolicy, ports: WorkerPorts) {
    this.#store = store;
    this.#policy = policy;
    this.#ports = ports;
    this.#places = new HostLimiter(policy.concurrency, policy.concurrencyPerHost);
    const onSettled = (settlements: readonly Settlement[]): void => this.#settled(settlements);
    this.#settlements = new OutcomeBatch(store, policy, { ...ports, onSettled });
  }

  /** Requests on their way to callbacks. */
  get running(): number {
    return this.#places.running;
  }

  /** What may be delivered from now on. */
  show(versions: Versions): void {
    this.#versions = versions;
  }

  /** There may be work: look now. */
  wake(): void {
    this.#wasWoken = true;
    this.#schedule(0);
  }

  /** Takes no more work, gives back what was not begun, and waits for what was. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel?.();
    await this.#claiming;
    const queued = this.#places.clear();
    if (queued.length > 0) {
      const released = queued.map(({ id, claim }) => ({ id, claim, signal: undefined }));
      await this.#store.settle(released, this.#ports.clock(), this.#policy.maxFailures).catch(() => []);
    }
    if (this.#places.running > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #schedule(afterMs: number): void {
    if (this.#isStopped || this.#isClaiming) return;
    this.#cancel?.();
    this.#cancel = this.#ports.timer(() => void (this.#claiming = this.#claim()), afterMs);
  }

  async #claim(): Promise<void> {
    if (this.#isClaiming || this.#isStopped) return;
    this.#isClaiming = true;
    this.#wasWoken = false;
    let hasFailed = false;
    let nextMs = this.#policy.idleMs;
    try {
      const limit = this.#policy.concurrency * AHEAD - this.#places.queued;
      const versions = this.#versions;
      if (limit > 0 && versions && (await this.#claimUpTo(limit, versions)) > 0) nextMs = 0;
    } catch (error) {
      this.#ports.onFault(error);
      hasFailed = true;
      nextMs = FAULT_MS;
    }
    this.#isClaiming = false;
    this.#begin();
    this.#schedule(this.#wasWoken && !hasFailed ? 0 : nextMs);
  }

  async #claimUpTo(limit: number, versions: Versions): Promise<number> {
    const { clock, token } = this.#ports;
    const now = clock();
    const room = this.#places.room();
    this.#claims += 1;
    const claimed = await this.#store.claim({
      now,
      claim: `${token()}-${this.#claims}`,
      claimUntil: now + CLAIM_MS,
      versions,
      // If the clock jumps, a claim of ours may seem to have ended while we are still at it.
      take: (id, host) => !this.#held.has(id) && room.take(host),
      fullHosts: room.fullHosts,
      limit,
    });
    for (const one of claimed) {
      this.#held.set(one.id, one.subscription.host);
      this.#places.queue(one.subscription.host, one);
    }
    this.#isExhausted = claimed.length < limit && !room.wasLimited();
    return this.#isExhausted ? 0 : claimed.length;
  }

  #begin(): void {
    this.#cancelBegin?.();
    this.#cancelBegin = undefined;
    if (this.#isStopped) return;
    for (const begun of this.#places.fill()) void this.#run(begun);
  }

  async #run({ task: claimed, host, isSlow }: Begun<Claimed>): Promise<void> {
    const { id, claim, claimUntil } = claimed;
    const isStale = this.#ports.clock() > claimUntil - CLAIM_MS + BEGIN_WITHIN_MS;
    let tookLong = false;
    const cancel = this.#ports.timer(() => {
      tookLong = true;
      this.#places.slow(host, isSlow);
      this.#begin();
    }, SLOW_MS);
    const signal = isStale ? undefined : await this.#ports.work(claimed);
    cancel();
    this.#places.answered(host, { isBeside: isSlow || tookLong, tookLong });
    this.#settlements.add({ id, claim, signal });
    // After all other answers that are here by now: requests sent in a row cost less than each between two answers.
    this.#cancelBegin ??= this.#ports.timer(() => this.#begin(), 0);
  }

  #settled(settlements: readonly Settlement[]): void {
    let isLow = false;
    for (const { id } of settlements) {
      this.#places.settled();
      isLow ||= this.#places.isLow(this.#held.get(id) ?? "");
      this.#held.delete(id);
    }
    this.#begin();
    // Half empty is early enough; a claim for each free place would be a transaction for each delivery.
    if (isLow && !this.#isExhausted) this.wake();
    if (this.#places.running === 0) this.#idle?.();
  }
}
