import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { check } from "../../model/check.ts";
import { fileOf, type Manifest, manifestSchema } from "../../model/manifest.ts";
import { withSegments } from "../../model/segments.ts";

const checkManifest = check(manifestSchema);

/**
 * Reads a manifest and the segments next to it; undefined if the file is missing or fails its schema. Artifacts of a
 * segment that is missing or altered are left out.
 */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    const checked = checkManifest(upgraded(JSON.parse(await readFile(file, "utf8")) as Partial<Manifest>));
    if (!checked.ok) return undefined;
    const read = (path: string): Promise<Buffer | undefined> =>
      readFile(join(dirname(file), fileOf(path))).catch(() => undefined);
    return (await withSegments(checked.value, read)).manifest;
  } catch {
    return undefined;
  }
}

/** Version 1 listed every artifact in the root. */
const upgraded = (written: { readonly version?: number }): object =>
  written.version === 1 ? { ...written, version: 2, segments: [] } : written;
