import type { Coding } from "../../model/manifest.ts";

/** Bytes that somebody else will publish under a path; the codings are made from them unless they come along. */
export interface Rendered {
  readonly path: string;
  readonly mediaType: string;
  readonly body: Uint8Array;
  readonly encoded?: Partial<Readonly<Record<Coding, Uint8Array>>>;
  /** "none" for what is small and many, "quick" for what is many; dense otherwise. */
  readonly compression?: "none" | "quick";
}

/** A piece of an artifact too large to hold: bytes of its identity form or of one of its codings, in order. */
export interface Piece {
  readonly form: "identity" | Coding;
  readonly bytes: Uint8Array;
}

export const JSON_TYPE = "application/json; charset=utf-8";
export const ATOM_TYPE = "application/atom+xml; charset=utf-8";
export const TEXT_TYPE = "text/plain; charset=utf-8";
export const HTML_TYPE = "text/html; charset=utf-8";
