import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { check } from "../../model/check.ts";
import { fileOf, type Manifest, MANIFEST_PATH, manifestSchema, sha256Hex } from "../../model/manifest.ts";
import { withSegments } from "../../model/segments.ts";
import { inParallel } from "./parallel.ts";
import type { LiveRelease } from "./target.ts";

/** Reads a file of the live release; undefined if there is none. */
export type ReadLiveFile = (file: string) => Promise<Buffer | undefined>;

const checkManifest = check(manifestSchema);
const NOTHING: ReadonlySet<string> = new Set();

/** Reads the live manifest and its segments. Segments that `folder` has too are read there. */
export async function readLive(read: ReadLiveFile, folder: string): Promise<LiveRelease> {
  const root = parseRoot(await read(fileOf(MANIFEST_PATH)));
  if (root === undefined) return { manifest: undefined, uncertain: NOTHING };
  const bodies = new Map<string, Buffer>();
  await inParallel(root.segments, async ({ path, sha256 }) => {
    const own = await readFile(join(folder, fileOf(path))).catch(() => undefined);
    const body = own && sha256Hex(own) === sha256 ? own : await read(fileOf(path));
    if (body) bodies.set(path, body);
  });
  const { manifest, unreadable } = await withSegments(root, (path) => Promise.resolve(bodies.get(path)));
  // Objects that cannot be compared are uploaded again.
  const known = unreadable.length === 0 ? manifest : { ...root, artifacts: {}, segments: [] };
  return { manifest: known, uncertain: NOTHING };
}

function parseRoot(body: Buffer | undefined): Manifest | undefined {
  try {
    const checked = checkManifest(JSON.parse(body?.toString("utf8") ?? ""));
    return checked.ok ? checked.value : undefined;
  } catch {
    return undefined;
  }
}

/** The problem if the live release is no longer the one that the plan was made for. */
export const overtaken = (expected: string, found: string): string =>
  `release ${found || "(none)"} is live now, not ${expected || "(none)"}: another deploy came first; deploy again`;
