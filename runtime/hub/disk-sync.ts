import { close, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

/** Puts what was written to a descriptor on disk. */
export type Sync = (descriptor: number) => Promise<void>;

const fdatasyncNow: Sync = promisify(fdatasync);

/**
 * Puts what was written to a file on disk without holding up the thread. Whoever asks while that is under way
 * shares the next one with all others who asked meanwhile.
 */
export class DiskSync {
  readonly #descriptor: number;
  readonly #sync: Sync;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(file: string, sync: Sync = fdatasyncNow) {
    this.#descriptor = openSync(file, "r+");
    this.#sync = sync;
  }

  /**
   * Answers when all that was written before the call is on disk. Fails for good after one failure: the system may
   * have dropped what it could not write, and a later success would say nothing about it.
   */
  flush(): Promise<void> {
    const next = (this.#next ??= this.#running.then(() => {
      this.#running = next;
      this.#next = undefined;
      return this.#sync(this.#descriptor).catch(refuse);
    }));
    return next;
  }

  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => {});
    await promisify(close)(this.#descriptor);
  }
}

function refuse(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `what was written may not be on disk (${reason}): mend the disk, then start again`;
  throw new Error(message, { cause: error });
}
