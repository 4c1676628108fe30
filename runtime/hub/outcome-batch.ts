import type { HubPolicy } from "./policy.ts";
import type { Ended, Settlement, SubscriptionStore } from "./store/store.ts";
import type { Timer } from "./timer.ts";

export interface SettlementPorts {
  readonly clock: () => number;
  readonly timer: Timer;
  readonly onEnded: (ended: Ended) => void;
  readonly onFault: (error: unknown) => void;
  /** These are on disk now, or the store failed and their claims will end by themselves. */
  readonly onSettled: (settlements: readonly Settlement[]) => void;
}

const GATHER_MS = 8;

/** How work ended, gathered: what ends within a few milliseconds is written in one transaction. */
export class OutcomeBatch {
  readonly #store: SubscriptionStore;
  readonly #policy: HubPolicy;
  readonly #ports: SettlementPorts;
  #waiting: Settlement[] = [];
  #isWriting = false;
  #cancel: (() => void) | undefined;

  constructor(store: SubscriptionStore, policy: HubPolicy, ports: SettlementPorts) {
    this.#store = store;
    this.#policy = policy;
    this.#ports = ports;
  }

  add(settlement: Settlement): void {
    this.#waiting.push(settlement);
    this.#writeSoon();
  }

  #writeSoon(): void {
    if (this.#isWriting || this.#waiting.length === 0) return;
    // HostLimiter are free again when it is written: half of them must not wait.
    if (this.#waiting.length * 2 >= this.#policy.concurrency) void this.#write();
    else this.#cancel ??= this.#ports.timer(() => void this.#write(), GATHER_MS);
  }

  async #write(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#isWriting) return;
    this.#isWriting = true;
    const batch = this.#waiting;
    this.#waiting = [];
    const { clock, onEnded, onFault, onSettled } = this.#ports;
    try {
      const ended = await this.#store.settle(batch, clock(), this.#policy.maxFailures);
      for (const one of ended) onEnded(one);
    } catch (error) {
      // The claims end by themselves, and the work is done again.
      onFault(error);
    }
    this.#isWriting = false;
    this.#writeSoon();
    onSettled(batch);
  }
}
