import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress } from "node:zlib";
import { fileOf } from "../../model/manifest.ts";
import type { Digest, Digests } from "./write-artifact.ts";

/** An artifact whose identity and gzip representations are written. */
export interface CompressTask {
  readonly folder: string;
  readonly path: string;
  /** Of the identity representation. */
  readonly bytes: number;
  readonly quality: number;
}

/** A larger window is slower and, for reviews, no denser. */
const WINDOW_BITS = 20;

const MIN_PIECE_BYTES = 1 << 16;
const MAX_PIECE_BYTES = 1 << 22;

/** Writes the brotli representation of an artifact from its file, and digests all three. */
export async function compressFile({ folder, path, bytes, quality }: CompressTask): Promise<Digests> {
  const [identity, gzip, br] = [undefined, "gzip", "br"].map((coding) =>
    join(folder, fileOf(path, coding as "gzip" | "br" | undefined)),
  ) as [string, string, string];
  const pieceBytes = Math.min(Math.max(bytes, MIN_PIECE_BYTES), MAX_PIECE_BYTES);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    // Without it the bytes would depend on the size of the first piece.
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  };
  await pipeline(
    createReadStream(identity, { highWaterMark: pieceBytes }),
    createBrotliCompress({ chunkSize: pieceBytes, params }),
    createWriteStream(br, { flags: "wx" }),
  );
  return {
    identity: await digestOf(identity),
    encodings: { gzip: await digestOf(gzip), br: await digestOf(br) },
  };
}

async function digestOf(file: string): Promise<Digest> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of createReadStream(file, { highWaterMark: MAX_PIECE_BYTES })) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
