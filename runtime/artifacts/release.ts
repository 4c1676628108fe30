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

/** One form of an artifact in memory: exactly the bytes that are sent. */
export interface Form {
  readonly coding: Coding | "identity";
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface LoadedArtifact {
  readonly path: string;
  readonly mediaType: string;
  /** Milliseconds since the epoch, whole seconds. */
  readonly lastModifiedAt: number;
  /** Identity first, then the codings that the release has. */
  readonly forms: readonly [Form, ...Form[]];
}

/** A whole, verified release. */
export interface Release {
  readonly manifest: Manifest;
  readonly artifacts: ReadonlyMap<string, LoadedArtifact>;
  /** A page that is not held, read and verified now; undefined at once if the release has none there. */
  readonly readPage: (path: string) => Promise<LoadedArtifact | undefined> | undefined;
  readonly sinceIndex: SinceIndex;
  readonly entities: EntitiesDocument;
}

/** Bytes of one form of an artifact, from wherever they lie; undefined if that form is not to be had. */
export type ReadForm = (
  path: string,
  coding: Coding | undefined,
  artifact: Artifact,
) => Promise<Buffer | undefined>;

const READS_AT_ONCE = 16;

const checkEntities = check(entitiesDocumentSchema);
const checkIndex = check(sinceIndexSchema);

/**
 * Reads all artifacts of a manifest and verifies each form by its digest, so that a torn or altered release is
 * never served. A coding that cannot be had is left out; identity forms must all be there. Pages of reviews are
 * read when somebody asks for them: there may be a hundred thousand. What `held` has is not read again.
 */
export async function readRelease(
  manifest: Manifest,
  manifestBytes: Buffer,
  readForm: ReadForm,
  held: Release["artifacts"] = new Map(),
): Promise<Result<Release, string>> {
  const readShared = sharing(held, readForm);
  const artifacts = new Map([[MANIFEST_PATH, shelvedManifest(manifest, manifestBytes)]]);
  const entries = Object.entries(manifest.artifacts).filter(([path]) => !isReviewPage(path));
  for (let at = 0; at < entries.length; at += READS_AT_ONCE) {
    const part = entries.slice(at, at + READS_AT_ONCE);
    const read = await Promise.all(part.map(([path, artifact]) => readArtifact(path, artifact, readShared)));
    for (const one of read) {
      if (!one.ok) return one;
      artifacts.set(one.value.path, one.value);
    }
  }
  const sinceIndex = parseDocument(artifacts, SINCE_INDEX_PATH, checkIndex);
  const entities = parseDocument(artifacts, ENTITIES_PATH, checkEntities);
  if (!sinceIndex || !artifacts.has("/reviews.json"))
    return err("the release has no reviews that this version knows");
  if (!entities) return err("the release has no entities that this version knows");
  return ok({ manifest, artifacts, readPage: pageReader(manifest, readForm), sinceIndex, entities });
}

/** A room of its own: a closure of `readRelease` would keep all that it held, one release after the other. */
function pageReader(manifest: Manifest, readForm: ReadForm): Release["readPage"] {
  return (path) => {
    const artifact = isReviewPage(path) ? manifest.artifacts[path] : undefined;
    return (
      artifact && readArtifact(path, artifact, readForm).then((read) => (read.ok ? read.value : undefined))
    );
  };
}

/** Bytes that are held already are not read twice. */
function sharing(held: Release["artifacts"], readForm: ReadForm): ReadForm {
  return async (path, coding, artifact) => {
    const wanted = coding === undefined ? artifact.etag : artifact.encodings[coding]?.etag;
    const forms = held.get(path)?.forms;
    const form = forms?.find((one) => one.coding === (coding ?? "identity") && one.etag === wanted);
    return form?.bytes ?? readForm(path, coding, artifact);
  };
}

/** The manifest lists everything but itself; readers get it from here all the same. */
function shelvedManifest({ artifacts }: Manifest, bytes: Buffer): LoadedArtifact {
  const lastModifiedAt = Object.values(artifacts).reduce(
    (at, { last_modified }) => Math.max(at, Date.parse(last_modified)),
    0,
  );
  const forms: [Form] = [{ coding: "identity", bytes, etag: etagOf(sha256Hex(bytes)) }];
  return { path: MANIFEST_PATH, mediaType: "application/json; charset=utf-8", lastModifiedAt, forms };
}

async function readArtifact(
  path: string,
  artifact: Artifact,
  readForm: ReadForm,
): Promise<Result<LoadedArtifact, string>> {
  const identity = await readForm(path, undefined, artifact);
  if (identity === undefined) return err(`${path} is missing`);
  if (sha256Hex(identity) !== artifact.sha256) return err(`${path} is not what the manifest says`);
  const forms: [Form, ...Form[]] = [{ coding: "identity", bytes: identity, etag: artifact.etag }];
  for (const coding of CODINGS) {
    const listed = artifact.encodings[coding];
    const bytes = listed && (await readForm(path, coding, artifact));
    if (!listed || bytes === undefined) continue;
    if (etagOf(sha256Hex(bytes)) !== listed.etag)
      return err(`${path} as ${coding} is not what the manifest says`);
    forms.push({ coding, bytes, etag: listed.etag });
  }
  const lastModifiedAt = Date.parse(artifact.last_modified);
  return ok({ path, mediaType: artifact.media_type, lastModifiedAt, forms });
}

function parseDocument<T>(
  artifacts: ReadonlyMap<string, LoadedArtifact>,
  path: string,
  checkDocument: Check<T>,
): T | undefined {
  const bytes = artifacts.get(path)?.forms[0].bytes;
  if (bytes === undefined) return undefined;
  const checked = checkDocument(JSON.parse(bytes.toString("utf8")));
  return checked.ok ? checked.value : undefined;
}
