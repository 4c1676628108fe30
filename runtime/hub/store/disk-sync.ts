import { type FileHandle, open } from "node:fs/promises";

/** Flushes a file's written data to disk. */
export type Sync = (file: FileHandle) => Promise<void>;

/** A method of the file handle, because Node's permission model forbids `fs.fdatasync`. */
const datasync: Sync = (file) => file.datasync();

/** Flushes a file to disk off the event loop. Calls made during a flush share the next one (group commit). */
export class DiskSync {
  readonly #file: Promise<FileHandle>;
  readonly #sync: Sync;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(path: string, sync: Sync = datasync) {
    this.#file = open(path, "r+");
    // Every flush awaits the file and rejects if it cannot be opened.
    this.#file.catch(() => {});
    this.#sync = sync;
  }

  /**
   * Resolves when everything written before the call is on disk. After one failure all later calls reject: the kernel
   * may have dropped the dirty pages, and a later fdatasync that succeeds would not cover them.
   */
  flush(): Promise<void> {
    this.#next ??= this.#flushAfter(this.#running);
    return this.#next;
  }

  async #flushAfter(previous: Promise<void>): Promise<void> {
    await previous;
    // Later callers need another flush: their data may be written after this one starts.
    this.#running = this.#next ?? previous;
    this.#next = undefined;
    await this.#file.then(this.#sync).catch(rethrow);
  }

  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => {});
    const file = await this.#file.catch(() => undefined);
    await file?.close();
  }
}

function rethrow(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `written data may not be on disk (${reason}): fix the disk, then restart the sidecar`;
  throw new Error(message, { cause: error });
}
