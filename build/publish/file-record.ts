// Synchronous: a promise for each of many small files costs more than its system call.
import { statSync, type Stats } from "node:fs";
import { join } from "node:path";

/** A file of a release as the build left it. One of the same size, time and inode has the same bytes. */
export type FileRecord = readonly [bytes: number, modifiedAtMs: number, inode: number, etag: string];

/** The contents of a release folder when it was published, by path relative to it. */
export interface FolderRecord {
  readonly files: Readonly<Record<string, FileRecord>>;
  /** Times of the folders. They change when an entry is added, replaced or removed. */
  readonly folders: Readonly<Record<string, number>>;
}

export const statsOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

export const isAsRecorded = (stats: Stats | undefined, row: FileRecord | undefined): boolean =>
  stats !== undefined &&
  row !== undefined &&
  stats.size === row[0] &&
  stats.mtimeMs === row[1] &&
  stats.ino === row[2];

/** True if every file is as the build left it. */
export function isIntact(folder: string, { files }: FolderRecord): boolean {
  for (const file in files) if (!isAsRecorded(statsOf(`${folder}/${file}`), files[file])) return false;
  return true;
}

/** The folder of a file, or of a folder: "." for an entry of the root, and for the root itself. */
export const folderOf = (entry: string): string => entry.slice(0, Math.max(0, entry.lastIndexOf("/"))) || ".";

interface KnownRows {
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly folders: FolderRecord["folders"];
}

/** Records the files of a release, and the folders that they are in. `known` are rows that were compared just now. */
export function recordFolder(
  root: string,
  etags: Iterable<readonly [file: string, etag: string]>,
  known: KnownRows = { files: new Map(), folders: {} },
): FolderRecord {
  const files: Record<string, FileRecord> = {};
  const folders: Record<string, number> = {};
  for (const [file, etag] of etags) {
    files[file] = known.files.get(file) ?? rowOf(statSync(join(root, file)), etag);
    for (let folder = folderOf(file); !(folder in folders); folder = folderOf(folder))
      folders[folder] = known.folders[folder] ?? statSync(join(root, folder)).mtimeMs;
  }
  return { files, folders };
}

const rowOf = ({ size, mtimeMs, ino }: Stats, etag: string): FileRecord => [size, mtimeMs, ino, etag];
