// Synchronous: a promise for each of many small files costs more than its system call.
import { statSync } from "node:fs";
import { join } from "node:path";
import { fileOf, MANIFEST_PATH } from "../../model/manifest.ts";
import { folderOf, type FileRow } from "./file-record.ts";
import { type FolderTimes, type PartFiles, PartRecord } from "./part-record.ts";
import { type MadePart, partFiles, type StagedPart } from "./release-files.ts";

/** Entries that were compared just now, and need not be looked at again. */
interface KnownEntries {
  readonly parts: ReadonlyMap<string, PartRecord>;
  readonly files: ReadonlyMap<string, FileRow>;
  readonly folders: FolderTimes;
}

const NOTHING: KnownEntries = { parts: new Map(), files: new Map(), folders: {} };

/** Records the files of a release, part by part, and the folders that they are in. */
export function recordRelease(
  base: string,
  parts: readonly StagedPart[],
  known: KnownEntries = NOTHING,
): PartRecord[] {
  const files = parts.map((part) => known.parts.get(part.listing)?.files ?? filesOf(base, part, known));
  const shared = sharedFolders(files);
  return parts.map((part, index) => {
    const same = known.parts.get(part.listing);
    if (same !== undefined) return same;
    const { etags, ...recorded } = files[index] as FilesWithEtags;
    const isRoot = part.listing === MANIFEST_PATH;
    const folders = isRoot ? shared : new Set(recorded.names.map(folderOf)).difference(shared);
    return PartRecord.of({
      files: recorded,
      folders: timesOf(base, folders, known.folders),
      ...(part.kept === undefined
        ? { totals: totalsOf(part), details: { etags, keys: part.keys } }
        : { totals: part.kept.totals(), details: part.kept.details() }),
    });
  });
}

interface FilesWithEtags extends PartFiles {
  readonly etags: readonly string[];
}

function filesOf(base: string, part: StagedPart, known: KnownEntries): FilesWithEtags {
  const files = [...partFiles(part)];
  const stats = files.flatMap(([file]) => known.files.get(file) ?? rowOf(join(base, file)));
  return {
    listing: part.listing,
    names: files.map(([file]) => file),
    stats,
    etags: files.map(([, etag]) => etag),
  };
}

function rowOf(path: string): FileRow {
  const { size, mtimeMs, ino } = statSync(path);
  return [size, mtimeMs, ino];
}

/** Folders with entries of several parts: they are recorded with the root. Each page has a folder of its own besides. */
function sharedFolders(parts: readonly PartFiles[]): Set<string> {
  const folders = new Set(["."]);
  const addAbove = (entry: string): void => {
    for (let folder = folderOf(entry); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
  };
  for (const { listing, names } of parts)
    for (const name of names)
      addAbove(listing === MANIFEST_PATH || name === fileOf(listing) ? name : folderOf(name));
  return folders;
}

const timesOf = (base: string, folders: Iterable<string>, known: FolderTimes): FolderTimes =>
  Object.fromEntries(
    [...folders].map((folder) => [folder, known[folder] ?? statSync(join(base, folder)).mtimeMs]),
  );

const totalsOf = ({ artifacts, keys, digest }: MadePart) => ({
  digest,
  pages: Object.keys(keys).length,
  artifacts: Object.keys(artifacts).length,
  bytes: Object.values(artifacts).reduce((sum, { bytes }) => sum + bytes, 0),
});
