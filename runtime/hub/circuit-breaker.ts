/** What was heard of a host this long ago says nothing about now. */
const MEMORY_MS = 15 * 60_000;
const MIN_HOSTS = 20;
const MAX_HOSTS = 10_000;

/**
 * Tells our outage from theirs: while more than half of at least 20 hosts failed last time, something between us and
 * the world is broken, and failures do not count.
 */
export class CircuitBreaker {
  /** Least recently heard of first. */
  readonly #hosts = new Map<string, { readonly at: number; readonly failed: boolean }>();
  #failed = 0;

  note(host: string, failed: boolean, now: number): void {
    this.#forget(host);
    this.#hosts.set(host, { at: now, failed });
    if (failed) this.#failed += 1;
    for (const [oldest, { at }] of this.#hosts) {
      if (Math.abs(now - at) <= MEMORY_MS && this.#hosts.size <= MAX_HOSTS) break;
      this.#forget(oldest);
    }
  }

  get isOpen(): boolean {
    return this.#hosts.size >= MIN_HOSTS && this.#failed * 2 > this.#hosts.size;
  }

  #forget(host: string): void {
    if (this.#hosts.get(host)?.failed === true) this.#failed -= 1;
    this.#hosts.delete(host);
  }
}
