import fc from "fast-check";
import { expect, test } from "vitest";
import { type Artifact, type Artifacts, etagOf, type Segment, sha256Hex } from "./manifest.ts";
import { divideIntoSegments, inPathOrder, parseSegment, segmentListing, withSegments } from "./segments.ts";

const digest = sha256Hex(Buffer.from("x"));
const artifact: Artifact = {
  media_type: "text/html",
  bytes: 1,
  sha256: digest,
  etag: etagOf(digest),
  last_modified: "2026-01-01T00:00:00Z",
  encodings: {},
};

const artifactsAt = (paths: readonly string[]): Artifacts =>
  inPathOrder(Object.fromEntries(paths.map((path) => [path, artifact])));

const bodyOf = (artifacts: Artifacts): Buffer => Buffer.from(JSON.stringify({ artifacts }));

function listed(paths: readonly string[]): { files: Map<string, Buffer>; segments: Segment[] } {
  const files = new Map<string, Buffer>();
  const segments = divideIntoSegments(artifactsAt(paths)).segments.map(({ path, artifacts }) => {
    const body = bodyOf(artifacts);
    files.set(path, body);
    return { path, bytes: body.length, sha256: sha256Hex(body), last_modified: artifact.last_modified };
  });
  return { files, segments };
}

const id = (number: number): string => `01J${String(number).padStart(23, "0")}`;
const page = fc
  .tuple(fc.boolean(), fc.nat(5000))
  .map(([isReview, number]) => (isReview ? `/reviews/${id(number)}/` : `/reviews/page/${number}/`));
const pages = fc.uniqueArray(page, { maxLength: 2000, minLength: 1 });

test("pages of reviews are listed in segments, everything else in the root", () => {
  const { root, segments } = divideIntoSegments(
    artifactsAt(["/", "/reviews/", "/reviews.json", `/reviews/${id(1)}/`, "/reviews/page/2/"]),
  );
  expect(Object.keys(root)).toEqual(["/", "/reviews.json", "/reviews/"]);
  expect(segments.map(({ path }) => path)).toEqual(["/manifest/reviews.json"]);
});

test("every page is listed once, in the only segment that may list it", () => {
  fc.assert(
    fc.property(pages, page, (paths, other) => {
      const { files, segments } = listed(paths);
      const parsed = new Map(
        segments.map((segment) => [
          segment,
          parseSegment(segment, files.get(segment.path) ?? Buffer.alloc(0)),
        ]),
      );
      const found = (path: string): boolean => {
        const segment = segmentListing(segments, path);
        return segment !== undefined && path in (parsed.get(segment) ?? {});
      };
      expect(paths.every(found)).toBe(true);
      expect(found(other)).toBe(paths.includes(other));
      expect(files.size).toBe(segments.length);
    }),
    { numRuns: 30 },
  );
});

test("a page more changes one segment, or cuts one in two", () => {
  fc.assert(
    fc.property(pages, page, (paths, more) => {
      const [before, after] = [listed(paths).files, listed([...new Set([...paths, more])]).files];
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (path) => before.get(path)?.equals(after.get(path) ?? Buffer.alloc(0)) !== true,
      );
      expect(changed.length).toBeLessThanOrEqual(2);
    }),
    { numRuns: 50 },
  );
});

test("100,000 reviews make a root of some 400 rows, with segments of one page and of 100 kB on average", () => {
  const { segments } = divideIntoSegments(
    artifactsAt(Array.from({ length: 100_000 }, (_, number) => `/reviews/${id(number * 7919)}/`)),
  );
  expect(segments.length).toBeGreaterThan(300);
  expect(segments.length).toBeLessThan(500);
});

test("a segment that is missing or altered is named, and the others are merged", async () => {
  const paths = Array.from({ length: 2000 }, (_, number) => `/reviews/${id(number)}/`);
  const { files, segments } = listed(paths);
  const [first, second] = [segments[0]?.path ?? "", segments[1]?.path ?? ""];
  files.delete(first);
  files.set(second, bodyOf({}));
  const root = {
    version: 2,
    release: "0".repeat(16),
    base_url: "https://a.example",
    artifacts: artifactsAt(["/"]),
    segments,
  } as const;
  const { manifest, unreadable } = await withSegments(root, (path) => Promise.resolve(files.get(path)));
  expect(unreadable).toEqual([first, second]);
  expect(Object.keys(manifest.artifacts)[0]).toBe("/");
  expect(paths.filter((path) => path in manifest.artifacts).length).toBeGreaterThan(1000);
});
