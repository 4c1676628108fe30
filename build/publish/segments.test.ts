import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { lastRelease, type LastRelease } from "../../test/support/kept-release.ts";
import { type Manifest, sha256Hex } from "../../model/manifest.ts";
import { divideIntoSegments } from "../../model/segments.ts";
import { readManifest } from "./read-manifest.ts";
import { madeManifest } from "./release-files.ts";
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

/** Stages a release of pages that show these texts. */
async function stage(texts: Texts, modifiedAt: string, last?: Partial<LastRelease>) {
  const staging = new Staging(emptyFolder(), last?.listing, modifiedAt, last?.kept);
  const missing = staging.keepPages(
    Object.keys(texts).map((path) => ({ path })),
    ({ path }) => texts[path] ?? "",
  );
  const missingPaths = new Set(missing.map(({ path }) => path));
  for (const [path, text] of Object.entries(texts))
    if (missingPaths.has(path)) await staging.add({ path, mediaType: "text/html", body: Buffer.from(text) });
  const release = await staging.finish(BASE_URL);
  return { staging, release, root: release.root };
}

/** A release as the next build finds it. */
async function publish(options?: Parameters<typeof lastRelease>[2]): Promise<LastRelease> {
  const { staging, release } = await stage(TEXTS, AT);
  return lastRelease(staging.folder, release, options);
}

const fileOfSegment = (path: string): string => path.slice(1);

test("the pages of reviews are listed in segments, and the root names them", async () => {
  const { staging, root } = await stage(TEXTS, AT);
  const { folder } = staging;
  expect(root.segments.map(({ path }) => path)).toEqual([FIRST.path, SECOND.path]);
  for (const { path, bytes, sha256, last_modified } of root.segments) {
    const file = join(folder, fileOfSegment(path));
    const body = readFileSync(file);
    expect([body.length, sha256Hex(body), last_modified]).toEqual([bytes, sha256, AT]);
    expect(statSync(file).mtime.toISOString()).toBe("2026-01-02T03:04:05.000Z");
    expect(existsSync(`${file}.gz`)).toBe(false);
  }
  expect(Object.keys(root.artifacts)).toEqual(["/"]);
  expect(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))).toEqual(root);
  const listing = readManifest(join(folder, "manifest.json"));
  expect(Object.keys(listing?.whole().artifacts ?? {})).toEqual(Object.keys(TEXTS).toSorted());
});

test("segments of a release in which nothing changed are kept whole", async () => {
  const last = await publish();
  const { staging, release } = await stage(TEXTS, LATER, last);
  expect(release.root).toEqual(last.listing.root);
  const kept = release.parts.flatMap((part) => part.kept ?? []);
  expect(kept.map(({ files }) => files.listing)).toEqual([FIRST.path, SECOND.path]);
  expect(kept[0]?.files.names).toEqual([
    ...FIRST.pages.slice(-3).map((page) => `${page.slice(1)}index.html`),
    fileOfSegment(FIRST.path),
  ]);
  for (const { path } of release.root.segments)
    expect(existsSync(join(staging.folder, fileOfSegment(path)))).toBe(false);
});

test.for<[string, Texts]>([
  ["changed", { ...TEXTS, [CHANGED]: "other" }],
  ["changed with all others of its segment", { ...TEXTS, ...ALL_CHANGED }],
  ["removed", Object.fromEntries(Object.entries(TEXTS).filter(([path]) => path !== CHANGED))],
  ["added", { ...TEXTS, [SECOND.pages[3] ?? ""]: "new" }],
])("a page that is %s changes the segment that lists it, and no other one", async ([, texts]) => {
  const last = await publish();
  const { staging, release } = await stage(texts, LATER, last);
  const [first, second] = release.root.segments;
  expect(first).toEqual(last.listing.root.segments[0]);
  expect(release.parts.map((part) => [part.listing, part.kept !== undefined])).toEqual([
    [FIRST.path, true],
    [SECOND.path, false],
    ["/manifest.json", false],
  ]);
  expect(second).toMatchObject({ path: SECOND.path, last_modified: LATER });
  const written = JSON.parse(readFileSync(join(staging.folder, fileOfSegment(SECOND.path)), "utf8")) as Pick<
    Manifest,
    "artifacts"
  >;
  expect(Object.keys(written.artifacts)).toEqual(SECOND.pages.filter((path) => path in texts));
  expect(release.parts[1]?.artifacts).toEqual(written.artifacts);
  expect(Object.keys(madeManifest(release).artifacts)).toEqual([...Object.keys(written.artifacts), "/"]);
  expect(madeManifest(release).segments).toEqual([second]);
});

test("a page in another context is rendered again, and its segment stays if the bytes are the same", async () => {
  const last = await publish({ hasSameContext: false });
  expect(last.kept.pageCount).toBe(0);
  const { staging, release } = await stage(TEXTS, LATER, last);
  expect(release.root).toEqual(last.listing.root);
  expect(release.parts.filter(({ kept }) => kept)).toEqual([]);
  for (const { path } of [FIRST, SECOND]) expect(staging.keptFiles).toContain(fileOfSegment(path));
});

test.for([FIRST.path, FIRST.pages.at(-1) ?? ""])(
  "a segment is not kept whole if one of its files was altered: %s",
  async (path) => {
    const file = path.endsWith("/") ? `${path.slice(1)}index.html` : fileOfSegment(path);
    const last = await publish({ altered: [file] });
    const { staging, release } = await stage(TEXTS, LATER, last);
    expect(release.root).toEqual(last.listing.root);
    expect(release.parts.flatMap((part) => part.kept?.files.listing ?? [])).toEqual([SECOND.path]);
    expect(statSync(join(staging.folder, file)).mtime.toISOString()).toBe("2026-01-02T03:04:05.000Z");
    expect(staging.keptFiles).not.toContain(file);
  },
);

test("pages are kept one by one where another of their segment shows something else", async () => {
  const { staging } = await stage({ ...TEXTS, [CHANGED]: "other" }, LATER, await publish());
  const others = SECOND.pages.slice(0, 3).filter((page) => page !== CHANGED);
  expect(staging.keptFiles).toEqual(
    new Set(["index.html", ...others.map((page) => `${page.slice(1)}index.html`)]),
  );
});

test("without a kept release, times are carried forward by digest", async () => {
  const { listing } = await publish();
  const { root } = await stage({ ...TEXTS, [CHANGED]: "other" }, LATER, { listing });
  expect(root.segments.map(({ last_modified }) => last_modified)).toEqual([AT, LATER]);
});

test("the published release is listed checked, or unchecked if its files are known", async () => {
  const out = join(emptyFolder(), "dist");
  const releases = new Releases(out);
  const started = await releases.begin();
  if (!started.ok) throw new Error(started.error);
  const staging = new Staging(started.value, undefined, AT);
  for (const [path, text] of Object.entries(TEXTS))
    await staging.add({ path, mediaType: "text/html", body: Buffer.from(text) });
  const { root, parts } = await staging.finish(BASE_URL);
  const name = await releases.swap(started.value, root.release);
  releases.unlock();
  expect(releases.folderOf(name)).toBe(join(`${out}.releases`, name));
  const segmentFile = join(out, fileOfSegment(SECOND.path));
  const unchecked = releases.currentUnchecked();
  for (const listing of [await releases.current(), unchecked]) {
    expect(listing?.root).toEqual(root);
    expect(listing?.artifact("/")).toEqual(root.artifacts["/"]);
    expect(listing?.artifact(CHANGED)).toEqual(parts[1]?.artifacts?.[CHANGED]);
    expect(listing?.artifact("/reviews/none/")).toBeUndefined();
  }
  // A segment is read once; one that was altered lists nothing.
  writeFileSync(segmentFile, "altered");
  expect(unchecked.artifact(CHANGED)).toBeDefined();
  expect((await releases.current())?.artifact(CHANGED)).toBeUndefined();
  rmSync(segmentFile);
  expect(Object.keys((await releases.current())?.whole().artifacts ?? {})).toEqual(
    ["/", ...FIRST.pages.slice(-3)].toSorted(),
  );
});
