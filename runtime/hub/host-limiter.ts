import { forgetOldest } from "../../model/forget-oldest.ts";

/** Waiting tasks of a host at first, and the most for one that answers fast. */
const FIRST_AHEAD = 4;
const MAX_AHEAD = 64;
const SLOW_AHEAD = 2;

/** How many slow tasks may be on their way beside the places, for each place. */
const SLOW_PER_PLACE = 15;
const MAX_SLOW_HOSTS = 10_000;

export interface Begun<Task> {
  readonly host: string;
  readonly task: Task;
  /** It goes on beside the places. */
  readonly isSlow: boolean;
}

/**
 * Who may begin: places for requests, bounded in all and for each host, and what waits for them. A task that takes
 * long gives its place to another and goes on beside them, so that hosts that hang cannot take all places.
 */
export class HostLimiter<Task> {
  readonly #total: number;
  readonly #perHost: number;
  /** By host; the host whose turn it is first. */
  readonly #queues = new Map<string, Task[]>();
  readonly #active = new Map<string, number>();
  /** How many tasks of a host may wait: more for one that answers fast. */
  readonly #ahead = new Map<string, number>();
  /** Hosts that took long last time, least recently used first: they begin beside the places. */
  readonly #slowHosts = new Set<string>();
  #queued = 0;
  #running = 0;
  #slow = 0;

  constructor(total: number, perHost: number) {
    this.#total = total;
    this.#perHost = perHost;
  }

  /** Begun, and not on disk yet how it ended. */
  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#queued;
  }

  queue(host: string, task: Task): void {
    const queue = this.#queues.get(host);
    if (queue === undefined) this.#queues.set(host, [task]);
    else queue.push(task);
    this.#queued += 1;
  }

  /** Takes what can begin now, hosts in turns. */
  fill(): Begun<Task>[] {
    const begun: Begun<Task>[] = [];
    if (this.#free(true) <= 0) return begun;
    // A copy, for hosts move to the end of the line meanwhile.
    for (const [host, queue] of Array.from(this.#queues)) {
      const isSlow = this.#slowHosts.has(host);
      const active = this.#active.get(host) ?? 0;
      const free = Math.min(this.#free(isSlow), this.#perHost - active);
      if (free <= 0) continue;
      const tasks = queue.splice(0, free);
      for (const task of tasks) begun.push({ host, task, isSlow });
      this.#active.set(host, active + tasks.length);
      this.#running += tasks.length;
      if (isSlow) this.#slow += tasks.length;
      this.#queued -= tasks.length;
      this.#queues.delete(host);
      if (queue.length > 0) this.#queues.set(host, queue);
    }
    return begun;
  }

  #free(isSlow: boolean): number {
    const beside = this.#total * SLOW_PER_PLACE - this.#slow;
    return isSlow ? beside : Math.min(this.#total - (this.#running - this.#slow), beside);
  }

  /** A task takes long: its place goes to another, and its host begins beside the places from now on. */
  slow(host: string, wasSlow: boolean): void {
    if (!wasSlow) this.#slow += 1;
    this.#ahead.set(host, SLOW_AHEAD);
    this.#slowHosts.delete(host);
    this.#slowHosts.add(host);
    forgetOldest(this.#slowHosts, MAX_SLOW_HOSTS);
  }

  /** The host has answered: it can be asked again, though what it said is not on disk yet. */
  answered(host: string, how: { readonly isBeside: boolean; readonly tookLong: boolean }): void {
    const active = (this.#active.get(host) ?? 1) - 1;
    if (active === 0) this.#active.delete(host);
    else this.#active.set(host, active);
    if (how.isBeside) this.#slow -= 1;
    if (!how.tookLong) {
      this.#slowHosts.delete(host);
      this.#ahead.set(host, Math.min(MAX_AHEAD, this.#aheadOf(host) * 2));
    }
    if (active === 0 && !this.#queues.has(host)) this.#ahead.delete(host);
  }

  /** How a task ended is on disk now: its place is free. */
  settled(): void {
    this.#running -= 1;
  }

  /** Whether the host will soon have nothing left to begin. */
  isLow(host: string): boolean {
    return (this.#queues.get(host)?.length ?? 0) * 2 <= this.#aheadOf(host);
  }

  #aheadOf(host: string): number {
    return this.#ahead.get(host) ?? FIRST_AHEAD;
  }

  /** How many more tasks may wait, host by host: a slow host cannot fill the line. */
  room(): Room {
    const left = new Map<string, number>();
    for (const [host, queue] of this.#queues) left.set(host, this.#aheadOf(host) - queue.length);
    const fullHosts = [...left].filter(([, places]) => places <= 0).map(([host]) => host);
    let wasLimited = fullHosts.length > 0;
    const take = (host: string): boolean => {
      const places = left.get(host) ?? this.#aheadOf(host);
      if (places > 0) left.set(host, places - 1);
      else wasLimited = true;
      return places > 0;
    };
    return { fullHosts, take, wasLimited: () => wasLimited };
  }

  /** Everything that waits; nothing waits any more. */
  clear(): Task[] {
    const waiting = [...this.#queues.values()].flat();
    this.#queues.clear();
    this.#queued = 0;
    return waiting;
  }
}

interface Room {
  readonly fullHosts: readonly string[];
  /** Takes a place of the host if there is one. */
  readonly take: (host: string) => boolean;
  readonly wasLimited: () => boolean;
}
