/** Work in steps of a few tenths of a millisecond, which yields after each. */
export type Task<T> = Generator<undefined, T>;

/** With the last step and a garbage collection, a turn of the loop stays below 10 ms. */
const SLICE_MS = 3;
/** Tasks that have started and therefore hold memory. Queued ones wait their turn. */
const MAX_STARTED = 32;
/** Tasks that wait. At 100,000 reviews, so many searches take some seconds. */
const MAX_WAITING = 512;

/** Rejects a task that would wait too long, or that nobody waits for. */
export class OverloadError extends Error {}

interface Entry {
  readonly task: Task<unknown>;
  /** False once everybody who waited for the result has gone. */
  readonly isAwaited: () => boolean;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Runs tasks of the thread that answers requests, one slice of a few milliseconds in each turn of the event loop,
 * however many tasks there are. Tasks take turns after every step, so a short one does not wait for a long one.
 */
export class TimeSlices {
  readonly #started: Entry[] = [];
  readonly #waiting: Entry[] = [];
  readonly #clock: () => number;
  #isScheduled = false;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Starts a task at once. */
  run<T>(task: Task<T>): Promise<T> {
    return this.#add(this.#started, task, () => true);
  }

  /** Starts a task when few others run. A bounded number of them wait, and none goes on that is not awaited. */
  async runQueued<T>(task: Task<T>, isAwaited: () => boolean): Promise<T> {
    if (this.#waiting.length >= MAX_WAITING) throw new OverloadError();
    return this.#add(this.#waiting, task, isAwaited);
  }

  #add<T>(entries: Entry[], task: Task<T>, isAwaited: () => boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      entries.push({ task, isAwaited, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#runSlice();
    });
  }

  #runSlice(): void {
    const endsAt = this.#clock() + SLICE_MS;
    do {
      const waiting = this.#started.length < MAX_STARTED ? this.#waiting.shift() : undefined;
      const entry = waiting ?? this.#started.shift();
      if (entry === undefined) return;
      if (!step(entry)) this.#started.push(entry);
    } while (this.#clock() < endsAt);
    this.#schedule();
  }
}

/** Runs one step and returns true if the task has ended. */
function step({ task, isAwaited, resolve, reject }: Entry): boolean {
  try {
    if (!isAwaited()) throw new OverloadError();
    const { done, value } = task.next();
    if (done === true) resolve(value as never);
    return done === true;
  } catch (error) {
    reject(error);
    return true;
  }
}

/** The slices of this process: searches and the preparation of releases share them. */
export const slices = new TimeSlices();
