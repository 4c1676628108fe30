// Synchronous: a promise for each of many small files costs more than its system calls.
import { linkSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../model/fault.ts";
import { type FileRow, folderOf, isAsRecorded, statsOf } from "./file-record.ts";
import { folderTimesOf, type PartRecord, type PartRecords } from "./part-record.ts";
import { recordRelease } from "./record-release.ts";
import { partFiles, type StagedPart } from "./release-files.ts";
import { makeParents } from "./write-artifact.ts";

/** The folder of a release, and its files as the build that published it left them. */
export interface RecordedRelease {
  readonly folder: string;
  readonly parts: PartRecords;
}

export interface Assembly {
  readonly parts: readonly StagedPart[];
  /** Holds the new files, and no others. */
  readonly staging: string;
  /** The other files of the new release, besides those of kept parts. */
  readonly keptFiles: ReadonlySet<string>;
  /** The published release, which has the kept files. */
  readonly current: RecordedRelease;
}

/**
 * Turns a retired release, moved to where no reader looks, into the new one. Only files that differ are moved, linked
 * or removed, so it costs as much as the difference and one stat(2) per folder. A file is never written in place,
 * because releases share files.
 */
export function assembleFromRetired(
  assembly: Assembly,
  retired: RecordedRelease,
  altered: ReadonlySet<string> = alteredFolders(retired),
): PartRecord[] {
  const { staging, current } = assembly;
  const base = retired.folder;
  const same = sameParts(assembly, retired, altered);
  const others = assembly.parts.filter(({ listing }) => !same.has(listing));
  const retiredParts = otherParts(retired.parts, same);
  const before = rowsOf(retiredParts);
  const now = rowsOf(otherParts(current.parts, same));
  const files = new Map(others.flatMap((part) => [...partFiles(part)]));
  const isKept = keptFilesOf(assembly, others);
  const unchanged = new Map<string, FileRow>();
  const emptied = new Set<string>();
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
  for (const file of before.keys()) if (!files.has(file)) remove(file);
  for (const [file, etag] of files) {
    const old = before.get(file);
    if (isKept(file) && old?.etag === etag && old.stats[1] === now.get(file)?.stats[1]) {
      // Compared as a file of the current release: the inode is the same, and in an unaltered folder so is its name.
      const isCompared = old.stats[2] === now.get(file)?.stats[2] && !altered.has(folderOf(file));
      if (isCompared || isAsRecorded(statsOf(join(base, file)), old.stats)) {
        unchanged.set(file, old.stats);
        continue;
      }
    }
    touch(file);
    if (!isKept(file) && isMoved(join(staging, file), join(base, file))) continue;
    rmSync(join(base, file), { recursive: true, force: true });
    makeParents(base, file);
    if (isKept(file)) linkKept(current.folder, base, file, now.get(file)?.stats);
    else renameSync(join(staging, file), join(base, file));
  }
  removeEmptyFolders(base, emptied);
  const times = Object.entries(folderTimesOf(retiredParts));
  const folders = Object.fromEntries(times.filter(([folder]) => !touched.has(folder)));
  return recordRelease(base, assembly.parts, { parts: same, files: unchanged, folders });
}

/** Kept parts that the retired release has with the same files, in folders that nobody altered. */
function sameParts(
  { parts }: Assembly,
  { parts: retired }: RecordedRelease,
  altered: ReadonlySet<string>,
): Map<string, PartRecord> {
  const same = new Map<string, PartRecord>();
  for (const { listing, kept } of parts) {
    const before = retired.get(listing);
    if (kept === undefined || before === undefined) continue;
    if (altered.size > 0 && before.files.names.some((name) => altered.has(folderOf(name)))) continue;
    // The files of the current release were compared: in an unaltered folder the same inode is the same file.
    if (kept.sharesFilesWith(before)) same.set(listing, kept.inFoldersOf(before));
  }
  return same;
}

/** All parts but the same ones. */
const otherParts = (parts: PartRecords, same: ReadonlyMap<string, PartRecord>): PartRecord[] =>
  [...parts.values()].filter(({ files }) => !same.has(files.listing));

const rowsOf = (parts: Iterable<PartRecord>): ReturnType<PartRecord["rows"]> =>
  new Map([...parts].flatMap((part) => [...part.rows()]));

/** Tells which files of these parts the published release has. */
function keptFilesOf({ keptFiles }: Assembly, parts: readonly StagedPart[]): (file: string) => boolean {
  const ofKeptParts = new Set(parts.flatMap(({ kept }) => kept?.files.names ?? []));
  return (file) => keptFiles.has(file) || ofKeptParts.has(file);
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
export function assembleFromLinks({ parts, staging, keptFiles, current }: Assembly): PartRecord[] {
  const rows = rowsOf(current.parts.values());
  const kept = [...keptFiles, ...parts.flatMap((part) => part.kept?.files.names ?? [])];
  for (const file of kept) {
    makeParents(staging, file);
    linkKept(current.folder, staging, file, rows.get(file)?.stats);
  }
  return recordRelease(staging, parts);
}

function linkKept(folder: string, base: string, file: string, recorded: FileRow | undefined): void {
  const source = join(folder, file);
  if (!isAsRecorded(statsOf(source), recorded))
    throw new Fault(`${source}: was changed while a build was running; build again`);
  linkSync(source, join(base, file));
}

/** Folders whose time is not that of the record: an entry was added, replaced or removed. */
export function alteredFolders({ folder: base, parts }: RecordedRelease): Set<string> {
  const altered = new Set<string>();
  for (const { folders } of parts.values())
    for (const folder in folders)
      if (statsOf(`${base}/${folder}`)?.mtimeMs !== folders[folder]) altered.add(folder);
  return altered;
}

/** Files and folders that the build did not leave there. */
function* foreignEntries(
  { folder: base, parts }: RecordedRelease,
  altered: ReadonlySet<string>,
): Generator<string> {
  if (altered.size === 0) return;
  const files = new Set([...parts.values()].flatMap((part) => part.files.names));
  const folders = new Set([...parts.values()].flatMap((part) => Object.keys(part.folders)));
  for (const folder of altered) {
    if (statsOf(join(base, folder)) === undefined) continue;
    for (const entry of readdirSync(join(base, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (!(entry.isDirectory() ? folders : files).has(path)) yield path;
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
