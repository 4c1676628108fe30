import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Coding } from "../../model/manifest.ts";

/** Decodes a representation; undefined if it is not valid in its content coding. */
export function decode(coding: Coding, encoded: Buffer): Buffer | undefined {
  try {
    return coding === "br" ? brotliDecompressSync(encoded) : gunzipSync(encoded);
  } catch {
    return undefined;
  }
}
