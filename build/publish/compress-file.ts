import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, crc32, createBrotliCompress } from "node:zlib";
import { fileOf } from "../../model/manifest.ts";
import type { Checksum } from "./piece-writer.ts";
import type { Digest, Digests } from "./write-artifact.ts";

export interface CompressTask {
  readonly folder: string;
  readonly path: string;
  readonly quality: number;
}

/** The representations that are written, each as a whole. */
export interface WrittenFiles {
  readonly identity: Checksum;
  readonly gzip: Checksum;
}

/** Makes the brotli representation of an artifact whose identity and gzip representations are being written. */
export interface Compressor {
  /** Tells how many bytes of the identity representation can be read from its file. */
  readonly wrote: (bytes: number) => void;
  /** Takes the complete files. Resolves with the digests of all three, which were read back. */
  readonly finish: (written: WrittenFiles) => Promise<Digests>;
  /** The files will not be complete. */
  readonly abandon: () => Promise<unknown>;
}

export type StartCompressor = (task: CompressTask) => Compressor;

/** A larger window is slower and, for reviews, no denser. */
const WINDOW_BITS = 20;

const MIN_PIECE_BYTES = 1 << 16;
export const MAX_PIECE_BYTES = 1 << 22;

/** Compresses on the thread pool, once the file is complete. */
export const compressComplete: StartCompressor = (task) => ({
  wrote: () => {},
  finish: async (written) => {
    const { bytes } = written.identity;
    const pieceBytes = Math.min(Math.max(bytes, MIN_PIECE_BYTES), MAX_PIECE_BYTES);
    const pieces = createReadStream(join(task.folder, fileOf(task.path)), { highWaterMark: pieceBytes });
    await compressPieces(task, pieces, { bytes, pieceBytes });
    return digestsOf(task, written);
  },
  abandon: () => Promise.resolve(),
});

interface PieceSizes {
  /** Of the whole file, or at least 1 MB: a larger number makes no difference. */
  readonly bytes: number;
  readonly pieceBytes: number;
}

/** Writes the brotli representation of an artifact. */
export async function compressPieces(
  { folder, path, quality }: CompressTask,
  pieces: AsyncIterable<Uint8Array>,
  { bytes, pieceBytes }: PieceSizes,
): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    // Without it the bytes would depend on the size of the first piece.
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  };
  await pipeline(
    pieces,
    createBrotliCompress({ chunkSize: pieceBytes, params }),
    createWriteStream(join(folder, fileOf(path, "br")), { flags: "wx" }),
  );
}

/** Reads all three representations back. The brotli one may still be on its way. */
export async function digestsOf(
  { folder, path }: CompressTask,
  { identity, gzip }: WrittenFiles,
  compressed: Promise<void> = Promise.resolve(),
): Promise<Digests> {
  const digests = {
    identity: await digestOf(join(folder, fileOf(path)), identity),
    gzip: await digestOf(join(folder, fileOf(path, "gzip")), gzip),
  };
  await compressed;
  const br = await digestOf(join(folder, fileOf(path, "br")));
  return { identity: digests.identity, encodings: { gzip: digests.gzip, br } };
}

/** Throws if the file does not read as it was written. */
async function digestOf(file: string, written?: Checksum): Promise<Digest> {
  const hash = createHash("sha256");
  let bytes = 0;
  let crc = 0;
  for await (const piece of createReadStream(file, { highWaterMark: MAX_PIECE_BYTES })) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
    if (written !== undefined) crc = crc32(piece as Buffer, crc);
  }
  if (written !== undefined && (written.bytes !== bytes || written.crc32 !== crc))
    throw new Error(`${file} does not read as it was written; build again`);
  return { bytes, sha256: hash.digest("hex") };
}
