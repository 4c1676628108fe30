import { expect, test } from "vitest";
import type { Artifact, Artifacts } from "../model/manifest.ts";
import { countFiles } from "./file-counts.ts";
import type { FileCounts } from "./outcome.ts";
import { PartRecord } from "./publish/part-record.ts";
import type { StagedRelease } from "./publish/release-files.ts";
import { ReleaseListing } from "./publish/release-listing.ts";

const artifact = (body: string, encodings: Artifact["encodings"] = {}): Artifact => ({
  media_type: "text/plain",
  bytes: body.length,
  sha256: body,
  etag: `"${body}"`,
  last_modified: "2026-03-14T00:00:00Z",
  encodings,
});

const gzip = (etag: string) => ({ gzip: { bytes: 10, etag } });

const SEGMENT = "/manifest/reviews.json";

/** A release with these artifacts in its root, and one segment without any. */
function releaseOf(release: string, artifacts: Artifacts, sha256: string): StagedRelease {
  const segment = { path: SEGMENT, bytes: 1000, sha256, last_modified: "2026-03-14T00:00:00Z" };
  return {
    root: { version: 2, release, base_url: "https://example.org", artifacts, segments: [segment] },
    parts: [
      { listing: SEGMENT, artifacts: {}, keys: {}, digest: undefined, segment },
      { listing: "/manifest.json", artifacts, keys: {}, digest: undefined, segment: undefined },
    ],
  };
}

const countsOf = (release: StagedRelease, previous: StagedRelease | undefined): FileCounts =>
  countFiles(release, previous && new ReleaseListing(previous.root, () => ({})));

test("files are counted with their codings, and the changed ones with their sizes", () => {
  const before = releaseOf(
    "a",
    { "/same": artifact("1"), "/b": artifact("22"), "/gone": artifact("0") },
    "x",
  );
  const after = releaseOf(
    "b",
    { "/same": artifact("1"), "/b": artifact("333", gzip("new")), "/new": artifact("4444") },
    "x",
  );
  // Each release has the root in three codings and a segment besides.
  const all = 4 + 3 + 1;
  expect(countsOf(after, before)).toEqual({ all, changed: 3 + 3, changed_bytes: 3 + 10 + 4 });
  expect(countsOf(after, after)).toEqual({ all, changed: 0, changed_bytes: 0 });
  expect(countsOf(after, undefined)).toEqual({
    all,
    changed: all,
    changed_bytes: 1 + 3 + 10 + 4 + 1000,
  });
});

test("a coding or a segment that alone is another counts as changed", () => {
  const before = releaseOf("a", { "/b": artifact("1", gzip("x")) }, "x");
  const recoded = releaseOf("b", { "/b": artifact("1", gzip("y")) }, "x");
  expect(countsOf(recoded, before)).toEqual({ all: 6, changed: 4, changed_bytes: 10 });
  const relisted = releaseOf("b", before.root.artifacts, "y");
  expect(countsOf(relisted, before)).toEqual({ all: 6, changed: 4, changed_bytes: 1000 });
});

test("the files of a kept part count as the same", () => {
  const kept = PartRecord.of({
    files: { listing: SEGMENT, names: ["reviews/A/index.html", "manifest/reviews.json"], stats: [] },
    folders: {},
    totals: { digest: "", pages: 1, artifacts: 1, bytes: 5 },
    details: { etags: [], keys: {} },
  });
  const before = releaseOf("a", {}, "x");
  const after = releaseOf("b", { "/new": artifact("1") }, "x");
  const parts = [{ listing: SEGMENT, kept }, ...after.parts.slice(1)];
  expect(countsOf({ ...after, parts }, before)).toEqual({ all: 2 + 1 + 3, changed: 1 + 3, changed_bytes: 1 });
});
