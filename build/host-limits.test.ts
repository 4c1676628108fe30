import { expect, test } from "vitest";
import { exceededLimits } from "./host-limits.ts";
import { PartRecord } from "./publish/part-record.ts";
import type { StagedPart, StagedRelease } from "./publish/release-files.ts";

const MIB = 2 ** 20;
const at = "2026-01-01T00:00:00Z";

const segment = { path: "/manifest/reviews.json", bytes: 0, sha256: "", last_modified: at };
const root = { version: 2, release: "", base_url: "https://a.example", artifacts: {}, segments: [] } as const;

/** A release of so many pages, each of so many bytes. */
function releaseOf(count: number, bytes: number): StagedRelease {
  const artifact = { media_type: "text/html", bytes, sha256: "", etag: "", last_modified: at, encodings: {} };
  const entries = Array.from({ length: count }, (_, number) => [`/reviews/${number}/`, artifact] as const);
  const artifacts = Object.fromEntries(entries);
  return {
    root,
    parts: [{ listing: segment.path, artifacts, keys: {}, digest: undefined, segment: undefined }],
  };
}

test.for([
  [20_000, 1000, []],
  [20_001, 1000, ["Cloudflare Pages accepts 20000 files, and this release has 20001"]],
  [1, 25 * MIB, []],
  [1, 25 * MIB + 1, ["Cloudflare Pages accepts files of 25 MiB, and reviews/0/index.html is larger"]],
  [64, 16 * MIB, []],
  [65, 16 * MIB, ["GitHub Pages accepts 1024 MiB, and this release has 1040"]],
] as const)("%i files of %i bytes", ([count, bytes, expected]) => {
  expect(exceededLimits(releaseOf(count, bytes))).toEqual(expected);
});

test("kept parts and segments count as well", () => {
  const keptPart = (artifacts: number, bytes: number): StagedPart => ({
    listing: segment.path,
    kept: PartRecord.of({
      files: { listing: segment.path, names: [], stats: [] },
      folders: {},
      totals: { digest: "", pages: 0, artifacts, bytes },
      details: { etags: [], keys: {} },
    }),
  });
  const withKept = (count: number, ...parts: StagedPart[]): StagedRelease => ({
    root: { ...root, segments: [segment] },
    parts: [...releaseOf(count, 1).parts, ...parts],
  });
  expect(exceededLimits(withKept(10_000, keptPart(9_998, 1)))).toEqual([]);
  expect(exceededLimits(withKept(10_000, keptPart(9_998, 1), keptPart(2, 1)))).toEqual([
    "Cloudflare Pages accepts 20000 files, and this release has 20001",
  ]);
  expect(exceededLimits(withKept(1, keptPart(1, 1024 * MIB - 1)))).toEqual([]);
  expect(exceededLimits(withKept(1, keptPart(1, 1024 * MIB)))).toEqual([
    "GitHub Pages accepts 1024 MiB, and this release has 1025",
  ]);
});
