import { hash } from "node:crypto";
import { closeSync, futimesSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Artifact, type Coding, CODINGS, etagOf, fileOf } from "../../model/manifest.ts";
import type { Encodings } from "./encode.ts";

export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Digests of every representation of an artifact. */
export interface Digests {
  readonly identity: Digest;
  readonly encodings: Partial<Readonly<Record<Coding, Digest>>>;
}

/** Decides Last-Modified: the previous release's entry for the path, and the time of this build (RFC 3339, seconds). */
export interface Baseline {
  readonly previous: Artifact | undefined;
  readonly modifiedAt: string;
}

interface Body {
  readonly path: string;
  readonly mediaType: string;
  readonly body: Uint8Array;
  /** Of the body, where it is known. */
  readonly sha256?: string;
  readonly encodings: Encodings;
}

/**
 * Writes all representations of an artifact below a folder and returns its manifest entry. Synchronous, because a
 * release has hundreds of thousands of files and one turn of the thread pool costs more than the system call.
 */
export function writeArtifact(folder: string, body: Body, baseline: Baseline): Artifact {
  const encodings: Partial<Record<Coding, Digest>> = {};
  for (const coding of CODINGS) {
    const encoded = body.encodings[coding];
    if (encoded) encodings[coding] = digestOf(encoded);
  }
  const identity = digestOf(body.body, body.sha256);
  const artifact = artifactOf(body.mediaType, { identity, encodings }, baseline);
  writeRepresentations(folder, body, artifact.last_modified);
  return artifact;
}

/** Builds the manifest entry. Last-Modified is carried forward when the representations are unchanged. */
export function artifactOf(mediaType: string, digests: Digests, baseline: Baseline): Artifact {
  const { bytes, sha256 } = digests.identity;
  const encodings: Artifact["encodings"] = Object.fromEntries(
    CODINGS.toReversed().flatMap((coding) => {
      const digest = digests.encodings[coding];
      return digest ? [[coding, { bytes: digest.bytes, etag: etagOf(digest.sha256) }]] : [];
    }),
  );
  const entry = { media_type: mediaType, bytes, sha256, etag: etagOf(sha256) };
  const last_modified = lastModifiedOf({ ...entry, last_modified: "", encodings }, baseline);
  return { ...entry, last_modified, encodings };
}

function lastModifiedOf(entry: Artifact, { previous, modifiedAt }: Baseline): string {
  const isSame = JSON.stringify({ ...previous, last_modified: "" }) === JSON.stringify(entry);
  return nextLastModified(previous, isSame, modifiedAt);
}

/** Last-Modified must never go back, or a change made after the clock was set back would be missed. */
export function nextLastModified(
  previous: { readonly last_modified: string } | undefined,
  isSame: boolean,
  modifiedAt: string,
): string {
  if (previous === undefined) return modifiedAt;
  if (isSame) return previous.last_modified;
  if (modifiedAt > previous.last_modified) return modifiedAt;
  return `${new Date(Date.parse(previous.last_modified) + 1000).toISOString().slice(0, 19)}Z`;
}

/** Writes the files of a path. All get Last-Modified as their file time: web servers derive validators from it. */
export function writeRepresentations(
  folder: string,
  { path, body, encodings }: Omit<Body, "mediaType">,
  lastModified: string,
): void {
  const modifiedAt = new Date(lastModified);
  writeNewFile(folder, fileOf(path), { bytes: body, modifiedAt });
  for (const coding of CODINGS) {
    const encoded = encodings[coding];
    if (encoded) writeNewFile(folder, fileOf(path, coding), { bytes: encoded, modifiedAt });
  }
}

function writeNewFile(
  folder: string,
  file: string,
  { bytes, modifiedAt }: { readonly bytes: Uint8Array; readonly modifiedAt: Date },
): void {
  const handle = openNew(folder, file);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
    futimesSync(handle, modifiedAt, modifiedAt);
  } finally {
    closeSync(handle);
  }
}

/** Creates the folder of a page that will be written later. */
export const makeFolder = (root: string, path: string): void => makeParents(root, fileOf(path));

/**
 * Creates a file, and its parent folders below the root only when they are missing: most files go into an existing
 * folder. The root is never created: a staging folder that disappeared must fail the build.
 */
function openNew(root: string, file: string): number {
  try {
    return openSync(join(root, file), "wx");
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    makeParents(root, file);
    return openSync(join(root, file), "wx");
  }
}

/** Creates the folders between the root and the file. */
export function makeParents(root: string, file: string): void {
  const parent = dirname(file);
  if (parent === ".") return;
  try {
    makeFolderAt(join(root, parent));
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    makeParents(root, parent);
    makeFolderAt(join(root, parent));
  }
}

/** Another thread may make it first. */
function makeFolderAt(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

const digestOf = (bytes: Uint8Array, sha256 = hash("sha256", bytes)): Digest => ({
  bytes: bytes.length,
  sha256,
});
