// Synchronous: a promise for each of many small files costs more than its system call.
import { statSync, type Stats } from "node:fs";

/** A file of a release as the build left it. One of the same size, time and inode has the same bytes. */
export type FileRow = readonly [bytes: number, modifiedAtMs: number, inode: number];

export const statsOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

export const isAsRecorded = (stats: Stats | undefined, row: FileRow | undefined): boolean =>
  stats !== undefined &&
  row !== undefined &&
  stats.size === row[0] &&
  stats.mtimeMs === row[1] &&
  stats.ino === row[2];

/** The folder of a file, or of a folder: "." for an entry of the root, and for the root itself. */
export const folderOf = (entry: string): string => entry.slice(0, Math.max(0, entry.lastIndexOf("/"))) || ".";
