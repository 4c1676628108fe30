import { CODINGS } from "../model/manifest.ts";
import type { FileCounts } from "./outcome.ts";
import type { StagedPart, StagedRelease } from "./publish/release-files.ts";
import type { ReleaseListing } from "./publish/release-listing.ts";

/** Compares a release with the last one. Kept parts count as the same. */
export function countFiles({ root, parts }: StagedRelease, previous: ReleaseListing | undefined): FileCounts {
  const counts = { all: 0, changed: 0, changed_bytes: 0 };
  const count = (bytes: number, isSame: boolean): void => {
    counts.all += 1;
    if (isSame) return;
    counts.changed += 1;
    counts.changed_bytes += bytes;
  };
  const segments = new Map(previous?.root.segments.map(({ path, sha256 }) => [path, sha256]));
  const countPart = (part: StagedPart): void => {
    if (part.kept !== undefined) {
      counts.all += part.kept.files.names.length;
      return;
    }
    for (const [path, { bytes, etag, encodings }] of Object.entries(part.artifacts)) {
      const before = previous?.artifact(path);
      count(bytes, before?.etag === etag);
      for (const coding of CODINGS) {
        const encoding = encodings[coding];
        if (encoding) count(encoding.bytes, before?.encodings[coding]?.etag === encoding.etag);
      }
    }
    if (part.segment) count(part.segment.bytes, segments.get(part.segment.path) === part.segment.sha256);
  };
  for (const part of parts) countPart(part);
  // The root and its codings. It does not list itself, so their sizes are not stated.
  for (const _ of [undefined, ...CODINGS]) count(0, root.release === previous?.root.release);
  return counts;
}
