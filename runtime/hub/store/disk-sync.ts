import { type FileHandle, open } from "node:fs/promises";

/** Puts what was written to a file on disk. */
export type Sync = (file: FileHandle) => Promise<void>;

/** Node's permission model forbids `fs.fdatasync`, and lets this pass. */
const datasync: Sync = (file) => file.datasync();

/**
 * Puts what was written to a file on disk without holding up the thread. Whoever asks while that is under way
 * shares the next one with all others who asked meanwhile.
 */
export class DiskSync {
  readonly #file: Promise<FileHandle>;
  readonly #sync: Sync;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(path: string, sync: Sync = datasync) {
    this.#file = open(path, "r+");
    // Whoever asks is told.
    this.#file.catch(() => {});
    this.#sync = sync;
  }

  /**
   * Answers when all that was written before the call is on disk. Fails for good after one failure: the system may
   * have dropped what it could not write, and a later success would say nothing about it.
   */
  flush(): Promise<void> {
    this.#next ??= this.#flushAfter(this.#running);
    return this.#next;
  }

  async #flushAfter(before: Promise<void>): Promise<void> {
    await before;
    // From here on it is too late to share this one.
    this.#running = this.#next ?? before;
    this.#next = undefined;
    await this.#file.then(this.#sync).catch(refuse);
  }

  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => {});
    const file = await this.#file.catch(() => undefined);
    await file?.close();
  }
}

function refuse(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `what was written may not be on disk (${reason}): mend the disk, then start again`;
  throw new Error(message, { cause: error });
}
