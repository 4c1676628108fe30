import { check, type Check } from "../../model/check.ts";
import type { SinceIndex } from "../../model/documents.ts";
import { ENTITIES_PATH, type EntitiesDocument, entitiesDocumentSchema } from "../../model/entities.ts";
import {
  type Artifact,
  type Coding,
  CODINGS,
  etagOf,
  type Manifest,
  MANIFEST_PATH,
  sha256Hex,
} from "../../model/manifest.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { isReviewPage } from "../../model/review.ts";
import { sinceIndexSchema } from "../../model/documents.ts";
import { SINCE_INDEX_PATH } from "../../model/since.ts";

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

/** A complete, verified release. */
export interface Release {
  readonly manifest: Manifest;
  readonly artifacts: ReadonlyMap<string, LoadedArtifact>;
  /** Reads and verifies a review's page, which is not kept in memory; undefined at once if there is none. */
  readonly readPage: (path: string) => Promise<LoadedArtifact | undefined> | undefined;
  readonly sinceIndex: SinceIndex;
  readonly entities: EntitiesDocument;
}

/** Reads one representation of an artifact (identity without a coding); undefined if it is not available. */
export type ReadRepresentation = (
  path: string,
  coding: Coding | undefined,
  listed: Pick<Artifact, "bytes" | "etag">,
  look?: AbortSignal,
) => Promise<Buffer | undefined>;

interface ReadOptions {
  /** Artifacts that need not be read again. */
  readonly known: Release["artifacts"];
  /** Receives each artifact as soon as it is verified; the release's map in the end. */
  readonly arrived: Map<string, LoadedArtifact>;
  readonly look: AbortSignal;
}

const CONCURRENT_READS = 16;

const checkEntities = check(entitiesDocumentSchema);
const checkIndex = check(sinceIndexSchema);

/**
 * Reads all artifacts of a manifest and verifies each representation by its digest, so that a torn or altered
 * release is never served. Identity representations are required, others optional. Review pages are read on demand,
 * as there may be a hundred thousand.
 */
export async function readRelease(
  manifest: Manifest,
  manifestBytes: Buffer,
  read: ReadRepresentation,
  { known, arrived: artifacts, look }: ReadOptions,
): Promise<Result<Release, string>> {
  const readOrReuse = reusing(known, read, look);
  artifacts.set(MANIFEST_PATH, manifestArtifact(manifest, manifestBytes));
  const entries = Object.entries(manifest.artifacts).filter(([path]) => !isReviewPage(path));
  for (let at = 0; at < entries.length; at += CONCURRENT_READS) {
    const batch = entries.slice(at, at + CONCURRENT_READS);
    const results = await Promise.all(
      batch.map(([path, artifact]) => readArtifact(path, artifact, readOrReuse)),
    );
    for (const [index, result] of results.entries()) {
      if (!result.ok) return result;
      artifacts.set(batch[index]?.[0] ?? "", result.value);
    }
  }
  const sinceIndex = parseDocument(artifacts, SINCE_INDEX_PATH, checkIndex);
  const entities = parseDocument(artifacts, ENTITIES_PATH, checkEntities);
  if (!sinceIndex || !artifacts.has("/reviews.json"))
    return err("the release has no reviews that this version can read");
  if (!entities) return err("the release has no entities that this version can read");
  return ok({ manifest, artifacts, readPage: pageReader(manifest, read), sinceIndex, entities });
}

/** Not a closure of `readRelease`, which would keep `known` alive, and with it every earlier release. */
function pageReader(manifest: Manifest, read: ReadRepresentation): Release["readPage"] {
  return (path) => {
    const artifact = isReviewPage(path) ? manifest.artifacts[path] : undefined;
    return (
      artifact && readArtifact(path, artifact, read).then((result) => (result.ok ? result.value : undefined))
    );
  };
}

/** Reuses bytes that are in memory already under the same entity tag. */
function reusing(
  known: Release["artifacts"],
  read: ReadRepresentation,
  look: AbortSignal,
): ReadRepresentation {
  return async (path, coding, listed) => {
    const representations = known.get(path)?.representations ?? [];
    const same = representations.find(
      (one) => one.coding === (coding ?? "identity") && one.etag === listed.etag,
    );
    return same?.bytes ?? read(path, coding, listed, look);
  };
}

/** The manifest does not list itself, but is served like any artifact. */
function manifestArtifact({ artifacts }: Manifest, bytes: Buffer): LoadedArtifact {
  const lastModifiedAt = Object.values(artifacts).reduce(
    (at, { last_modified }) => Math.max(at, Date.parse(last_modified)),
    0,
  );
  return {
    mediaType: "application/json; charset=utf-8",
    lastModifiedAt,
    representations: [{ coding: "identity", bytes, etag: etagOf(sha256Hex(bytes)) }],
  };
}

async function readArtifact(
  path: string,
  artifact: Artifact,
  read: ReadRepresentation,
): Promise<Result<LoadedArtifact, string>> {
  const identity = await read(path, undefined, artifact);
  if (identity === undefined) return err(`${path} is missing`);
  if (sha256Hex(identity) !== artifact.sha256) return err(`${path} is not what the manifest says`);
  const representations: [LoadedRepresentation, ...LoadedRepresentation[]] = [
    { coding: "identity", bytes: identity, etag: artifact.etag },
  ];
  for (const coding of CODINGS) {
    const listed = artifact.encodings[coding];
    const bytes = listed && (await read(path, coding, listed));
    if (!listed || bytes === undefined) continue;
    if (etagOf(sha256Hex(bytes)) !== listed.etag)
      return err(`${path} as ${coding} is not what the manifest says`);
    representations.push({ coding, bytes, etag: listed.etag });
  }
  const lastModifiedAt = Date.parse(artifact.last_modified);
  return ok({ mediaType: artifact.media_type, lastModifiedAt, representations });
}

function parseDocument<T>(
  artifacts: Release["artifacts"],
  path: string,
  checkDocument: Check<T>,
): T | undefined {
  const bytes = artifacts.get(path)?.representations[0].bytes;
  if (bytes === undefined) return undefined;
  const checked = checkDocument(JSON.parse(bytes.toString("utf8")));
  return checked.ok ? checked.value : undefined;
}
