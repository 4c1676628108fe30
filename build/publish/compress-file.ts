import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, crc32, createBrotliCompress } from "node:zlib";
import { fileOf } from "../../model/manifest.ts";
import type { Checksum } from "./piece-writer.ts";
import type { Digest, Digests } from "./write-artifact.ts";

/** An artifact whose identity and gzip representations are written. */
export interface CompressTask {
  readonly folder: string;
  readonly path: string;
  readonly identity: Checksum;
  readonly gzip: Checksum;
  readonly quality: number;
}

/** A larger window is slower and, for reviews, no denser. */
const WINDOW_BITS = 20;

const MIN_PIECE_BYTES = 1 << 16;
const MAX_PIECE_BYTES = 1 << 22;

/** Writes the brotli representation of an artifact from its file, and reads all three back for their digests. */
export async function compressFile({
  folder,
  path,
  identity,
  gzip,
  quality,
}: CompressTask): Promise<Digests> {
  const { bytes } = identity;
  const file = join(folder, fileOf(path));
  const br = join(folder, fileOf(path, "br"));
  const pieceBytes = Math.min(Math.max(bytes, MIN_PIECE_BYTES), MAX_PIECE_BYTES);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    // Without it the bytes would depend on the size of the first piece.
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  };
  await pipeline(
    createReadStream(file, { highWaterMark: pieceBytes }),
    createBrotliCompress({ chunkSize: pieceBytes, params }),
    createWriteStream(br, { flags: "wx" }),
  );
  return {
    identity: await digestOf(file, identity),
    encodings: { gzip: await digestOf(join(folder, fileOf(path, "gzip")), gzip), br: await digestOf(br) },
  };
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
