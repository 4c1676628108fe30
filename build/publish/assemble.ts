// Synchronous: a promise for each of many small files costs more than its system calls.
import { linkSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../model/fault.ts";
import type { Manifest } from "../../model/manifest.ts";
import {
  type FileRecord,
  folderOf,
  type FolderRecord,
  isAsRecorded,
  recordFolder,
  statsOf,
} from "./file-record.ts";
import { releaseFiles } from "./release-files.ts";
import { makeParents } from "./write-artifact.ts";

/** An older release that is no longer kept: its folder, moved to where no reader looks, and its record. */
export interface RetiredRelease {
  readonly folder: string;
  readonly stats: FolderRecord;
}

export interface Assembly {
  readonly manifest: Manifest;
  /** Holds the new files, and no others. */
  readonly staging: string;
  /** The other files of the new release. */
  readonly keptFiles: ReadonlySet<string>;
  /** The published release, which has the kept files. */
  readonly current: { readonly folder: string; readonly stats: FolderRecord };
}

/**
 * Turns a retired release into the new one. Only files that differ are moved, linked or removed, so it costs as much
 * as the difference and one stat(2) per file. A file is never written in place, because releases share files.
 */
export function assembleFromRetired(assembly: Assembly, retired: RetiredRelease): FolderRecord {
  const { manifest, staging, keptFiles, current } = assembly;
  const { folder: base, stats } = retired;
  const files = new Map(releaseFiles(manifest));
  const unchanged = new Map<string, FileRecord>();
  const emptied = new Set<string>();
  const altered = alteredFolders(retired);
  const touched = new Set(altered);
  const touch = (file: string): void => {
    for (let folder = file; folder !== ".";) touched.add((folder = folderOf(folder)));
  };
  const remove = (file: string): void => {
    rmSync(join(base, file), { recursive: true, force: true });
    touch(file);
    emptied.add(folderOf(file));
  };
  for (const entry of foreignEntries(retired, altered)) remove(entry);
  for (const file of Object.keys(stats.files)) if (!files.has(file)) remove(file);
  for (const [file, etag] of files) {
    const isKept = keptFiles.has(file);
    const before = stats.files[file];
    const now = current.stats.files[file];
    if (isKept && before?.[3] === etag && before[1] === now?.[1]) {
      // Compared as a file of the current release: the inode is the same, and in an unaltered folder so is its name.
      const isCompared = before[2] === now[2] && !altered.has(folderOf(file));
      if (isCompared || isAsRecorded(statsOf(join(base, file)), before)) {
        unchanged.set(file, before);
        continue;
      }
    }
    touch(file);
    if (!isKept && isMoved(join(staging, file), join(base, file))) continue;
    rmSync(join(base, file), { recursive: true, force: true });
    makeParents(base, file);
    if (isKept) linkKept(assembly, base, file);
    else renameSync(join(staging, file), join(base, file));
  }
  removeEmptyFolders(base, emptied);
  const folders = Object.entries(stats.folders).filter(([folder]) => !touched.has(folder));
  return recordFolder(base, files, { files: unchanged, folders: Object.fromEntries(folders) });
}

/** Moves a file over an older one; false if its folder is missing, or a folder has its name. */
function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** Completes the staging folder with hard links to the kept files. */
export function assembleFromLinks(assembly: Assembly): FolderRecord {
  const { manifest, staging, keptFiles } = assembly;
  for (const file of keptFiles) {
    makeParents(staging, file);
    linkKept(assembly, staging, file);
  }
  return recordFolder(staging, releaseFiles(manifest));
}

function linkKept({ current: { folder, stats } }: Assembly, base: string, file: string): void {
  const source = join(folder, file);
  if (!isAsRecorded(statsOf(source), stats.files[file]))
    throw new Fault(`${source}: was changed while a build was running; build again`);
  linkSync(source, join(base, file));
}

/** Folders whose time is not that of the record: an entry was added, replaced or removed. */
function alteredFolders({ folder: base, stats: { folders } }: RetiredRelease): Set<string> {
  const isAltered = (folder: string): boolean => statsOf(`${base}/${folder}`)?.mtimeMs !== folders[folder];
  return new Set(Object.keys(folders).filter(isAltered));
}

/** Files and folders that the build did not leave there. */
function* foreignEntries(
  { folder: base, stats: { files, folders } }: RetiredRelease,
  altered: ReadonlySet<string>,
): Generator<string> {
  for (const folder of altered) {
    if (statsOf(join(base, folder)) === undefined) continue;
    for (const entry of readdirSync(join(base, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (!(path in (entry.isDirectory() ? folders : files))) yield path;
    }
  }
}

function removeEmptyFolders(base: string, folders: Iterable<string>): void {
  for (let folder of folders)
    for (; folder !== "." && isEmptied(join(base, folder)); folder = folderOf(folder));
}

/** Removes a folder if it is empty. */
function isEmptied(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
