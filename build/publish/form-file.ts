import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** A file that is hashed while it is written. It is safe on disk once its release was flushed. */
export class FormFile {
  readonly #hash = createHash("sha256");
  readonly #handle: FileHandle;
  #bytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(file: string): Promise<FormFile> {
    await mkdir(dirname(file), { recursive: true });
    return new FormFile(await open(file, "wx"));
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    let at = 0;
    while (at < bytes.length) at += (await this.#handle.write(bytes, at)).bytesWritten;
  }

  async close(): Promise<{ readonly bytes: number; readonly sha256: string }> {
    await this.#handle.close();
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}
