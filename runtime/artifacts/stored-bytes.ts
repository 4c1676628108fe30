import { closeSync, fstatSync, openSync, read as readCallback, readSync } from "node:fs";
import { promisify } from "node:util";
import { AlteredError } from "../../model/altered-error.ts";
import { checkListed, READ_FLAGS } from "./listed-file.ts";

/** The bytes of a representation: in memory, or left in their file. */
export type Bytes = Buffer | StoredBytes;

/** A client that reads slowly keeps one piece in memory. Pieces of 64 KiB take half as much CPU time more. */
const BYTES_PER_SENT_PIECE = 262_144;
/** Twice that halves the turns of the thread pool; one more doubling saves nothing. */
const BYTES_PER_HASHED_PIECE = 524_288;

const read = promisify(readCallback);

/** A file that stays open as long as it may be read: it keeps its bytes when its release is replaced or removed. */
interface OpenFile {
  readonly name: string;
  readonly descriptor: number;
  /** As verified. */
  readonly version: string;
}

const openFiles = new FinalizationRegistry<number>(closeSync);

/** A part of a file, or all of it, that is read whenever it is needed. Bytes of a file that was changed are not handed out. */
export class StoredBytes {
  readonly length: number;
  readonly #file: OpenFile;
  readonly #start: number;

  private constructor(file: OpenFile, start: number, end: number) {
    this.#file = file;
    this.#start = start;
    this.length = end - start;
  }

  /** Opens a regular file of this length. Does not verify the bytes. */
  static open(name: string, bytes: number): StoredBytes {
    const descriptor = openSync(name, READ_FLAGS);
    const found = fstatSync(descriptor, { bigint: true });
    const file = { name, descriptor, version: versionOf(found) };
    openFiles.register(file, descriptor);
    checkListed(found, name, bytes);
    return new StoredBytes(file, 0, bytes);
  }

  /** True if both are the same file, perhaps by different names. */
  isSameFile(other: Bytes): boolean {
    return other instanceof StoredBytes && other.#file.version === this.#file.version;
  }

  /** True unless the file was changed. */
  isIntact(): boolean {
    return versionOf(fstatSync(this.#file.descriptor, { bigint: true })) === this.#file.version;
  }

  /** Like that of Buffer. */
  subarray(start: number, end = this.length): StoredBytes {
    return new StoredBytes(this.#file, this.#start + start, this.#start + end);
  }

  /** Reads everything before it returns. */
  read(): Buffer {
    const buffer = Buffer.allocUnsafeSlow(this.length);
    for (let at = 0; at < this.length;) {
      const bytesRead = readSync(this.#file.descriptor, buffer, at, this.length - at, this.#start + at);
      if (bytesRead === 0) throw this.#changed();
      at += bytesRead;
    }
    if (!this.isIntact()) throw this.#changed();
    return buffer;
  }

  /** Reads everything into a buffer of the same length. */
  async readInto(target: Buffer): Promise<Buffer> {
    for (let at = 0; at < this.length;) {
      const { bytesRead } = await read(this.#file.descriptor, target, at, this.length - at, this.#start + at);
      if (bytesRead === 0) throw this.#changed();
      at += bytesRead;
    }
    if (!this.isIntact()) throw this.#changed();
    return target;
  }

  /** Reads piece by piece, up to the first that may have been changed. */
  async *pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.length;) {
      const piece = Buffer.allocUnsafeSlow(Math.min(BYTES_PER_SENT_PIECE, this.length - at));
      const { bytesRead } = await read(this.#file.descriptor, piece, 0, piece.length, this.#start + at);
      if (bytesRead === 0 || !this.isIntact()) throw this.#changed();
      yield piece.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  #changed(): AlteredError {
    return new AlteredError(`${this.#file.name} has changed since it was verified`);
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

const MAX_POOLED_BUFFERS = 8;
/** Buffers that hashing uses again: V8 frees those that a release leaves behind only after some releases. */
const bufferPool: Buffer[] = [];

const takeBuffer = (): Buffer => bufferPool.pop() ?? Buffer.allocUnsafeSlow(BYTES_PER_HASHED_PIECE);

/** The bytes in order, for one reader that needs each piece only until the next. */
export const hashedPieces = (bytes: Bytes): readonly Buffer[] | AsyncIterable<Buffer> =>
  bytes instanceof StoredBytes ? pooledPieces(bytes) : [bytes];

/** While the reader hashes a piece, the next one is read into the other of two buffers. */
async function* pooledPieces(bytes: StoredBytes): AsyncGenerator<Buffer> {
  let [buffer, other] = [takeBuffer(), takeBuffer()];
  let reading = readPiece(bytes, 0, buffer);
  try {
    for (let next = BYTES_PER_HASHED_PIECE; next < bytes.length; next += BYTES_PER_HASHED_PIECE) {
      const piece = await reading;
      [buffer, other] = [other, buffer];
      reading = readPiece(bytes, next, buffer);
      yield piece;
    }
    yield await reading;
  } finally {
    // A read that nobody waits for any more still writes into its buffer.
    await reading.catch(() => {});
    for (const one of [buffer, other]) if (bufferPool.length < MAX_POOLED_BUFFERS) bufferPool.push(one);
  }
}

function readPiece(bytes: StoredBytes, start: number, buffer: Buffer): Promise<Buffer> {
  const part = bytes.subarray(start, Math.min(start + BYTES_PER_HASHED_PIECE, bytes.length));
  const reading = part.readInto(buffer.subarray(0, part.length));
  // It may fail before its reader asks for it.
  reading.catch(() => {});
  return reading;
}
