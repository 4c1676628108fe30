import { expect, test } from "vitest";
import type { Artifacts } from "../model/manifest.ts";
import { ReleaseListing } from "./publish/release-listing.ts";
import { summarize } from "./report.ts";

const artifact = (body: string): Artifacts[string] => ({
  media_type: "text/plain",
  bytes: body.length,
  sha256: body,
  etag: `"${body}"`,
  last_modified: "2026-03-14T00:00:00Z",
  encodings: {},
});

const listingOf = (release: string, artifacts: Artifacts): ReleaseListing =>
  new ReleaseListing(
    { version: 2, release, base_url: "https://example.org", artifacts, segments: [] },
    () => ({}),
  );

const summaryOf = (listing: ReleaseListing, previous: ReleaseListing) =>
  summarize(
    {
      listing,
      previous,
      files: { all: 6, changed: 5, changed_bytes: 7 },
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

test("artifacts are new, changed or the same, and those of the last release alone were removed", () => {
  const { artifacts, removed, files } = summaryOf(
    listingOf("b", { "/b": artifact("333"), "/new": artifact("4444"), "/same": artifact("1") }),
    listingOf("a", { "/b": artifact("22"), "/gone": artifact("0"), "/same": artifact("1") }),
  );
  expect(artifacts).toEqual([
    { path: "/b", bytes: 3, change: "changed" },
    { path: "/new", bytes: 4, change: "new" },
    { path: "/same", bytes: 1, change: "same" },
  ]);
  expect(removed).toEqual(["/gone"]);
  expect(files).toEqual({ all: 6, changed: 5, changed_bytes: 7 });
});

test("of the last release only segments that differ are read", () => {
  const listingWith = (segments: Readonly<Record<string, Artifacts | undefined>>): ReleaseListing =>
    new ReleaseListing(
      {
        version: 2,
        release: "a",
        base_url: "https://example.org",
        artifacts: { "/z": artifact("z") },
        segments: Object.entries(segments).map(([name, artifacts]) => ({
          path: `/manifest/reviews/${name}.json`,
          sha256: artifacts === undefined || name === "A" ? "same" : JSON.stringify(artifacts),
          bytes: 1,
          last_modified: "2026-03-14T00:00:00Z",
        })),
      },
      ({ path }) => {
        const artifacts = segments[path.slice("/manifest/reviews/".length, -".json".length)];
        if (artifacts === undefined) throw new Error(`${path} was read`);
        return artifacts;
      },
    );
  const { artifacts, removed } = summaryOf(
    listingWith({ A: { "/reviews/A/": artifact("1") }, M: { "/reviews/M/": artifact("22") } }),
    listingWith({ A: undefined, M: { "/reviews/M/": artifact("1"), "/reviews/N/": artifact("1") } }),
  );
  expect(artifacts).toEqual([
    { path: "/reviews/A/", bytes: 1, change: "same" },
    { path: "/reviews/M/", bytes: 2, change: "changed" },
    { path: "/z", bytes: 1, change: "same" },
  ]);
  expect(removed).toEqual(["/reviews/N/"]);
});
