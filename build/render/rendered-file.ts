import type { Coding } from "../../model/manifest.ts";

/** A file to publish under a path. Representations that `encoded` does not hold are compressed from the body. */
export interface RenderedFile {
  readonly path: string;
  readonly mediaType: string;
  readonly body: Uint8Array;
  readonly encoded?: Partial<Readonly<Record<Coding, Uint8Array>>>;
  /** "none" for many small files, "quick" for many files; dense otherwise. */
  readonly compression?: "none" | "quick";
}

/** Consecutive bytes of one representation of a file that is too large to hold in memory. */
export interface Piece {
  readonly coding: "identity" | Coding;
  readonly bytes: Uint8Array;
}

export const JSON_TYPE = "application/json; charset=utf-8";
export const ATOM_TYPE = "application/atom+xml; charset=utf-8";
export const TEXT_TYPE = "text/plain; charset=utf-8";
export const HTML_TYPE = "text/html; charset=utf-8";

/** Serializes compactly, with a final newline and keys in insertion order. */
export function renderJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Serializes with indentation, for documents that people open. */
export function renderReadableJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
