import { hash } from "node:crypto";
// Synchronous: a promise for each of many small files costs more than reading it.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import {
  type Artifact,
  type Coding,
  CODINGS,
  etagOf,
  fileOf,
  type Manifest,
  MANIFEST_PATH,
} from "../../model/manifest.ts";
import { isReviewPage } from "../../model/review.ts";
import { decode } from "./decode.ts";
import { documentProblem } from "./document-problem.ts";

export interface VerifyOptions {
  /** True while there is time to read one more large file or review page. */
  readonly hasTime: () => boolean;
  /** A staged release is also parsed, and may hold no other files. A published folder may hold files of its owner. */
  readonly isStaged: boolean;
}

/** One file of a release that is not what the manifest says. */
export interface FileProblem {
  /** Relative to the release folder. */
  readonly file: string;
  readonly message: string;
}

/** Artifacts up to this size, except review pages, are read in every build. */
const MAX_SMALL_BYTES = 1_000_000;

/**
 * Reads a release back from disk: the files are those of the manifest and no others, every representation that is
 * read has its digest, and every document parses. Sizes and file times are compared for all files. Contents are read
 * of all small artifacts, of all files whose time was changed, and of the others while there is time.
 */
export function verifyRelease(
  folder: string,
  manifest: Manifest,
  { hasTime, isStaged }: VerifyOptions,
): readonly FileProblem[] {
  const { problems, touched } = takeInventory(folder, manifest, isStaged);
  const broken = new Set(problems.map(({ file }) => file));
  for (const { path, sha256 } of manifest.segments) {
    const file = fileOf(path);
    if (!broken.has(file) && hash("sha256", readFileSync(join(folder, file))) !== sha256)
      problems.push({ file, message: ALTERED });
  }
  for (const [path, artifact] of inReadingOrder(manifest)) {
    const files = [undefined, ...CODINGS].map((coding) => fileOf(path, coding));
    if (files.some((file) => broken.has(file))) continue;
    if (isSmall(path, artifact) || files.some((file) => touched.has(file)) || hasTime())
      problems.push(...artifactProblems(folder, path, artifact, isStaged));
  }
  return problems;
}

const isSmall = (path: string, { bytes }: Artifact): boolean =>
  bytes <= MAX_SMALL_BYTES && !isReviewPage(path);

/** Large artifacts, then review pages in the order of their digests: a sample of them is spread over all reviews. */
const inReadingOrder = ({ artifacts }: Manifest): [string, Artifact][] =>
  Object.entries(artifacts).toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));

const rankOf = ([path, { sha256 }]: [string, Artifact]): string => (isReviewPage(path) ? `1${sha256}` : "0");

/** Missing and additional files, files of another size, and files that were written after their release. */
function takeInventory(
  folder: string,
  manifest: Manifest,
  isStaged: boolean,
): { problems: FileProblem[]; touched: ReadonlySet<string> } {
  const expected = expectedFiles(manifest);
  const problems: FileProblem[] = [];
  const touched = new Set<string>();
  for (const file of isStaged ? filesBelow(folder) : [])
    if (!expected.has(file)) problems.push({ file, message: "is not in the manifest" });
  for (const [file, { bytes, modifiedAt }] of expected) {
    const stats = statSync(join(folder, file), { throwIfNoEntry: false });
    if (stats === undefined) problems.push({ file, message: "is missing" });
    else if (bytes !== undefined && stats.size !== bytes)
      problems.push({ file, message: `has ${stats.size} bytes instead of ${bytes}` });
    else if (stats.mtimeMs !== modifiedAt) touched.add(file);
  }
  return { problems, touched };
}

interface ExpectedFile {
  /** Undefined for the manifest, which does not state its own size. */
  readonly bytes: number | undefined;
  readonly modifiedAt: number;
}

function expectedFiles({ artifacts, segments }: Manifest): Map<string, ExpectedFile> {
  const files = new Map<string, ExpectedFile>();
  for (const { path, bytes } of segments) files.set(fileOf(path), { bytes, modifiedAt: NaN });
  for (const coding of [undefined, ...CODINGS])
    files.set(fileOf(MANIFEST_PATH, coding), { bytes: undefined, modifiedAt: NaN });
  for (const [path, { bytes, encodings, last_modified }] of Object.entries(artifacts)) {
    const modifiedAt = Date.parse(last_modified);
    files.set(fileOf(path), { bytes, modifiedAt });
    for (const coding of CODINGS) {
      const encoding = encodings[coding];
      if (encoding) files.set(fileOf(path, coding), { bytes: encoding.bytes, modifiedAt });
    }
  }
  return files;
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function artifactProblems(
  folder: string,
  path: string,
  artifact: Artifact,
  isStaged: boolean,
): FileProblem[] {
  const file = fileOf(path);
  const body = readFileSync(join(folder, file));
  if (hash("sha256", body) !== artifact.sha256) return [{ file, message: ALTERED }];
  const problems: FileProblem[] = [];
  for (const coding of CODINGS) {
    const encoding = artifact.encodings[coding];
    if (encoding) problems.push(...encodingProblems(folder, path, { coding, etag: encoding.etag, body }));
  }
  const message = isStaged ? documentProblem(path, artifact.media_type, body) : undefined;
  return message === undefined ? problems : [...problems, { file, message }];
}

const ALTERED = "was altered: its digest is not the manifest's";

function encodingProblems(
  folder: string,
  path: string,
  { coding, etag, body }: { readonly coding: Coding; readonly etag: string; readonly body: Buffer },
): FileProblem[] {
  const file = fileOf(path, coding);
  const encoded = readFileSync(join(folder, file));
  if (etagOf(hash("sha256", encoded)) !== etag) return [{ file, message: ALTERED }];
  const decoded = decode(coding, encoded);
  if (decoded?.equals(body) !== true) return [{ file, message: `does not decode to ${fileOf(path)}` }];
  return [];
}
