import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { unzipSync } from "fflate";
import { cleanText, MAX_STRING_BYTES } from "../../model/text.ts";
import { decodeText } from "./read-text.ts";
import { CommandError, errorCode } from "./reasons.ts";

/** One file of an export, as the report names it. */
export interface ExportFile {
  readonly name: string;
  /** Throws a CommandError if it cannot be read. Called when its turn comes, so that one text is in memory at a time. */
  text(): string;
}

/**
 * The files that the paths name: a folder and a ZIP archive stand for the files in them whose names match. Throws if
 * one holds none.
 */
export function findExportFiles(
  paths: readonly string[],
  matching: RegExp,
  encoding: string,
): readonly ExportFile[] {
  return paths.flatMap((path) => {
    if (statOf(path).isDirectory()) return filesBelow(path, matching).map((file) => fileAt(file, encoding));
    return isZip(path) ? entriesOf(path, matching, encoding) : [fileAt(path, encoding)];
  });
}

const fileAt = (name: string, encoding: string): ExportFile => ({
  name,
  text: () => decodeText(name, readBytes(name), encoding),
});

function filesBelow(folder: string, matching: RegExp): string[] {
  const entries = orStop(folder, () => readdirSync(folder, { recursive: true, withFileTypes: true }));
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return matchingOf(folder, files, matching);
}

function matchingOf(path: string, files: readonly string[], matching: RegExp): string[] {
  const found = files.filter((file) => matching.test(file));
  if (found.length > 0) return found;
  if (files.some((file) => file.startsWith("xl/")))
    throw new CommandError([`${path}: is an Excel workbook; save it as CSV (UTF-8), and import that`]);
  const others = files.length === 0 ? "it is empty" : `it holds ${files.length} others, first ${files[0]}`;
  throw new CommandError([`${path}: holds no file of this format (${matching.source}); ${others}`]);
}

const ZIP_START = Buffer.from("PK\u0003\u0004");

/** Read through `orStop`, so that a file that is not there is named. */
function isZip(path: string): boolean {
  return /\.zip$/i.test(path) || readBytes(path).subarray(0, ZIP_START.length).equals(ZIP_START);
}

const MAX_ENTRIES = 100_000;

/**
 * The matching entries of an archive. Nothing is unpacked to the disk. An entry is never inflated beyond the size that
 * the archive declares for it, and the declared sizes are bounded together, so a small archive cannot fill the memory.
 */
function entriesOf(path: string, matching: RegExp, encoding: string): ExportFile[] {
  const archive = readBytes(path);
  const sizes = new Map<string, number>();
  unzip(path, archive, ({ name, originalSize }) => {
    if (sizes.has(name)) stop(path, `holds ${cleanText(name)} twice`);
    if (/^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name))
      stop(path, `holds ${cleanText(name)}, a name that leaves its folder`);
    sizes.set(name, originalSize);
    if (sizes.size > MAX_ENTRIES) stop(path, `holds over ${MAX_ENTRIES} files`);
    return false;
  });
  const files = [...sizes.keys()].filter((name) => !/\/$|(?:^|\/)(?:\.|__MACOSX\/)/.test(name)).toSorted();
  const found = matchingOf(path, files, matching);
  if (found.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0) > MAX_STRING_BYTES)
    stop(path, "holds over 500 MB of reviews; unpack it, then import the files in parts");
  return found.map((name) => ({
    name: `${path}/${cleanText(name)}`,
    text: () => {
      const bytes = unzip(path, archive, (entry) => entry.name === name)[name] ?? new Uint8Array();
      if (crc32(bytes) !== (checksumOf(archive, name) ?? crc32(bytes)))
        stop(path, `holds ${cleanText(name)}, which is damaged; export it again`);
      return decodeText(`${path}/${cleanText(name)}`, Buffer.from(bytes), encoding);
    },
  }));
}

const CENTRAL_HEADER = Buffer.from("PK\u0001\u0002");

/** The CRC-32 of an entry in the archive's directory (APPNOTE.TXT 4.3.12), which fflate does not compare. */
function checksumOf(archive: Buffer, name: string): number | undefined {
  const expected = Buffer.from(name);
  for (let at = archive.length; at > 0;) {
    at = archive.lastIndexOf(CENTRAL_HEADER, at - 1);
    if (at >= 0 && archive.subarray(at + 46, at + 46 + expected.length).equals(expected))
      return archive.readUInt32LE(at + 16);
  }
  return undefined;
}

function unzip(
  path: string,
  archive: Buffer,
  filter: NonNullable<NonNullable<Parameters<typeof unzipSync>[1]>["filter"]>,
): Record<string, Uint8Array> {
  try {
    return unzipSync(archive, { filter });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return stop(path, `is not a ZIP archive that can be read (${reason}); export it again, or unpack it`);
  }
}

function stop(path: string, problem: string): never {
  throw new CommandError([`${path}: ${problem}`]);
}

const statOf = (path: string) => orStop(path, () => statSync(path));

function readBytes(path: string): Buffer {
  if (statOf(path).size > MAX_STRING_BYTES)
    throw new CommandError([`${path}: is over 500 MB; split it, then import the parts`]);
  return orStop(path, () => readFileSync(path));
}

function orStop<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new CommandError([`${path}: cannot be read (${errorCode(error)})`]);
  }
}
