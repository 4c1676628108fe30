import type { HubPolicy, Timer } from "./policy.ts";
import { attemptOf } from "./attempt.ts";
import { ClaimQueue } from "./claim-queue.ts";
import type { StartedTask } from "./host-limiter.ts";
import { OutcomeBatch } from "./outcome-batch.ts";
import type { SqlStore } from "./store/sql-store.ts";
import {
  type Claim,
  CLAIM_MS,
  type ClaimOutcome,
  type Termination,
  type TopicVersions,
} from "./store/store.ts";
import type { Signal } from "./state/subscription.ts";

type WorkerLimits = Pick<HubPolicy, "concurrency" | "concurrencyPerHost" | "idleMs" | "maxFailures">;

export interface WorkerPorts {
  readonly clock: () => number;
  readonly timer: Timer;
  /** Unique across workers. */
  readonly token: () => string;
  /** Makes the request that a subscription is due for; resolves to undefined if none was. Must not reject. */
  readonly attempt: (claim: Claim) => Promise<Signal | undefined>;
  readonly onTermination: (termination: Termination) => void;
  /** A transaction of the store failed. */
  readonly onFault: (error: unknown) => void;
}

const RETRY_AFTER_FAULT_MS = 1000;
/** A request that takes longer moves to the slow pool. */
const SLOW_AFTER_MS = 500;
/** A claim that has waited longer is given up, because its request might outlast it. */
const MAX_QUEUED_MS = 15_000;
/**
 * Claims due subscriptions and works on them within the limits. Permits are returned only after the outcome is on disk,
 * so a crash repeats at most as many requests as there are permits.
 */
export class Worker {
  readonly #store: SqlStore;
  readonly #limits: WorkerLimits;
  readonly #ports: WorkerPorts;
  /** Undefined until the first release. */
  #versions: TopicVersions | undefined;
  readonly #claims: ClaimQueue;
  readonly #outcomes: OutcomeBatch;
  #cancelStart: (() => void) | undefined;
  #isClaiming = false;
  #claiming: Promise<void> | undefined;
  #wasWoken = false;
  /** False while only deliveries have ended since the last claim: a look for new hosts costs as much as a claim. */
  #includesNew = true;
  #isStopped = false;
  #cancelClaim: (() => void) | undefined;
  #onIdle: (() => void) | undefined;

  constructor(store: SqlStore, limits: WorkerLimits, ports: WorkerPorts) {
    this.#store = store;
    this.#limits = limits;
    this.#ports = ports;
    this.#claims = new ClaimQueue(store, limits, ports);
    const { timer } = ports;
    this.#outcomes = new OutcomeBatch(limits.concurrency / 2, timer, (outcomes) => this.#complete(outcomes));
  }

  /** Requests in flight, and those whose outcome is not on disk yet. */
  get running(): number {
    return this.#claims.limiter.running;
  }

  /** Sets the topic versions to deliver from now on. */
  setVersions(versions: TopicVersions): void {
    this.#versions = versions;
  }

  /** Queries for work now instead of after the idle interval. */
  wake(): void {
    this.#includesNew = true;
    this.refill();
  }

  /** Queries for more work of hosts that have had some. */
  refill(): void {
    this.#wasWoken = true;
    this.#scheduleClaim(0);
  }

  /** Stops claiming, gives back queued claims, and resolves when the running ones are complete. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelClaim?.();
    await this.#claiming;
    const queued = this.#claims.limiter.clear();
    if (queued.length > 0) {
      const released = queued.map(({ id, token }) => ({ id, token, signal: undefined }));
      await this.#store.complete(released, this.#ports.clock(), this.#limits.maxFailures).catch(() => []);
    }
    if (this.#claims.limiter.running > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  #scheduleClaim(afterMs: number): void {
    if (this.#isStopped || this.#isClaiming) return;
    this.#cancelClaim?.();
    this.#cancelClaim = this.#ports.timer(() => {
      if (afterMs > 0) this.#includesNew = true;
      this.#claiming = this.#claim();
    }, afterMs);
  }

  async #claim(): Promise<void> {
    if (this.#isClaiming || this.#isStopped) return;
    this.#isClaiming = true;
    this.#wasWoken = false;
    const includesNew = this.#includesNew;
    this.#includesNew = false;
    let hasFailed = false;
    let nextMs = this.#limits.idleMs;
    try {
      if (this.#versions !== undefined && (await this.#claims.fill(this.#versions, includesNew))) nextMs = 0;
    } catch (error) {
      this.#ports.onFault(error);
      this.#includesNew ||= includesNew;
      hasFailed = true;
      nextMs = RETRY_AFTER_FAULT_MS;
    }
    this.#isClaiming = false;
    this.#start();
    this.#scheduleClaim(this.#wasWoken && !hasFailed ? 0 : nextMs);
  }

  #start(): void {
    this.#cancelStart?.();
    this.#cancelStart = undefined;
    if (this.#isStopped) return;
    for (const started of this.#claims.start()) void this.#run(started);
  }

  async #run(started: StartedTask<Claim>): Promise<void> {
    const { task: claim } = started;
    const { id, token, expiresAt } = claim;
    const isStale = this.#ports.clock() > expiresAt - CLAIM_MS + MAX_QUEUED_MS;
    let tookLong = false;
    const cancel = this.#ports.timer(() => {
      tookLong = true;
      this.#claims.limiter.markSlow(started);
      this.#start();
    }, SLOW_AFTER_MS);
    const startedAt = this.#ports.clock();
    const signal = isStale ? undefined : await this.#ports.attempt(claim);
    cancel();
    this.#claims.limiter.responded(started, tookLong);
    const attempt = attemptOf(claim.subscription, signal, startedAt, this.#ports.clock());
    this.#outcomes.add({ id, token, signal, attempt });
    // Deferred until all responses that have arrived are read: starting requests in one batch costs less.
    this.#cancelStart ??= this.#ports.timer(() => this.#start(), 0);
  }

  async #complete(outcomes: readonly ClaimOutcome[]): Promise<void> {
    const { clock, onTermination, onFault } = this.#ports;
    try {
      const terminations = await this.#store.complete(outcomes, clock(), this.#limits.maxFailures);
      for (const termination of terminations) onTermination(termination);
    } catch (error) {
      // The claims expire, and the work is done again.
      onFault(error);
    }
    const needsRefill = this.#claims.release(outcomes);
    this.#start();
    // Claiming only at half empty saves a transaction per delivery.
    if (outcomes.some(({ attempt }) => attempt?.kind === "verification")) this.#includesNew = true;
    if (needsRefill) this.refill();
    if (this.#claims.limiter.running === 0) this.#onIdle?.();
  }
}
