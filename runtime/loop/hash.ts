import { createHash, type Hash } from "node:crypto";
import { slices, type Task } from "./time-slices.ts";

/** Hashed in some tenths of a millisecond. */
const BYTES_PER_STEP = 524_288;

/** Adds bytes to a hash, step by step. */
export function* updateHash(hash: Hash, bytes: Buffer): Task<void> {
  for (let at = 0; at < bytes.length; at += BYTES_PER_STEP) {
    hash.update(bytes.subarray(at, at + BYTES_PER_STEP));
    yield;
  }
}

/** The SHA-256 of bytes of any length, without holding the event loop. */
export async function digestOf(pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of pieces) {
    if (piece.length <= BYTES_PER_STEP) hash.update(piece);
    else await slices.run(updateHash(hash, piece));
  }
  return hash.digest("hex");
}
