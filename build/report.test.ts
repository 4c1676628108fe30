import { expect, test } from "vitest";
import type { Artifact, Manifest } from "../model/manifest.ts";
import { type BuildSummary, summarize } from "./report.ts";

const artifact = (body: string, encodings: Artifact["encodings"] = {}): Artifact => ({
  media_type: "text/plain",
  bytes: body.length,
  sha256: body,
  etag: `"${body}"`,
  last_modified: "2026-03-14T00:00:00Z",
  encodings,
});

const gzip = (etag: string) => ({ gzip: { bytes: 10, etag } });

const manifestOf = (release: string, artifacts: Manifest["artifacts"], sha256: string): Manifest => ({
  version: 2,
  release,
  base_url: "https://example.org",
  artifacts,
  segments: [{ path: "/manifest/reviews.json", bytes: 1000, sha256, last_modified: "2026-03-14T00:00:00Z" }],
});

const summaryOf = (manifest: Manifest, previous: Manifest | undefined): BuildSummary =>
  summarize(
    {
      manifest,
      previous,
      replacedFiles: [],
      isPublished: true,
      reviewCount: 1,
      reviewChanges: { added: [], changed: [], vanished: [] },
      withheldCount: 0,
      sidecarUrl: undefined,
      analysedTexts: 0,
      unknownNames: [],
      warnings: [],
    },
    "dist",
    [],
    1,
  );

test("files are counted with their codings, and the changed ones with their sizes", () => {
  const before = manifestOf(
    "a",
    { "/same": artifact("1"), "/b": artifact("22"), "/gone": artifact("0") },
    "x",
  );
  const after = manifestOf(
    "b",
    { "/same": artifact("1"), "/b": artifact("333", gzip("new")), "/new": artifact("4444") },
    "x",
  );
  // Each release has the root in three codings and a segment besides.
  const all = 4 + 3 + 1;
  expect(summaryOf(after, before).files).toEqual({ all, changed: 3 + 3, changed_bytes: 3 + 10 + 4 });
  expect(summaryOf(after, after).files).toEqual({ all, changed: 0, changed_bytes: 0 });
  expect(summaryOf(after, undefined).files).toEqual({
    all,
    changed: all,
    changed_bytes: 1 + 3 + 10 + 4 + 1000,
  });
});

test("a coding or a segment that alone is another counts as changed", () => {
  const before = manifestOf("a", { "/b": artifact("1", gzip("x")) }, "x");
  const recoded = manifestOf("b", { "/b": artifact("1", gzip("y")) }, "x");
  expect(summaryOf(recoded, before).files).toEqual({ all: 6, changed: 4, changed_bytes: 10 });
  const relisted = manifestOf("b", before.artifacts, "y");
  expect(summaryOf(relisted, before).files).toEqual({ all: 6, changed: 4, changed_bytes: 1000 });
});

test("artifacts are new, changed or the same, and those of the last release alone were removed", () => {
  const before = manifestOf(
    "a",
    { "/same": artifact("1"), "/b": artifact("22"), "/gone": artifact("0") },
    "x",
  );
  const after = manifestOf(
    "b",
    { "/same": artifact("1"), "/b": artifact("333"), "/new": artifact("4444") },
    "x",
  );
  const { artifacts, removed } = summaryOf(after, before);
  expect(artifacts).toEqual([
    { path: "/same", bytes: 1, change: "same" },
    { path: "/b", bytes: 3, change: "changed" },
    { path: "/new", bytes: 4, change: "new" },
  ]);
  expect(removed).toEqual(["/gone"]);
});
