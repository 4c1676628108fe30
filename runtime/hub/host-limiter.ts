import { forgetOldest } from "../../model/forget-oldest.ts";

/** Limits on the queued tasks of a host: the initial one, the maximum for fast hosts, and the one for slow hosts. */
const INITIAL_PREFETCH = 4;
const MAX_PREFETCH = 64;
const SLOW_PREFETCH = 2;

/** Capacity of the slow pool, as a multiple of the main pool's. */
const SLOW_POOL_FACTOR = 15;
const MAX_SLOW_HOSTS = 10_000;

export interface StartedTask<Task> {
  readonly host: string;
  readonly task: Task;
  /** It holds a permit of the slow pool. */
  readonly isSlow: boolean;
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
 */
export class HostLimiter<Task> {
  readonly #total: number;
  readonly #perHost: number;
  /** Tasks by host, in round-robin order. */
  readonly #queues = new Map<string, Task[]>();
  readonly #active = new Map<string, number>();
  readonly #prefetch = new Map<string, number>();
  /** Hosts whose last task took long, least recently slow first. */
  readonly #slowHosts = new Set<string>();
  #queued = 0;
  #running = 0;
  #slow = 0;

  constructor(total: number, perHost: number) {
    this.#total = total;
    this.#perHost = perHost;
  }

  /** Tasks that hold a permit, including those whose outcome is not on disk yet. */
  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#queued;
  }

  enqueue(host: string, task: Task): void {
    const queue = this.#queues.get(host);
    if (queue === undefined) this.#queues.set(host, [task]);
    else queue.push(task);
    this.#queued += 1;
  }

  /** Dequeues the tasks that may start now and takes their permits, host by host in round-robin order. */
  start(): StartedTask<Task>[] {
    const started: StartedTask<Task>[] = [];
    if (this.#permits(true) <= 0) return started;
    // Copied, because served hosts are moved to the end.
    for (const [host, queue] of Array.from(this.#queues)) {
      const isSlow = this.#slowHosts.has(host);
      const active = this.#active.get(host) ?? 0;
      const permits = Math.min(this.#permits(isSlow), this.#perHost - active);
      if (permits <= 0) continue;
      const tasks = queue.splice(0, permits);
      for (const task of tasks) started.push({ host, task, isSlow });
      this.#active.set(host, active + tasks.length);
      this.#running += tasks.length;
      if (isSlow) this.#slow += tasks.length;
      this.#queued -= tasks.length;
      this.#queues.delete(host);
      if (queue.length > 0) this.#queues.set(host, queue);
    }
    return started;
  }

  #permits(isSlow: boolean): number {
    const slowPermits = this.#total * SLOW_POOL_FACTOR - this.#slow;
    return isSlow ? slowPermits : Math.min(this.#total - (this.#running - this.#slow), slowPermits);
  }

  /** Moves a task that takes long to the slow pool, unless it started there. */
  markSlow(host: string, startedSlow: boolean): void {
    if (!startedSlow) this.#slow += 1;
    this.#prefetch.set(host, SLOW_PREFETCH);
    this.#slowHosts.delete(host);
    this.#slowHosts.add(host);
    forgetOldest(this.#slowHosts, MAX_SLOW_HOSTS);
  }

  /** Records a response: the host may get its next request before the outcome is on disk. */
  responded(host: string, how: { readonly isSlow: boolean; readonly tookLong: boolean }): void {
    const active = (this.#active.get(host) ?? 1) - 1;
    if (active === 0) this.#active.delete(host);
    else this.#active.set(host, active);
    if (how.isSlow) this.#slow -= 1;
    if (!how.tookLong) {
      this.#slowHosts.delete(host);
      this.#prefetch.set(host, Math.min(MAX_PREFETCH, this.#prefetchOf(host) * 2));
    }
    if (active === 0 && !this.#queues.has(host)) this.#prefetch.delete(host);
  }

  /** Returns a permit to the pool once the outcome of its task is on disk. */
  releasePermit(): void {
    this.#running -= 1;
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
    this.#queued = 0;
    return queued;
  }
}
