// Synchronous: a promise for each of many small files costs more than its system calls.
import { linkSync, mkdirSync, statSync } from "node:fs";
import type { RecordedRelease } from "./assemble.ts";
import type { PartRecord } from "./part-record.ts";

/** Fills an empty folder with hard links to the files of a release, and records what is in it. */
export function copyRelease({ folder: original, parts }: RecordedRelease, copy: string): PartRecord[] {
  const recorded = [...parts.values()];
  const folders = recorded.flatMap((part) => Object.keys(part.folders)).toSorted();
  for (const name of folders) if (name !== ".") mkdirSync(`${copy}/${name}`);
  for (const { files } of recorded)
    for (const name of files.names) linkSync(`${original}/${name}`, `${copy}/${name}`);
  return recorded.map((part) => part.withFolderTimes((name) => statSync(`${copy}/${name}`).mtimeMs));
}
