import { createHash, type Hash } from "node:crypto";
import { sha256Hex } from "../../model/manifest.ts";
import { slices, type Task } from "./time-slices.ts";

/** Hashed in some tenths of a millisecond. */
const BYTES_PER_STEP = 262_144;

/** Adds bytes to a hash, step by step. */
export function* updateHash(hash: Hash, bytes: Buffer): Task<void> {
  for (let at = 0; at < bytes.length; at += BYTES_PER_STEP) {
    hash.update(bytes.subarray(at, at + BYTES_PER_STEP));
    if (bytes.length > BYTES_PER_STEP) yield;
  }
}

/** The SHA-256 of bytes of any length, without holding the event loop. */
export async function digestOf(bytes: Buffer): Promise<string> {
  if (bytes.length <= BYTES_PER_STEP) return sha256Hex(bytes);
  const hash = createHash("sha256");
  await slices.run(updateHash(hash, bytes));
  return hash.digest("hex");
}
