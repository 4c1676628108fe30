import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { flushTree } from "../build/publish/flush.ts";

/** Read ahead of the clock, so that memory stays small and reading is not counted. */
const FILES_AT_ONCE = 2_000;

/**
 * How long the plainest program takes to put the files of a release on disk: folders where they are needed, the bytes
 * of each file, one after the other, then the flush that a build ends with. The bytes are in memory beforehand.
 */
export async function timeToWrite(release: string, to: string): Promise<number> {
  const files = readdirSync(release, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(release, join(entry.parentPath, entry.name)));
  const made = new Set<string>();
  let tookMs = 0;
  for (let first = 0; first < files.length; first += FILES_AT_ONCE) {
    const read = files
      .slice(first, first + FILES_AT_ONCE)
      .map((file) => [join(to, file), readFileSync(join(release, file))] as const);
    tookMs += timed(() => {
      for (const [file, bytes] of read) {
        const folder = dirname(file);
        if (!made.has(folder)) mkdirSync(folder, { recursive: true });
        made.add(folder);
        writeFileSync(file, bytes);
      }
    });
  }
  const flushedAt = performance.now();
  await flushTree(to);
  return Math.round(tookMs + performance.now() - flushedAt);
}

function timed(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
