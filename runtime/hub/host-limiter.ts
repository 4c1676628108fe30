import { forgetOldest } from "../../model/forget-oldest.ts";
import { type Lane, Permits } from "./permits.ts";

/** Limits on the queued tasks of a host: the initial one, the maximum for fast hosts, and the one for slow hosts. */
const INITIAL_PREFETCH = 4;
const MAX_PREFETCH = 64;
const SLOW_PREFETCH = 2;
const MAX_SLOW_HOSTS = 10_000;

export interface StartedTask<Task> {
  readonly host: string;
  readonly task: Task;
  readonly lane: Lane;
  /** The host's registrable domain in the new lane. */
  readonly newDomain: string | undefined;
}

/** Permits to queue tasks of a host, so that a slow host cannot fill the queue. */
export interface PrefetchPermits {
  readonly saturatedHosts: readonly string[];
  readonly tryAcquire: (host: string) => boolean;
  /** True once a permit was denied or a host is saturated. */
  readonly wereLimited: () => boolean;
}

/**
 * Queues tasks and limits how many run, in total and per host. A task that takes long moves to the slow pool, and later
 * tasks of its host start there (a bulkhead), so that unresponsive hosts cannot exhaust the permits of the others.
 * Anyone can make work for a new host, so its tasks run in a lane of their own, limited by domain.
 */
export class HostLimiter<Task> {
  readonly #permits: Permits;
  readonly #perHost: number;
  /** Tasks by host, in round-robin order. */
  readonly #queues = new Map<string, Task[]>();
  readonly #active = new Map<string, number>();
  readonly #prefetch = new Map<string, number>();
  /** Hosts whose last task took long, least recently slow first. */
  readonly #slowHosts = new Set<string>();
  /** The registrable domains of queued hosts that never confirmed anything. */
  readonly #newDomains = new Map<string, string>();

  constructor(total: number, perHost: number) {
    this.#permits = new Permits(total);
    this.#perHost = perHost;
  }

  /** Tasks that hold a permit, including those whose outcome is not on disk yet. */
  get running(): number {
    return this.#permits.held;
  }

  /** The number of queued tasks of new hosts, or of all others. */
  queued(hosts: "new" | "known"): number {
    let count = 0;
    for (const [host, { length }] of this.#queues) {
      if (this.#newDomains.has(host) === (hosts === "new")) count += length;
    }
    return count;
  }

  /** `newDomain`: the registrable domain of a host that never confirmed anything. */
  enqueue(host: string, task: Task, newDomain?: string): void {
    if (newDomain === undefined) this.#newDomains.delete(host);
    else this.#newDomains.set(host, newDomain);
    const queue = this.#queues.get(host);
    if (queue === undefined) this.#queues.set(host, [task]);
    else queue.push(task);
  }

  /** Dequeues the tasks that may start now and takes their permits, host by host in round-robin order. */
  start(): StartedTask<Task>[] {
    const started: StartedTask<Task>[] = [];
    // Copied, because served hosts are moved to the end.
    for (const [host, queue] of Array.from(this.#queues)) {
      const newDomain = this.#newDomains.get(host);
      const lane = newDomain === undefined ? this.#knownLane(host) : "new";
      const active = this.#active.get(host) ?? 0;
      const count = Math.min(this.#permits.free(lane, newDomain), this.#perHost - active, queue.length);
      if (count <= 0) continue;
      for (const task of queue.splice(0, count)) started.push({ host, task, lane, newDomain });
      this.#active.set(host, active + count);
      this.#permits.take(lane, count, newDomain);
      this.#queues.delete(host);
      if (queue.length > 0) this.#queues.set(host, queue);
      else this.#newDomains.delete(host);
    }
    return started;
  }

  #knownLane(host: string): Lane {
    return this.#slowHosts.has(host) ? "slow" : "main";
  }

  /** Moves a task that takes long to the slow pool. In the new lane, slowness is expected and delays no other host. */
  markSlow({ host, lane }: StartedTask<Task>): void {
    if (lane === "new") return;
    if (lane === "main") this.#permits.move("main", "slow");
    this.#prefetch.set(host, SLOW_PREFETCH);
    this.#slowHosts.delete(host);
    this.#slowHosts.add(host);
    forgetOldest(this.#slowHosts, MAX_SLOW_HOSTS);
  }

  /**
   * Records a response: the host may get its next request before the outcome is on disk. Until then the task holds a
   * permit of the main pool, or of the new lane.
   */
  responded({ host, lane }: StartedTask<Task>, tookLong: boolean): void {
    const active = (this.#active.get(host) ?? 1) - 1;
    if (active === 0) this.#active.delete(host);
    else this.#active.set(host, active);
    if (lane === "slow" || (lane === "main" && tookLong)) this.#permits.move("slow", "main");
    if (!tookLong) {
      this.#slowHosts.delete(host);
      this.#prefetch.set(host, Math.min(MAX_PREFETCH, this.#prefetchOf(host) * 2));
    }
    if (active === 0 && !this.#queues.has(host)) this.#prefetch.delete(host);
  }

  /** Returns a permit to its pool once the outcome of the task is on disk. */
  releasePermit({ lane, newDomain }: StartedTask<Task>): void {
    this.#permits.take(lane === "new" ? "new" : "main", -1, newDomain);
  }

  /** True once at most half of the host's prefetched tasks are left. */
  needsRefill(host: string): boolean {
    return (this.#queues.get(host)?.length ?? 0) * 2 <= this.#prefetchOf(host);
  }

  #prefetchOf(host: string): number {
    return this.#prefetch.get(host) ?? INITIAL_PREFETCH;
  }

  prefetchPermits(): PrefetchPermits {
    const permits = new Map<string, number>();
    for (const [host, queue] of this.#queues) permits.set(host, this.#prefetchOf(host) - queue.length);
    const saturatedHosts = [...permits].filter(([, left]) => left <= 0).map(([host]) => host);
    let wereLimited = saturatedHosts.length > 0;
    const tryAcquire = (host: string): boolean => {
      const left = permits.get(host) ?? this.#prefetchOf(host);
      if (left > 0) permits.set(host, left - 1);
      else wereLimited = true;
      return left > 0;
    };
    return { saturatedHosts, tryAcquire, wereLimited: () => wereLimited };
  }

  /** Removes and returns all queued tasks. */
  clear(): Task[] {
    const queued = [...this.#queues.values()].flat();
    this.#queues.clear();
    return queued;
  }
}
