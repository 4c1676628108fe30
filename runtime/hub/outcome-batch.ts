import type { Timer } from "./policy.ts";
import type { ClaimOutcome } from "./store/store.ts";

/** Writes outcomes in one transaction. Must not reject. */
type WriteOutcomes = (outcomes: readonly ClaimOutcome[]) => Promise<void>;

const FLUSH_INTERVAL_MS = 8;

/** Collects outcomes and writes those of a few milliseconds in one transaction. */
export class OutcomeBatch {
  readonly #flushSize: number;
  readonly #timer: Timer;
  readonly #write: WriteOutcomes;
  #waiting: ClaimOutcome[] = [];
  #isWriting = false;
  #cancelFlush: (() => void) | undefined;

  /** A batch of `flushSize` outcomes is written without waiting for the interval. */
  constructor(flushSize: number, timer: Timer, write: WriteOutcomes) {
    this.#flushSize = flushSize;
    this.#timer = timer;
    this.#write = write;
  }

  add(outcome: ClaimOutcome): void {
    this.#waiting.push(outcome);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isWriting || this.#waiting.length === 0) return;
    if (this.#waiting.length >= this.#flushSize) void this.#flush();
    else this.#cancelFlush ??= this.#timer(() => void this.#flush(), FLUSH_INTERVAL_MS);
  }

  async #flush(): Promise<void> {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    if (this.#isWriting) return;
    this.#isWriting = true;
    const batch = this.#waiting;
    this.#waiting = [];
    await this.#write(batch);
    this.#isWriting = false;
    this.#schedule();
  }
}
