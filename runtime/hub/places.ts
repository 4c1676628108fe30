/** Who may begin: places for requests, bounded in all and for each host, and what waits for them. */
export class Places<Task> {
  readonly #total: number;
  readonly #perHost: number;
  readonly #aheadPerHost: number;
  /** By host; the host whose turn it is first. */
  readonly #queues = new Map<string, Task[]>();
  readonly #active = new Map<string, number>();
  #queued = 0;
  #running = 0;

  constructor(total: number, perHost: number, aheadPerHost: number) {
    this.#total = total;
    this.#perHost = perHost;
    this.#aheadPerHost = aheadPerHost;
  }

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
  fill(): [host: string, task: Task][] {
    const begun: [string, Task][] = [];
    // A copy, for hosts move to the end of the line meanwhile.
    for (const [host, queue] of Array.from(this.#queues)) {
      const active = this.#active.get(host) ?? 0;
      const free = Math.min(this.#total - this.#running, this.#perHost - active);
      if (this.#running >= this.#total) break;
      if (free <= 0) continue;
      const tasks = queue.splice(0, free);
      for (const task of tasks) begun.push([host, task]);
      this.#active.set(host, active + tasks.length);
      this.#running += tasks.length;
      this.#queued -= tasks.length;
      this.#queues.delete(host);
      if (queue.length > 0) this.#queues.set(host, queue);
    }
    return begun;
  }

  /** A task of the host ended. */
  free(host: string): void {
    this.#running -= 1;
    const active = (this.#active.get(host) ?? 1) - 1;
    if (active === 0) this.#active.delete(host);
    else this.#active.set(host, active);
  }

  /** Whether the host will soon have nothing left to begin. */
  isLow(host: string): boolean {
    return (this.#queues.get(host)?.length ?? 0) * 2 <= this.#aheadPerHost;
  }

  /** How many more tasks may wait, host by host: a slow host cannot fill the line. */
  room(): Room {
    const left = new Map<string, number>();
    for (const [host, queue] of this.#queues) left.set(host, this.#aheadPerHost - queue.length);
    const fullHosts = [...left].filter(([, places]) => places <= 0).map(([host]) => host);
    let wasLimited = fullHosts.length > 0;
    const take = (host: string): boolean => {
      const places = left.get(host) ?? this.#aheadPerHost;
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
