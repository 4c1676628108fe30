/** Outcomes older than this are forgotten. */
const WINDOW_MS = 15 * 60_000;
const MIN_HOSTS = 20;
const MAX_HOSTS = 10_000;

/**
 * Detects an outage on our side: open while the last request to more than half of at least 20 hosts failed. Failures do
 * not count while it is open.
 */
export class CircuitBreaker {
  /** Least recently recorded first. */
  readonly #hosts = new Map<string, { readonly at: number; readonly failed: boolean }>();
  #failedHosts = 0;

  record(host: string, failed: boolean, now: number): void {
    this.#forget(host);
    this.#hosts.set(host, { at: now, failed });
    if (failed) this.#failedHosts += 1;
    for (const [oldest, { at }] of this.#hosts) {
      if (Math.abs(now - at) <= WINDOW_MS && this.#hosts.size <= MAX_HOSTS) break;
      this.#forget(oldest);
    }
  }

  get isOpen(): boolean {
    return this.#hosts.size >= MIN_HOSTS && this.#failedHosts * 2 > this.#hosts.size;
  }

  #forget(host: string): void {
    if (this.#hosts.get(host)?.failed === true) this.#failedHosts -= 1;
    this.#hosts.delete(host);
  }
}
