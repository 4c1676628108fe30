import { type Artifact, type Coding, CODINGS, etagOf } from "../../model/manifest.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { digestOf } from "../loop/hash.ts";

/** An artifact's body in one content coding: exactly the bytes that are sent. */
export interface LoadedRepresentation {
  readonly coding: Coding | "identity";
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface LoadedArtifact {
  readonly mediaType: string;
  /** Milliseconds since the epoch, whole seconds. */
  readonly lastModifiedAt: number;
  /** Identity first, then the codings that the release has. */
  readonly representations: readonly [LoadedRepresentation, ...LoadedRepresentation[]];
}

/** Reads one representation of an artifact (identity without a coding); undefined if it is not available. */
export type ReadRepresentation = (
  path: string,
  coding: Coding | undefined,
  listed: Pick<Artifact, "bytes" | "etag">,
  look?: AbortSignal,
) => Promise<Buffer | undefined>;

/** Reads every representation of an artifact and verifies each by its digest. */
export async function readArtifact(
  path: string,
  artifact: Artifact,
  read: ReadRepresentation,
): Promise<Result<LoadedArtifact, string>> {
  const identity = await read(path, undefined, artifact);
  if (identity === undefined) return err(`${path} is missing`);
  if ((await digestOf(identity)) !== artifact.sha256) return err(`${path} is not what the manifest says`);
  const representations: [LoadedRepresentation, ...LoadedRepresentation[]] = [
    { coding: "identity", bytes: identity, etag: artifact.etag },
  ];
  for (const coding of CODINGS) {
    const listed = artifact.encodings[coding];
    const bytes = listed && (await read(path, coding, listed));
    if (!listed || bytes === undefined) continue;
    if (etagOf(await digestOf(bytes)) !== listed.etag)
      return err(`${path} as ${coding} is not what the manifest says`);
    representations.push({ coding, bytes, etag: listed.etag });
  }
  const lastModifiedAt = Date.parse(artifact.last_modified);
  return ok({ mediaType: artifact.media_type, lastModifiedAt, representations });
}
