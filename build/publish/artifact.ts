import { type Artifact, type Coding, CODINGS, etagOf } from "../../model/manifest.ts";

/** The bytes of one form, as they were written. */
export interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

export interface WrittenForms {
  readonly identity: Written;
  readonly coded: Partial<Readonly<Record<Coding, Written>>>;
}

/** What the last release says of the path, and the instant of this build (RFC 3339, whole seconds). */
export interface Before {
  readonly artifact: Artifact | undefined;
  readonly modifiedAt: string;
}

/** The manifest's entry: Last-Modified stays if the bytes are the same, else it is the moment of this build. */
export function artifactOf(mediaType: string, { identity, coded }: WrittenForms, before: Before): Artifact {
  const encodings: Partial<Record<Coding, { bytes: number; etag: string }>> = {};
  for (const coding of CODINGS.toReversed()) {
    const form = coded[coding];
    if (form) encodings[coding] = { bytes: form.bytes, etag: etagOf(form.sha256) };
  }
  const made = {
    media_type: mediaType,
    bytes: identity.bytes,
    sha256: identity.sha256,
    etag: etagOf(identity.sha256),
  };
  const lastModified = lastModifiedOf({ ...made, last_modified: "", encodings }, before);
  return { ...made, last_modified: lastModified, encodings };
}

function lastModifiedOf(made: Artifact, { artifact, modifiedAt }: Before): string {
  if (artifact === undefined) return modifiedAt;
  const same = JSON.stringify({ ...artifact, last_modified: "" }) === JSON.stringify(made);
  if (same) return artifact.last_modified;
  return modifiedAt > artifact.last_modified ? modifiedAt : secondAfter(artifact.last_modified);
}

/** A clock that went back must not hide a change: validators only move forward. */
function secondAfter(instant: string): string {
  return `${new Date(Date.parse(instant) + 1000).toISOString().slice(0, 19)}Z`;
}
