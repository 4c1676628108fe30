import {
  type Artifact,
  type Artifacts,
  CODINGS,
  etagOf,
  fileOf,
  type Manifest,
  MANIFEST_PATH,
  type Segment,
} from "../../model/manifest.ts";
import type { PageKeys, PartRecord } from "./part-record.ts";

/** A part of a staged release that the published one has as it is: none of its pages was looked at. */
interface KeptPart {
  readonly listing: string;
  readonly kept: PartRecord;
  readonly artifacts?: never;
}

export interface MadePart {
  /** The path of the file that lists the artifacts. */
  readonly listing: string;
  readonly kept?: never;
  readonly artifacts: Artifacts;
  readonly keys: PageKeys;
  /** Of what its pages show; undefined for the root. */
  readonly digest: string | undefined;
  /** Undefined for the root. */
  readonly segment: Segment | undefined;
}

export type StagedPart = KeptPart | MadePart;

/** A release that is ready to be assembled from staged and kept files. */
export interface StagedRelease {
  /** The root of the manifest. */
  readonly root: Manifest;
  /** The segments in their order, then the root. */
  readonly parts: readonly StagedPart[];
}

/** The files of an artifact with their entity tags. */
export function* artifactFiles(path: string, artifact: Artifact): Generator<[file: string, etag: string]> {
  yield [fileOf(path), artifact.etag];
  for (const coding of CODINGS) {
    const encoding = artifact.encodings[coding];
    if (encoding) yield [fileOf(path, coding), encoding.etag];
  }
}

/** All files of a part. Those of the root have no entity tag: it does not list itself. */
export function* partFiles(part: StagedPart): Generator<[file: string, etag: string]> {
  if (part.kept !== undefined) {
    const { etags } = part.kept.details();
    for (const [index, name] of part.kept.files.names.entries()) yield [name, etags[index] as string];
    return;
  }
  for (const [path, artifact] of Object.entries(part.artifacts)) yield* artifactFiles(path, artifact);
  if (part.segment) yield [fileOf(part.segment.path), etagOf(part.segment.sha256)];
  else for (const coding of [undefined, ...CODINGS]) yield [fileOf(MANIFEST_PATH, coding), ""];
}

/** The manifest without the parts that are kept as they are. */
export function madeManifest({ root, parts }: StagedRelease): Manifest {
  const made = parts.filter((part) => part.kept === undefined);
  return {
    ...root,
    artifacts: Object.assign({}, ...made.map(({ artifacts }) => artifacts)) as Artifacts,
    segments: made.flatMap(({ segment }) => segment ?? []),
  };
}
