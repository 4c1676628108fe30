import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { check } from "../../model/check.ts";
import { type Artifacts, fileOf, type Manifest, manifestSchema, type Segment } from "../../model/manifest.ts";
import { parseSegment } from "../../model/segments.ts";
import { ReleaseListing } from "./release-listing.ts";

const checkManifest = check(manifestSchema);

/**
 * Reads a manifest, and later the segments next to it; undefined if the file is missing or fails its schema. Artifacts
 * of a segment that is missing or altered are left out.
 */
export function readManifest(file: string): ReleaseListing | undefined {
  try {
    const checked = checkManifest(upgraded(JSON.parse(readFileSync(file, "utf8")) as Partial<Manifest>));
    return checked.ok
      ? new ReleaseListing(checked.value, (segment) => readSegment(dirname(file), segment))
      : undefined;
  } catch {
    return undefined;
  }
}

function readSegment(folder: string, segment: Segment): Artifacts {
  try {
    return parseSegment(segment, readFileSync(join(folder, fileOf(segment.path)))) ?? {};
  } catch {
    return {};
  }
}

/** Version 1 listed every artifact in the root. */
const upgraded = (written: { readonly version?: number }): object =>
  written.version === 1 ? { ...written, version: 2, segments: [] } : written;
