import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { flushTree } from "../build/publish/flush.ts";

/** Files read ahead between timed writes: bounds memory and keeps reading out of the measurement. */
const FILES_AT_ONCE = 2_000;

/**
 * Measures the milliseconds that the simplest program takes to write the files of a release: it creates folders as
 * needed, writes each file from memory, and ends with the same flush as a build.
 */
export async function timeToWrite(release: string, to: string): Promise<number> {
  const files = readdirSync(release, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(release, join(entry.parentPath, entry.name)));
  const folders = new Set<string>();
  let elapsedMs = 0;
  for (let first = 0; first < files.length; first += FILES_AT_ONCE) {
    const read = files
      .slice(first, first + FILES_AT_ONCE)
      .map((file) => [join(to, file), readFileSync(join(release, file))] as const);
    elapsedMs += timed(() => {
      for (const [file, bytes] of read) {
        const folder = dirname(file);
        if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
        folders.add(folder);
        writeFileSync(file, bytes);
      }
    });
  }
  const flushedAt = performance.now();
  await flushTree(to);
  return Math.round(elapsedMs + performance.now() - flushedAt);
}

function timed(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
