import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { CODINGS, fileOf, type Manifest, MANIFEST_PATH } from "../../model/manifest.ts";
import type { FileRow } from "../publish/file-record.ts";

/** @internal */
export interface InventoryOptions {
  /** A staged release may hold no other files. A published folder may hold files of its owner. */
  readonly isStaged: boolean;
  /** Files of the manifest that are not in a staged folder: the new release shares them with the published one. */
  readonly keptFiles?: ReadonlySet<string>;
  /** Record of the published files: one with another inode was replaced, whatever its size and time. */
  readonly recorded?: ReadonlyMap<string, FileRow>;
}

/** One file of a release that is not what the manifest says. */
export interface FileProblem {
  /** Relative to the release folder. */
  readonly file: string;
  readonly message: string;
}

/** @internal */
export interface Inspection {
  readonly problems: readonly FileProblem[];
  /** Files that were written or replaced since, whether or not they have the same bytes. */
  readonly touched: ReadonlySet<string>;
}

/**
 * Missing and additional files, files of another size, and files that were written after their release.
 * @internal
 */
export function takeInventory(
  folder: string,
  manifest: Manifest,
  { isStaged, keptFiles = new Set(), recorded }: InventoryOptions,
): { problems: FileProblem[]; touched: Inspection["touched"] } {
  const expected = expectedFiles(manifest, keptFiles);
  const problems: FileProblem[] = [];
  const touched = new Set<string>();
  for (const file of isStaged ? filesBelow(folder) : [])
    if (!expected.has(file) && !keptFiles.has(file))
      problems.push({ file, message: "is not in the manifest" });
  for (const [file, { bytes, modifiedAt }] of expected) {
    const stats = statSync(join(folder, file), { throwIfNoEntry: false });
    if (stats === undefined) problems.push({ file, message: "is missing" });
    else if (bytes !== undefined && stats.size !== bytes)
      problems.push({ file, message: `has ${stats.size} bytes instead of ${bytes}` });
    else if (modifiedAt !== undefined && stats.mtimeMs !== modifiedAt) touched.add(file);
    else if (isReplaced(stats.ino, recorded?.get(file))) touched.add(file);
  }
  return { problems, touched };
}

const isReplaced = (inode: number, row: FileRow | undefined): boolean =>
  row !== undefined && row[2] !== inode;

interface ExpectedFile {
  /** Undefined for the manifest, which does not list itself. */
  readonly bytes: number | undefined;
  readonly modifiedAt: number | undefined;
}

/** All files but the kept ones. The representations of an artifact are kept together. */
function expectedFiles(
  { artifacts, segments }: Manifest,
  keptFiles: ReadonlySet<string>,
): Map<string, ExpectedFile> {
  const files = new Map<string, ExpectedFile>();
  for (const { path, bytes, last_modified } of segments) {
    if (!keptFiles.has(fileOf(path)))
      files.set(fileOf(path), { bytes, modifiedAt: Date.parse(last_modified) });
  }
  for (const coding of [undefined, ...CODINGS])
    files.set(fileOf(MANIFEST_PATH, coding), { bytes: undefined, modifiedAt: undefined });
  for (const [path, { bytes, encodings, last_modified }] of Object.entries(artifacts)) {
    if (keptFiles.has(fileOf(path))) continue;
    const modifiedAt = Date.parse(last_modified);
    files.set(fileOf(path), { bytes, modifiedAt });
    for (const coding of CODINGS) {
      const encoding = encodings[coding];
      if (encoding) files.set(fileOf(path, coding), { bytes: encoding.bytes, modifiedAt });
    }
  }
  return files;
}

/** Files below the folder, with paths relative to it. */
function filesBelow(folder: string, inside = "", files: string[] = []): string[] {
  for (const entry of readdirSync(`${folder}/${inside}`, { withFileTypes: true })) {
    if (entry.isDirectory()) filesBelow(folder, `${inside}${entry.name}/`, files);
    else files.push(inside + entry.name);
  }
  return files;
}
