import {
  type Artifact,
  CODINGS,
  etagOf,
  fileOf,
  type Manifest,
  MANIFEST_PATH,
  type Segment,
} from "../../model/manifest.ts";

/** The files of an artifact with their entity tags. */
export function* artifactFiles(path: string, artifact: Artifact): Generator<[file: string, etag: string]> {
  yield [fileOf(path), artifact.etag];
  for (const coding of CODINGS) {
    const encoding = artifact.encodings[coding];
    if (encoding) yield [fileOf(path, coding), encoding.etag];
  }
}

export const segmentFile = ({ path, sha256 }: Segment): [file: string, etag: string] => [
  fileOf(path),
  etagOf(sha256),
];

/** All files of a release. Those of the root have no entity tag: it does not list itself. */
export function* releaseFiles({ artifacts, segments }: Manifest): Generator<[file: string, etag: string]> {
  for (const [path, artifact] of Object.entries(artifacts)) yield* artifactFiles(path, artifact);
  for (const segment of segments) yield segmentFile(segment);
  for (const coding of [undefined, ...CODINGS]) yield [fileOf(MANIFEST_PATH, coding), ""];
}
