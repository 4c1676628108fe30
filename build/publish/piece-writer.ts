import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { makeParents } from "./write-artifact.ts";

/** A turn of the thread pool costs more than writing the few reviews of a day. */
const MIN_WRITE_BYTES = 1 << 18;

/** A file with other bytes than those that were written has another one. */
export interface Checksum {
  readonly bytes: number;
  readonly crc32: number;
}

/** Writes a new file from pieces, several small ones at once. */
export class PieceWriter {
  readonly #handle: FileHandle;
  readonly #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #bytes = 0;
  #crc32 = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(folder: string, file: string): Promise<PieceWriter> {
    makeParents(folder, file);
    return new PieceWriter(await open(join(folder, file), "wx"));
  }

  async write(bytes: Uint8Array): Promise<void> {
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

  checksum(): Checksum {
    return { bytes: this.#bytes, crc32: this.#crc32 };
  }

  async #writePending(): Promise<void> {
    const bytes = Buffer.concat(this.#pending.splice(0));
    this.#pendingBytes = 0;
    this.#bytes += bytes.length;
    this.#crc32 = crc32(bytes, this.#crc32);
    await this.#handle.writeFile(bytes);
  }
}
