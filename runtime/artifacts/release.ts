import { setImmediate as nextTurn } from "node:timers/promises";
import { conforms } from "../../model/conforms.ts";
import { ENTITIES_PATH, type EntitiesDocument, entitiesDocumentSchema } from "../../model/entities.ts";
import {
  type Artifact,
  etagOf,
  type Manifest,
  MANIFEST_PATH,
  newestModification,
  sha256Hex,
} from "../../model/manifest.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { WITHHELD_PATH, withheldDocumentSchema } from "../../model/policy.ts";
import { type SinceIndex, sinceIndexSchema } from "../../model/documents.ts";
import { SEARCH_TABLE_PATH, type SearchTable } from "../../model/search-table.ts";
import { SINCE_INDEX_PATH } from "../../model/since.ts";
import { loadSearchTable } from "./load-search-table.ts";
import { type LoadedArtifact, readArtifact, type RepresentationSource } from "./read-artifact.ts";
import { SinceAnswers } from "./since.ts";
import { heldBytes } from "./stored-bytes.ts";
import { UnloadedArtifacts } from "./unloaded-artifacts.ts";

/** A complete, verified release. */
export interface Release {
  readonly manifest: Manifest;
  readonly artifacts: ReadonlyMap<string, LoadedArtifact>;
  readonly unloaded: UnloadedArtifacts;
  /** Hashes reviews.json when it is called first, and again if that failed. */
  readonly since: () => Promise<SinceAnswers>;
  /** Length of reviews.json before its first review. */
  readonly headBytes: number;
  readonly searchTable: SearchTable;
  readonly entities: EntitiesDocument;
  /** Digests of the ids of withheld reviews. */
  readonly withheldDigests: ReadonlySet<string>;
}

interface ReadOptions {
  /** Artifacts that need not be read again. */
  readonly known: Release["artifacts"];
  /** The search table of the loaded release. */
  readonly before: SearchTable | undefined;
  /** Receives each artifact as soon as it is verified; the release's map in the end. */
  readonly arrived: Map<string, LoadedArtifact>;
  readonly look: AbortSignal;
}

const CONCURRENT_READS = 16;

const isEntities = conforms(entitiesDocumentSchema);
const isWithheld = conforms(withheldDocumentSchema);
const isSinceIndex = conforms(sinceIndexSchema);

/**
 * Reads all artifacts that the root lists and verifies each representation by its digest, so that a torn or altered
 * release is never served. Identity representations are required, others optional.
 */
export async function readRelease(
  manifest: Manifest,
  manifestBytes: Buffer,
  source: RepresentationSource,
  options: ReadOptions,
): Promise<Result<Release, string>> {
  const { arrived: artifacts } = options;
  artifacts.set(MANIFEST_PATH, manifestArtifact(manifest, manifestBytes));
  const { [SEARCH_TABLE_PATH]: listedTable, ...others } = manifest.artifacts;
  if (listedTable === undefined) return err(NO_SEARCH_TABLE);
  // The threads that read files load the table while this one hashes the other artifacts.
  const [searchTable, problem] = await Promise.all([
    readTable(listedTable, source, options),
    readArtifacts(Object.entries(others), { ...source, read: source.readNow ?? source.read }, options),
  ]);
  if (problem !== undefined) return err(problem);
  if (!searchTable.ok) return searchTable;
  const sinceIndex = parseDocument(artifacts, SINCE_INDEX_PATH, isSinceIndex);
  const entities = parseDocument(artifacts, ENTITIES_PATH, isEntities);
  const reviews = artifacts.get("/reviews.json");
  if (!sinceIndex || !reviews) return err("the release has no reviews that this version can read");
  if (!entities) return err("the release has no entities that this version can read");
  return ok({
    manifest,
    artifacts,
    unloaded: new UnloadedArtifacts(manifest.segments, source.read),
    since: preparedOnce(sinceIndex, reviews),
    headBytes: sinceIndex.reviews_offset,
    searchTable: searchTable.value,
    entities,
    withheldDigests: new Set(parseDocument(artifacts, WITHHELD_PATH, isWithheld)?.digests),
  });
}

/** Reads artifacts, or says why the first of those that cannot be read cannot. */
async function readArtifacts(
  entries: readonly [path: string, artifact: Artifact][],
  source: RepresentationSource,
  { known, arrived, look }: ReadOptions,
): Promise<string | undefined> {
  for (let at = 0; at < entries.length; at += CONCURRENT_READS) {
    const batch = entries.slice(at, at + CONCURRENT_READS);
    const results = await Promise.all(
      batch.map(([path, artifact]) => readArtifact(path, artifact, source, { known: known.get(path), look })),
    );
    for (const [index, result] of results.entries()) {
      if (!result.ok) return result.error;
      arrived.set(batch[index]?.[0] ?? "", result.value);
    }
    await nextTurn();
  }
  return undefined;
}

const NO_SEARCH_TABLE = "the release has no search table that this version can read";

/**
 * Reads the artifact of the search table, and loads the table from it. The first one comes into memory as a whole, and is
 * verified there; a later one stays in its file, because it shares most of its texts with the one before.
 */
async function readTable(
  listed: Artifact,
  source: RepresentationSource,
  options: ReadOptions,
): Promise<Result<SearchTable, string>> {
  const from = options.before === undefined ? { read: source.read } : source;
  const problem = await readArtifacts([[SEARCH_TABLE_PATH, listed]], from, options);
  if (problem !== undefined) return err(problem);
  const bytes = options.arrived.get(SEARCH_TABLE_PATH)?.representations[0].bytes;
  const table = bytes && (await loadSearchTable(bytes, options.before));
  return table === undefined ? err(NO_SEARCH_TABLE) : ok(table);
}

/** Not a closure of `readRelease`, whose scope has the artifacts of the release before: they would stay in memory. */
function preparedOnce(index: SinceIndex, reviews: LoadedArtifact): Release["since"] {
  let answers: Promise<SinceAnswers> | undefined;
  const forget = (): void => void (answers = undefined);
  return () => {
    if (answers === undefined) {
      answers = SinceAnswers.prepare(index, reviews);
      answers.catch(forget);
    }
    return answers;
  };
}

/** The manifest does not list itself, but is served like any artifact. */
function manifestArtifact(manifest: Manifest, bytes: Buffer): LoadedArtifact {
  return {
    mediaType: "application/json; charset=utf-8",
    lastModifiedAt: Date.parse(newestModification(manifest)),
    representations: [{ coding: "identity", bytes, etag: etagOf(sha256Hex(bytes)) }],
  };
}

function parseDocument<T>(
  artifacts: Release["artifacts"],
  path: string,
  isDocument: (value: unknown) => value is T,
): T | undefined {
  const bytes = artifacts.get(path)?.representations[0].bytes;
  if (bytes === undefined) return undefined;
  const document: unknown = JSON.parse(heldBytes(bytes).toString("utf8"));
  return isDocument(document) ? document : undefined;
}
