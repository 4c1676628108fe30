import { createHash, hash } from "node:crypto";
// Synchronous: a promise for each of many small files costs more than reading it.
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { type Artifact, type Coding, CODINGS, etagOf, fileOf, type Manifest } from "../../model/manifest.ts";
import { isReviewPage } from "../../model/review.ts";
import { decode } from "./decode.ts";
import { type FileProblem, type Inspection, type InventoryOptions, takeInventory } from "./inventory.ts";
import type { ReadingBudget } from "./reading-budget.ts";

export interface InspectOptions extends InventoryOptions {
  /** Time for large artifacts and review pages. */
  readonly budget: ReadingBudget;
  /** Paths of large artifacts whose digests were just taken from their files. */
  readonly readBack?: ReadonlySet<string>;
  /** Returns how a document is broken. */
  readonly parse?: (path: string, mediaType: string, body: Buffer) => string | undefined;
}

/** Artifacts up to this size, except review pages, are read in every build. */
const MAX_SMALL_BYTES = 1_000_000;

/**
 * Reads a release back from disk. Always: the files are those of the manifest and no others, with their sizes; every
 * file but review pages has its digest; small artifacts, and all whose file time was changed, decode and parse. Within
 * the budget: large artifacts decode and parse, then review pages are read like small artifacts.
 */
export function inspectRelease(folder: string, manifest: Manifest, options: InspectOptions): Inspection {
  const { budget, keptFiles = new Set<string>() } = options;
  const { problems, touched } = takeInventory(folder, manifest, options);
  const broken = new Set(problems.map(({ file }) => file));
  const readWhole = (path: string, artifact: Artifact): void =>
    budget.spend(artifact.bytes, () => problems.push(...artifactProblems(folder, path, artifact, options)));
  for (const { path, sha256 } of manifest.segments) {
    const file = fileOf(path);
    if (
      !broken.has(file) &&
      !keptFiles.has(file) &&
      hash("sha256", readFileSync(join(folder, file))) !== sha256
    )
      problems.push({ file, message: ALTERED });
  }
  const large: [string, Artifact][] = [];
  const pages: [string, Artifact][] = [];
  for (const [path, artifact] of Object.entries(manifest.artifacts)) {
    if (keptFiles.has(fileOf(path))) continue;
    const files = [undefined, ...CODINGS].map((coding) => fileOf(path, coding));
    if (files.some((file) => broken.has(file))) continue;
    const isRead = files.some((file) => touched.has(file));
    if (!isRead && isReviewPage(path)) pages.push([path, artifact]);
    else if (!isRead && artifact.bytes > MAX_SMALL_BYTES) large.push([path, artifact]);
    else readWhole(path, artifact);
  }
  for (const [path, artifact] of large) {
    if (budget.allows(artifact.bytes)) readWhole(path, artifact);
    else if (options.readBack?.has(path) !== true) problems.push(...digestProblems(folder, path, artifact));
  }
  if (!budget.allows(0)) return { problems, touched };
  // In the order of their digests, so that a part of the pages is spread over all reviews.
  for (const [path, artifact] of pages.toSorted(([, a], [, b]) => (a.sha256 < b.sha256 ? -1 : 1))) {
    if (!budget.allows(artifact.bytes)) break;
    readWhole(path, artifact);
  }
  return { problems, touched };
}

/** Compares digests without holding a whole file in memory. */
function digestProblems(folder: string, path: string, { sha256, encodings }: Artifact): FileProblem[] {
  const isAltered = (coding: Coding | undefined): boolean => {
    const etag = coding === undefined ? etagOf(sha256) : encodings[coding]?.etag;
    return etag !== undefined && etagOf(digestOf(join(folder, fileOf(path, coding)))) !== etag;
  };
  const altered = [undefined, ...CODINGS].filter(isAltered);
  return altered.map((coding) => ({ file: fileOf(path, coding), message: ALTERED }));
}

const PIECE_BYTES = 1_048_576;

function digestOf(file: string): string {
  const digest = createHash("sha256");
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const descriptor = openSync(file, "r");
  try {
    for (let bytes = readSync(descriptor, piece); bytes > 0; bytes = readSync(descriptor, piece))
      digest.update(piece.subarray(0, bytes));
  } finally {
    closeSync(descriptor);
  }
  return digest.digest("hex");
}

function artifactProblems(
  folder: string,
  path: string,
  artifact: Artifact,
  { isStaged, parse }: InspectOptions,
): FileProblem[] {
  const file = fileOf(path);
  const body = readFileSync(join(folder, file));
  if (hash("sha256", body) !== artifact.sha256) return [{ file, message: ALTERED }];
  const problems: FileProblem[] = [];
  for (const coding of CODINGS) {
    const encoding = artifact.encodings[coding];
    if (encoding)
      problems.push(...encodingProblems(folder, path, { coding, etag: encoding.etag, body, isStaged }));
  }
  const message = parse?.(path, artifact.media_type, body);
  return message === undefined ? problems : [...problems, { file, message }];
}

const ALTERED = "was altered: its digest is not the manifest's";

interface EncodedBody {
  readonly coding: Coding;
  readonly etag: string;
  readonly body: Buffer;
  readonly isStaged: boolean;
}

function encodingProblems(
  folder: string,
  path: string,
  { coding, etag, body, isStaged }: EncodedBody,
): FileProblem[] {
  const file = fileOf(path, coding);
  const encoded = readFileSync(join(folder, file));
  if (etagOf(hash("sha256", encoded)) !== etag) return [{ file, message: ALTERED }];
  if (!isStaged) return [];
  const decoded = decode(coding, encoded);
  if (decoded?.equals(body) !== true) return [{ file, message: `does not decode to ${fileOf(path)}` }];
  return [];
}
