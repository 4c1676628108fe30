import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { CODINGS, etagOf, fileOf, sha256Hex } from "../../model/manifest.ts";
import { readManifestOf } from "./build.ts";

/**
 * A reader of a published folder, run as a process of its own: resolves the link once a round and reads the whole
 * set, and then rests as long, so that writers have a processor too. Prints one line for each round that was missing or mixed anything, and the number of rounds at the end.
 */
const [dist = "", stopFile = ""] = process.argv.slice(2);
const MIN_REST_MS = 15;
const KEPT_RELEASES = 3;
const resting = new Int32Array(new SharedArrayBuffer(4));
let rounds = 0;
const releases = new Set<string>();

while (!existsSync(stopFile)) {
  const startedAt = performance.now();
  const folder = realpathSync(dist);
  try {
    readSet(folder);
    rounds += 1;
  } catch (error) {
    // A reader restarts when three newer releases are published while it reads one.
    if (numberOf(realpathSync(dist)) - numberOf(folder) < KEPT_RELEASES) {
      process.stdout.write(`torn: ${String(error)}\n`);
    }
  }
  Atomics.wait(resting, 0, 0, Math.max(MIN_REST_MS, performance.now() - startedAt));
}
process.stdout.write(`rounds ${rounds} releases ${releases.size}\n`);

function numberOf(folder: string): number {
  return Number(basename(folder).split("-")[0]);
}

function readSet(folder: string): void {
  const manifest = readManifestOf(folder);
  releases.add(manifest.release);
  for (const [path, artifact] of Object.entries(manifest.artifacts)) {
    if (sha256Hex(readFileSync(join(folder, fileOf(path)))) !== artifact.sha256)
      throw new Error(`mixed ${path}`);
    for (const coding of CODINGS) {
      const form = artifact.encodings[coding];
      if (!form) continue;
      const etag = etagOf(sha256Hex(readFileSync(join(folder, fileOf(path, coding)))));
      if (etag !== form.etag) throw new Error(`mixed ${path} ${coding}`);
    }
  }
}
