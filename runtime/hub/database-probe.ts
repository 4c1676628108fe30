import type { Timer } from "./policy.ts";
import type { SqlStore } from "./store/sql-store.ts";

const PROBE_INTERVAL_MS = 5000;
const EXAMINE_INTERVAL_MS = 86_400_000;

interface DatabaseProbePorts {
  readonly clock: () => number;
  readonly timer: Timer;
  readonly onFault: (error: unknown) => void;
}

/**
 * Probes the hub's database every few seconds, so that its loss is known even if no request comes, and reads the whole
 * of it once a day.
 */
export class DatabaseProbe {
  readonly #ports: DatabaseProbePorts;
  #isHealthy = true;
  #examinedAt = 0;
  #cancel = (): void => {};
  #isStopped = false;

  constructor(ports: DatabaseProbePorts) {
    this.#ports = ports;
  }

  get isHealthy(): boolean {
    return this.#isHealthy;
  }

  /** Records a fault found elsewhere. The next probe then has to write as well. */
  fault(): void {
    this.#isHealthy = false;
  }

  /** Starts with a store that was examined when it was opened. */
  start(store: SqlStore): void {
    this.#isHealthy = true;
    this.#examinedAt = this.#ports.clock();
    this.#schedule(store);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #schedule(store: SqlStore): void {
    if (!this.#isStopped) this.#cancel = this.#ports.timer(() => void this.#probe(store), PROBE_INTERVAL_MS);
  }

  async #probe(store: SqlStore): Promise<void> {
    const now = this.#ports.clock();
    try {
      await store.probe(!this.#isHealthy);
      if (Math.abs(now - this.#examinedAt) >= EXAMINE_INTERVAL_MS) {
        await store.examine();
        this.#examinedAt = now;
      }
      this.#isHealthy = true;
    } catch (error) {
      this.#isHealthy = false;
      this.#ports.onFault(error);
    }
    this.#schedule(store);
  }
}
