import { hash } from "node:crypto";
import { closeSync, futimesSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Artifact, type Coding, CODINGS, fileOf } from "../../model/manifest.ts";
import { artifactOf, type Before, type Written } from "./artifact.ts";

/** An artifact in memory, with the coded forms it is to have. */
export interface Complete {
  readonly path: string;
  readonly mediaType: string;
  readonly body: Uint8Array;
  readonly forms: Partial<Readonly<Record<Coding, Uint8Array>>>;
}

/**
 * Writes all forms of an artifact below a folder. Without promises on purpose: there are hundreds of thousands of
 * files, and a turn of the thread pool for each call costs more than the call.
 */
export function put(folder: string, { path, mediaType, body, forms }: Complete, before: Before): Artifact {
  const codings = Object.keys(forms) as Coding[];
  const coded = Object.fromEntries(codings.map((coding) => [coding, writtenOf(forms[coding])]));
  const artifact = artifactOf(mediaType, { identity: writtenOf(body), coded }, before);
  putForms(folder, { path, body, forms }, artifact.last_modified);
  return artifact;
}

/** Writes the files of a path, all with the same file time (RFC 3339). */
export function putForms(
  folder: string,
  { path, body, forms }: Omit<Complete, "mediaType">,
  lastModified: string,
): void {
  const at = new Date(lastModified);
  putFile(join(folder, fileOf(path)), body, at);
  for (const coding of CODINGS) {
    const form = forms[coding];
    if (form) putFile(join(folder, fileOf(path, coding)), form, at);
  }
}

/** Web servers make validators of their own from the file time: give them one that moves with the bytes only. */
function putFile(file: string, bytes: Uint8Array, at: Date): void {
  const handle = openNew(file);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
    futimesSync(handle, at, at);
  } finally {
    closeSync(handle);
  }
}

const writtenOf = (bytes: Uint8Array = new Uint8Array()): Written => ({
  bytes: bytes.length,
  sha256: hash("sha256", bytes),
});

/** Makes the folder of a page that is to be written later. */
export function makeFolder(folder: string, path: string): void {
  mkdirSync(dirname(join(folder, fileOf(path))), { recursive: true });
}

function openNew(file: string): number {
  try {
    return openSync(file, "wx");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, "wx");
  }
}
