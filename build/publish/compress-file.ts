import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress } from "node:zlib";
import { fileOf } from "../../model/manifest.ts";
import { HashedFile } from "./hashed-file.ts";
import type { Digest } from "./write-artifact.ts";

/** A larger window is slower and, for reviews, no denser. */
const WINDOW_BITS = 20;

/**
 * The thread that compresses a piece waits for the calling one before it takes the next. With large pieces it rarely
 * waits, however busy that one is.
 */
const MAX_PIECE_BYTES = 1 << 25;
const MIN_PIECE_BYTES = 1 << 16;

/** Writes the brotli representation of an artifact from its file of so many bytes, on the thread pool. */
export async function compressFile(
  folder: string,
  path: string,
  { bytes, quality }: { readonly bytes: number; readonly quality: number },
): Promise<Digest> {
  const pieceBytes = Math.min(Math.max(bytes, MIN_PIECE_BYTES), MAX_PIECE_BYTES);
  const br = await HashedFile.create(folder, fileOf(path, "br"));
  try {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    };
    await pipeline(
      createReadStream(join(folder, fileOf(path)), { highWaterMark: pieceBytes }),
      createBrotliCompress({ chunkSize: pieceBytes >> 1, params }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await br.write(chunk);
      },
    );
    await br.end();
  } finally {
    await br.close();
  }
  return br.digest();
}
