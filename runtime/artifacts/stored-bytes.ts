import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { open, stat } from "node:fs/promises";

/** The bytes of a representation: in memory, or left in their file. */
export type Bytes = Buffer | StoredBytes;

const BYTES_PER_READ = 262_144;

/**
 * A part of a file, or all of it, that is read whenever it is needed. The file is recognized by its number, size and time
 * of change: once it has been verified, no other bytes are read as it.
 */
export class StoredBytes {
  readonly length: number;
  readonly #file: string;
  readonly #version: string;
  readonly #start: number;

  private constructor(file: string, version: string, start: number, end: number) {
    this.#file = file;
    this.#version = version;
    this.#start = start;
    this.length = end - start;
  }

  /** Undefined if the file has another length. Does not verify the bytes. */
  static async find(file: string, bytes: number): Promise<StoredBytes | undefined> {
    const found = await stat(file, { bigint: true });
    return Number(found.size) === bytes ? new StoredBytes(file, versionOf(found), 0, bytes) : undefined;
  }

  /** True if both are the same file, perhaps by different names. */
  isSameFile(other: Bytes): boolean {
    return other instanceof StoredBytes && other.#version === this.#version;
  }

  /** True unless the file was replaced or changed. */
  isIntact(): boolean {
    const found = statSync(this.#file, { bigint: true, throwIfNoEntry: false });
    return found !== undefined && versionOf(found) === this.#version;
  }

  /** Like that of Buffer. */
  subarray(start: number, end = this.length): StoredBytes {
    return new StoredBytes(this.#file, this.#version, this.#start + start, this.#start + end);
  }

  /** Reads everything before it returns. */
  read(): Buffer {
    const file = openSync(this.#file, "r");
    try {
      if (versionOf(fstatSync(file, { bigint: true })) !== this.#version) throw this.#changed();
      const buffer = Buffer.allocUnsafeSlow(this.length);
      for (let at = 0; at < this.length;) {
        const bytesRead = readSync(file, buffer, at, this.length - at, this.#start + at);
        if (bytesRead === 0) throw this.#changed();
        at += bytesRead;
      }
      return buffer;
    } finally {
      closeSync(file);
    }
  }

  /** Reads piece by piece; with a buffer, each piece is overwritten by the next. */
  async *pieces(buffer?: Buffer): AsyncGenerator<Buffer> {
    const file = await open(this.#file);
    try {
      if (versionOf(await file.stat({ bigint: true })) !== this.#version) throw this.#changed();
      for (let at = 0; at < this.length;) {
        const piece = buffer ?? Buffer.allocUnsafeSlow(Math.min(BYTES_PER_READ, this.length - at));
        const length = Math.min(piece.length, this.length - at);
        const { bytesRead } = await file.read(piece, 0, length, this.#start + at);
        if (bytesRead === 0) throw this.#changed();
        yield piece.subarray(0, bytesRead);
        at += bytesRead;
      }
    } finally {
      await file.close();
    }
  }

  #changed(): Error {
    return new Error(`${this.#file} has changed since it was verified`);
  }
}

interface FileVersion {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

const versionOf = ({ dev, ino, size, mtimeNs }: FileVersion): string => `${dev}-${ino}-${size}-${mtimeNs}`;

/** All of the bytes in memory. */
export const heldBytes = (bytes: Bytes): Buffer => (bytes instanceof StoredBytes ? bytes.read() : bytes);

const BYTES_PER_HASHED_PIECE = 1_048_576;

/** The bytes in order, for one reader that needs each piece only until the next. */
export const hashedPieces = (bytes: Bytes): readonly Buffer[] | AsyncIterable<Buffer> =>
  bytes instanceof StoredBytes
    ? bytes.pieces(Buffer.allocUnsafeSlow(Math.min(bytes.length, BYTES_PER_HASHED_PIECE)))
    : [bytes];
