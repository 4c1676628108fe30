import { expect, test } from "vitest";
import { type Manifest, releaseOf } from "../../model/manifest.ts";
import { checkManifest, parseManifest } from "./parse-manifest.ts";

const SEGMENTS = 4000;

const listed: Omit<Manifest, "release"> = {
  version: 2,
  base_url: "https://reviews.example",
  artifacts: {},
  segments: Array.from({ length: SEGMENTS }, (_, index) => ({
    path: `/manifest/reviews/${index}.json`,
    bytes: 1,
    sha256: "0".repeat(64),
    last_modified: "2026-01-01T00:00:00Z",
  })),
};
const manifest: Manifest = { ...listed, release: releaseOf(listed) };
const parse = (value: unknown) => parseManifest(Buffer.from(JSON.stringify(value)));

test("the manifest of a million reviews is checked in steps of a few hundred segments", async () => {
  expect([...checkManifest(manifest)].length).toBeGreaterThanOrEqual(SEGMENTS / 500);
  expect(await parse(manifest)).toEqual({ ok: true, value: manifest });
});

test.for<[string, unknown, string]>([
  ["null", null, "manifest.json: "],
  ["segments that are no list", { ...manifest, segments: {} }, "segments"],
  [
    "one segment among thousands",
    { ...manifest, segments: manifest.segments.with(3000, { path: "/a" } as never) },
    "segments",
  ],
  ["another field", { ...manifest, more: 1 }, "manifest.json: "],
  ["another release id", { ...manifest, release: "0".repeat(16) }, "does not fit its own release id"],
])("a manifest with a fault is refused: %s", async ([, value, reason]) => {
  const parsed = await parse(value);
  expect(parsed.ok ? "" : parsed.error).toContain(reason);
});
