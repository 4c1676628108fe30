import { setImmediate as nextTurn } from "node:timers/promises";
import { check } from "../../model/check.ts";
import { conforms } from "../../model/conforms.ts";
import { type Manifest, manifestSchema, releaseOf } from "../../model/manifest.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { slices, type Task } from "../loop/time-slices.ts";

/** Checked in some tenths of a millisecond. The root of a million reviews lists 4,000 segments. */
const SEGMENTS_PER_STEP = 256;

const isManifest = conforms(manifestSchema);
const areSegments = conforms(manifestSchema.properties.segments);

/**
 * Checks that the release id fits the listed artifacts, so that a cut or edited manifest fails before any read. Does not
 * hold the event loop.
 */
export async function parseManifest(bytes: Buffer): Promise<Result<Manifest, string>> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    return err("manifest.json is not JSON");
  }
  const manifest = await slices.run(checkManifest(value));
  if (manifest === undefined) return err(explainManifest(value));
  await nextTurn();
  return manifest.release === releaseOf(manifest)
    ? ok(manifest)
    : err("manifest.json does not fit its own release id");
}

/** The value if it conforms to the schema, checked in steps. */
export function* checkManifest(value: unknown): Task<Manifest | undefined> {
  const segments: unknown = (value as Partial<Manifest> | null)?.segments;
  if (!Array.isArray(segments)) return undefined;
  for (let at = 0; at < segments.length; at += SEGMENTS_PER_STEP) {
    if (!areSegments(segments.slice(at, at + SEGMENTS_PER_STEP))) return undefined;
    yield;
  }
  return isManifest({ ...(value as Manifest), segments: [] }) ? (value as Manifest) : undefined;
}

function explainManifest(value: unknown): string {
  const checked = check(manifestSchema)(value);
  const issue = checked.ok ? undefined : checked.error[0];
  return issue?.path === "version"
    ? "manifest.json is of another version of this tool; build again with the version that serves"
    : `manifest.json: ${issue?.path ?? ""} ${issue?.message ?? "is not valid"}`;
}
