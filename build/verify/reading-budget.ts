/** Time for reading files back. The pace so far predicts how long the next file takes. */
export class ReadingBudget {
  readonly #clock: () => number;
  readonly #endsAt: number;
  #spentMs = 0;
  #readBytes = 0;

  static unlimited(): ReadingBudget {
    return new ReadingBudget(() => 0, Infinity);
  }

  static none(): ReadingBudget {
    return new ReadingBudget(() => 0, 0);
  }

  /** Starts at once. The clock gives milliseconds from an arbitrary moment. */
  constructor(clock: () => number, budgetMs: number) {
    this.#clock = clock;
    this.#endsAt = clock() + budgetMs;
  }

  /** True if reading so many bytes is expected to end in time. */
  allows(bytes: number): boolean {
    const expectedMs = (this.#spentMs / Math.max(1, this.#readBytes)) * bytes;
    return this.#clock() + expectedMs < this.#endsAt;
  }

  /** Runs a read and measures its pace. */
  spend(bytes: number, read: () => void): void {
    const startedAt = this.#clock();
    read();
    this.#spentMs += this.#clock() - startedAt;
    this.#readBytes += bytes;
  }
}
