import { expect, test } from "vitest";
import { exceededLimits } from "./host-limits.ts";

const MIB = 2 ** 20;
const at = "2026-01-01T00:00:00Z";

/** A release of so many pages, each of so many bytes. */
function releaseOf(count: number, bytes: number) {
  const artifact = { media_type: "text/html", bytes, sha256: "", etag: "", last_modified: at, encodings: {} };
  const entries = Array.from({ length: count }, (_, number) => [`/reviews/${number}/`, artifact] as const);
  return { artifacts: Object.fromEntries(entries), segments: [] };
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
