import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { type Manifest, sha256Hex } from "../../model/manifest.ts";
import { divideIntoSegments } from "../../model/segments.ts";
import { KeptRelease } from "./kept-release.ts";
import { readManifest } from "./read-manifest.ts";
import { Releases } from "./releases.ts";
import { Staging } from "./staging.ts";

const AT = "2026-01-02T03:04:05Z";
const LATER = "2026-02-03T04:05:06Z";
const BASE_URL = "https://a.example";

const PAGES = Array.from({ length: 600 }, (_, index) => `/reviews/${String(index).padStart(4, "0")}/`);
/** The review pages of each segment. */
const LISTED = divideIntoSegments(
  Object.fromEntries(PAGES.map((path) => [path, {} as Manifest["artifacts"][string]])),
).segments.map(({ path, artifacts }) => ({ path, pages: Object.keys(artifacts) }));
const [FIRST = { path: "", pages: [] }, SECOND = { path: "", pages: [] }] = LISTED;

type Texts = Readonly<Record<string, string>>;
const TEXTS: Texts = Object.fromEntries(
  ["/", ...FIRST.pages.slice(-3), ...SECOND.pages.slice(0, 3)].map((path) => [path, path]),
);
const CHANGED = SECOND.pages[1] ?? "";
const ALL_CHANGED: Texts = Object.fromEntries(SECOND.pages.slice(0, 3).map((path) => [path, "other"]));

interface LastRelease {
  readonly manifest: Manifest;
  readonly kept?: KeptRelease;
}

/** Stages a release of pages with these texts. */
async function stage(texts: Texts, modifiedAt: string, last?: LastRelease) {
  const staging = new Staging(emptyFolder(), last?.manifest, modifiedAt, last?.kept);
  for (const [path, text] of Object.entries(texts))
    if (!staging.keepPage(path, text))
      await staging.add({ path, mediaType: "text/html", body: Buffer.from(text) });
  return { staging, manifest: await staging.finish(BASE_URL) };
}

/** A release as the next build finds it. */
async function publish(altered: readonly string[] = []): Promise<Required<LastRelease>> {
  const { staging, manifest } = await stage(TEXTS, AT);
  const { folder, keys } = staging;
  const stats = { files: {}, folders: {} };
  return { manifest, kept: new KeptRelease({ folder, stats, manifest, keys, altered: new Set(altered) }) };
}

const fileOfSegment = (path: string): string => path.slice(1);

test("the pages of reviews are listed in segments, and the root names them", async () => {
  const { staging, manifest } = await stage(TEXTS, AT);
  const { folder } = staging;
  expect(manifest.segments.map(({ path }) => path)).toEqual([FIRST.path, SECOND.path]);
  for (const { path, bytes, sha256, last_modified } of manifest.segments) {
    const file = join(folder, fileOfSegment(path));
    const body = readFileSync(file);
    expect([body.length, sha256Hex(body), last_modified]).toEqual([bytes, sha256, AT]);
    expect(statSync(file).mtime.toISOString()).toBe("2026-01-02T03:04:05.000Z");
    expect(existsSync(`${file}.gz`)).toBe(false);
  }
  expect(Object.keys(manifest.artifacts)).toEqual(Object.keys(TEXTS).toSorted());
  const root = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest;
  expect(Object.keys(root.artifacts)).toEqual(["/"]);
  expect(await readManifest(join(folder, "manifest.json"))).toEqual(manifest);
});

test("segments of a release in which nothing changed are kept", async () => {
  const last = await publish();
  const { staging, manifest } = await stage(TEXTS, LATER, last);
  expect(manifest).toEqual(last.manifest);
  for (const { path } of manifest.segments) {
    expect(staging.keptFiles).toContain(fileOfSegment(path));
    expect(existsSync(join(staging.folder, fileOfSegment(path)))).toBe(false);
  }
});

test.for<[string, Texts]>([
  ["changed", { ...TEXTS, [CHANGED]: "other" }],
  ["changed with all others of its segment", { ...TEXTS, ...ALL_CHANGED }],
  ["removed", Object.fromEntries(Object.entries(TEXTS).filter(([path]) => path !== CHANGED))],
  ["added", { ...TEXTS, [SECOND.pages[3] ?? ""]: "new" }],
])("a page that is %s changes the segment that lists it, and no other one", async ([, texts]) => {
  const last = await publish();
  const { staging, manifest } = await stage(texts, LATER, last);
  const [first, second] = manifest.segments;
  expect(first).toEqual(last.manifest.segments[0]);
  expect(staging.keptFiles).toContain(fileOfSegment(FIRST.path));
  expect(staging.keptFiles).not.toContain(fileOfSegment(SECOND.path));
  expect(second).toMatchObject({ path: SECOND.path, last_modified: LATER });
  const written = JSON.parse(readFileSync(join(staging.folder, fileOfSegment(SECOND.path)), "utf8")) as Pick<
    Manifest,
    "artifacts"
  >;
  expect(Object.keys(written.artifacts)).toEqual(SECOND.pages.filter((path) => path in texts));
  for (const [path, artifact] of Object.entries(written.artifacts))
    expect(artifact).toEqual(manifest.artifacts[path]);
});

test("a page that was rendered again to the same artifact leaves its segment as it is", async () => {
  const last = await publish();
  const staging = new Staging(emptyFolder(), last.manifest, LATER, last.kept);
  for (const [path, artifact] of Object.entries(last.manifest.artifacts))
    staging.record(path, { ...artifact });
  expect(await staging.finish(BASE_URL)).toEqual(last.manifest);
  expect(staging.keptFiles).toEqual(new Set([FIRST.path, SECOND.path].map(fileOfSegment)));
});

test("a segment that was altered is written again, with the time that it had", async () => {
  const last = await publish([fileOfSegment(FIRST.path)]);
  const { staging, manifest } = await stage(TEXTS, LATER, last);
  expect(manifest).toEqual(last.manifest);
  const file = join(staging.folder, fileOfSegment(FIRST.path));
  expect(statSync(file).mtime.toISOString()).toBe("2026-01-02T03:04:05.000Z");
  expect(staging.keptFiles).not.toContain(fileOfSegment(FIRST.path));
});

test("without a kept release, times are carried forward by digest", async () => {
  const { manifest: last } = await publish();
  const { manifest } = await stage({ ...TEXTS, [CHANGED]: "other" }, LATER, { manifest: last });
  expect(manifest.segments.map(({ last_modified }) => last_modified)).toEqual([AT, LATER]);
});

test("the published manifest is read with its segments, or, if its files are known, the root alone", async () => {
  const out = join(emptyFolder(), "dist");
  const releases = new Releases(out);
  const started = await releases.begin();
  if (!started.ok) throw new Error(started.error);
  const staging = new Staging(started.value, undefined, AT);
  for (const [path, text] of Object.entries(TEXTS))
    await staging.add({ path, mediaType: "text/html", body: Buffer.from(text) });
  const manifest = await staging.finish(BASE_URL);
  const name = await releases.swap(started.value, manifest.release);
  releases.unlock();
  expect(releases.folderOf(name)).toBe(join(`${out}.releases`, name));
  expect(await releases.current()).toEqual(manifest);
  expect(releases.currentUnchecked(true)).toEqual(manifest);
  expect(releases.currentUnchecked(false)).toEqual({
    ...manifest,
    artifacts: { "/": manifest.artifacts["/"] },
  });
});
