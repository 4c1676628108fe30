import { hash } from "node:crypto";
// Synchronous: a promise for each of many small files costs more than its system calls.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** A content file as a build found it. */
type ContentRow = readonly [bytes: number, modifiedAtMs: number, inode: number, sha256: string];

/** The content files of a build, by path relative to the content folder. */
export type ContentRecord = Readonly<Record<string, ContentRow>>;

/**
 * A file that was written just before a build may be written again within the same tick of the file system: later builds
 * take its digest again.
 */
const SETTLING_MS = 2000;

/** No file has it. */
const UNSETTLED_TIME = -1;

interface ContentPlaces {
  readonly contentFolder: string;
  readonly cacheFolder: string | undefined;
  /** Of the build. */
  readonly startedAt: Date;
}

/**
 * Lists all files of the content folder with their digests, which are taken only of files whose size, time or inode
 * differ from those that are known. Undefined if one cannot be read: the load says why.
 */
export function readContent(
  { contentFolder: folder, cacheFolder, startedAt }: ContentPlaces,
  known: ContentRecord,
): ContentRecord | undefined {
  const files: Record<string, ContentRow> = {};
  const settledBefore = startedAt.getTime() - SETTLING_MS;
  try {
    for (const file of filesBelow(folder, new Set([resolve(cacheFolder ?? folder)]))) {
      const { size, mtimeMs, ino } = statSync(file);
      const name = relative(folder, file);
      const [bytes, modifiedAtMs, inode, sha256] = known[name] ?? [];
      const isKnown = bytes === size && modifiedAtMs === mtimeMs && inode === ino;
      files[name] = [
        size,
        mtimeMs < settledBefore ? mtimeMs : UNSETTLED_TIME,
        ino,
        isKnown && sha256 !== undefined ? sha256 : hash("sha256", readFileSync(file)),
      ];
    }
    return files;
  } catch {
    return undefined;
  }
}

/** True if the content has the same files with the same bytes. */
export function isSameContent(a: ContentRecord, b: ContentRecord): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name]?.[3] === b[name]?.[3]);
}

/** Follows links, because the load does, and leaves out those that lead nowhere. A folder is entered once. */
function* filesBelow(folder: string, entered: Set<string>): Generator<string> {
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    if (!stats.isDirectory()) {
      yield path;
      continue;
    }
    const identity = `${stats.dev}:${stats.ino}`;
    if (entered.has(identity) || entered.has(resolve(path))) continue;
    entered.add(identity);
    yield* filesBelow(path, entered);
  }
}
