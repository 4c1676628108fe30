import { AlteredError } from "../../model/altered-error.ts";
import { type Artifact, type Coding, CODINGS, etagOf } from "../../model/manifest.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { digestOf } from "../loop/hash.ts";
import { type Bytes, hashedPieces, type StoredBytes } from "./stored-bytes.ts";

/** An artifact's body in one content coding: exactly the bytes that are sent. */
export interface LoadedRepresentation {
  readonly coding: Coding | "identity";
  readonly bytes: Bytes;
  readonly etag: string;
}

export interface LoadedArtifact {
  readonly mediaType: string;
  /** Milliseconds since the epoch, whole seconds. */
  readonly lastModifiedAt: number;
  /** Identity first, then the codings that the release has. */
  readonly representations: readonly [LoadedRepresentation, ...LoadedRepresentation[]];
}

type ListedBytes = Pick<Artifact, "bytes" | "etag">;

/**
 * Reads one representation of an artifact (identity without a coding); undefined if there is none. Rejects with an
 * AlteredError if it is not the listed one.
 */
type Access<B> = (
  path: string,
  coding: Coding | undefined,
  listed: ListedBytes,
  look?: AbortSignal,
) => Promise<B | undefined>;

export type ReadRepresentation = Access<Buffer>;

/** Gives access to the representations of a release. */
export interface RepresentationSource {
  readonly read: ReadRepresentation;
  /**
   * Reads a short one within the turn of the event loop. A thread pool takes five times as long, and a load reads hundreds;
   * absent where reading may be slow.
   */
  readonly readNow?: ReadRepresentation;
  /** Leaves the bytes where they are; absent if they can only be read whole. */
  readonly find?: Access<StoredBytes>;
}

/** One read. Larger representations stay in their files, so that two releases fit in little more memory than one. */
const MAX_HELD_BYTES = 262_144;

interface ArtifactOptions {
  /** An older version of the artifact, whose equal representations are not read again. */
  readonly known?: LoadedArtifact | undefined;
  readonly look?: AbortSignal;
}

/** Reads every representation of an artifact and verifies each by its digest. */
export async function readArtifact(
  path: string,
  artifact: Artifact,
  source: RepresentationSource,
  { known, look }: ArtifactOptions = {},
): Promise<Result<LoadedArtifact, string>> {
  const load = (coding: Coding | undefined, listed: ListedBytes): Promise<Bytes | undefined> => {
    const isHeld = listed.bytes <= MAX_HELD_BYTES;
    return (isHeld ? source.read : (source.find ?? source.read))(path, coding, listed, look);
  };
  /** Undefined if there is none; throws if it has other bytes. */
  const verified = async (
    coding: Coding | undefined,
    listed: ListedBytes,
    fits: (digest: string) => boolean,
  ): Promise<Bytes | undefined> => {
    const same = known?.representations.find(
      (one) => one.coding === (coding ?? "identity") && one.etag === listed.etag,
    )?.bytes;
    if (Buffer.isBuffer(same)) return same;
    const bytes = await load(coding, listed);
    if (bytes === undefined) return undefined;
    if (same?.isSameFile(bytes)) return same;
    if (fits(await digestOf(hashedPieces(bytes)))) return bytes;
    throw new AlteredError(`${path}${coding ? ` as ${coding}` : ""} is not what the manifest says`);
  };
  try {
    const identity = await verified(undefined, artifact, (digest) => digest === artifact.sha256);
    if (identity === undefined) return err(`${path} is missing`);
    const representations: [LoadedRepresentation, ...LoadedRepresentation[]] = [
      { coding: "identity", bytes: identity, etag: artifact.etag },
    ];
    for (const coding of CODINGS) {
      const listed = artifact.encodings[coding];
      const bytes = listed && (await verified(coding, listed, (digest) => etagOf(digest) === listed.etag));
      if (listed && bytes) representations.push({ coding, bytes, etag: listed.etag });
    }
    const lastModifiedAt = Date.parse(artifact.last_modified);
    return ok({ mediaType: artifact.media_type, lastModifiedAt, representations });
  } catch (error) {
    if (error instanceof AlteredError) return err(error.message);
    throw error;
  }
}
