import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { type Digest, makeParents } from "./write-artifact.ts";

/** A turn of the thread pool costs more than writing the few reviews of a day. */
const MIN_WRITE_BYTES = 1 << 18;

/** Hashes a file while it is written. */
export class HashedFile {
  readonly #hash = createHash("sha256");
  readonly #handle: FileHandle;
  #bytes = 0;
  readonly #pending: Uint8Array[] = [];
  #pendingBytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(folder: string, file: string): Promise<HashedFile> {
    makeParents(folder, file);
    return new HashedFile(await open(join(folder, file), "wx"));
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#bytes += bytes.length;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= MIN_WRITE_BYTES) await this.#writePending();
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    await this.#writePending();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #writePending(): Promise<void> {
    const bytes = Buffer.concat(this.#pending.splice(0));
    this.#pendingBytes = 0;
    this.#hash.update(bytes);
    await this.#handle.writeFile(bytes);
  }

  digest(): Digest {
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}
