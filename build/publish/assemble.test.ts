import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import {
  type Artifact,
  type Artifacts,
  etagOf,
  type Manifest,
  type Segment,
  sha256Hex,
} from "../../model/manifest.ts";
import { lastRelease } from "../../test/support/kept-release.ts";
import {
  alteredFolders,
  assembleFromLinks,
  assembleFromRetired,
  type Assembly,
  type RecordedRelease,
} from "./assemble.ts";
import { copyRelease } from "./copy-release.ts";
import { type KeptRelease, keyOf } from "./kept-release.ts";
import { type PartRecord, partRecords } from "./part-record.ts";
import { recordRelease } from "./record-release.ts";
import { type MadePart, partFiles } from "./release-files.ts";

type Files = Readonly<Record<string, string>>;

/**
 * The parts of a release of plain files: `.gz` belongs to the artifact before it, and `manifest/1.json` is a segment
 * that lists the files in `reviews/`.
 */
function partsOf(files: Files): MadePart[] {
  const digestOf = (file: string) => {
    const body = Buffer.from(files[file] ?? "");
    const sha256 = sha256Hex(body);
    return { bytes: body.length, sha256, etag: etagOf(sha256) };
  };
  const last_modified = "2026-01-01T00:00:00Z";
  const artifactsOf = (names: readonly string[]): Artifacts =>
    Object.fromEntries(
      names.map((file) => {
        const { bytes, etag } = digestOf(`${file}.gz`);
        const encodings = `${file}.gz` in files ? { gzip: { bytes, etag } } : {};
        return [`/${file}`, { media_type: "text/plain", last_modified, ...digestOf(file), encodings }];
      }),
    );
  const names = Object.keys(files).filter((file) => !/^manifest|\.gz$/.test(file));
  const isPage = (file: string): boolean => file.startsWith("reviews/");
  const { etag: _, ...digest } = digestOf("manifest/1.json");
  const segment = { path: "/manifest/1.json", last_modified, ...digest };
  const keys = { "/a": "shown" };
  const root = artifactsOf(names.filter((file) => !isPage(file)));
  return [
    ...("manifest/1.json" in files
      ? [
          {
            listing: segment.path,
            artifacts: artifactsOf(names.filter(isPage)),
            keys,
            digest: "digest",
            segment,
          },
        ]
      : []),
    { listing: "/manifest.json", artifacts: root, keys, digest: undefined, segment: undefined },
  ];
}

const ROOT: Files = { "manifest.json": "root", "manifest.json.gz": "gz", "manifest.json.br": "br" };

function write(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

const contentOf = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .toSorted()
      .map((file) => [file, readFileSync(join(folder, file), "utf8")]),
  );

const recorded = (folder: string, files: Files): RecordedRelease => ({
  folder,
  parts: partRecords(recordRelease(folder, partsOf(files))),
});

const NEW: Files = {
  ...ROOT,
  "a.txt": "A",
  "a.txt.gz": "A gz",
  "b/b.txt": "B2",
  "d/d.txt": "D",
  "manifest/1.json": "S",
};
const KEPT = ["a.txt", "a.txt.gz", "b/b.txt"];

const CURRENT: Files = { ...ROOT, "a.txt": "A", "a.txt.gz": "A gz", "b/b.txt": "B2", "e.txt": "E" };
const PUBLISHED_AT = new Date("2026-01-02T03:04:05Z");
const RETIRED: Files = { ...ROOT, "b/b.txt": "B1", "c/c/c.txt": "C" };

/** The published release has a and the new b; a staging folder has the other files of the new release. */
function assemblyOf(): Assembly {
  const folder = emptyFolder();
  write(folder, CURRENT);
  for (const file of Object.keys(CURRENT)) utimesSync(join(folder, file), PUBLISHED_AT, PUBLISHED_AT);
  const staging = emptyFolder();
  write(staging, Object.fromEntries(Object.entries(NEW).filter(([file]) => !KEPT.includes(file))));
  return { parts: partsOf(NEW), staging, keptFiles: new Set(KEPT), current: recorded(folder, CURRENT) };
}

/** An older release that shares a, has another b, and a c in folders of its own. */
function retiredFor({ current }: Assembly): RecordedRelease {
  const folder = emptyFolder();
  write(folder, { ...RETIRED, "manifest.json": "old root" });
  for (const file of ["a.txt", "a.txt.gz"]) linkSync(join(current.folder, file), join(folder, file));
  return recorded(folder, { ...RETIRED, "a.txt": "A", "a.txt.gz": "A gz" });
}

const inodeOf = (folder: string, file: string): number => statSync(join(folder, file)).ino;

/** The folder holds the new release, shares the kept files with the published one, and is recorded as it is. */
function expectAssembled(assembly: Assembly, folder: string, records: readonly PartRecord[]): void {
  expect(contentOf(folder)).toEqual(NEW);
  for (const file of KEPT) expect(inodeOf(folder, file), file).toBe(inodeOf(assembly.current.folder, file));
  expect(linesOf(records)).toEqual(linesOf(recordRelease(folder, assembly.parts)));
}

const linesOf = (records: readonly PartRecord[]): string[] => records.map(({ line }) => line);

test("a retired release becomes the new one: what differs is moved, linked or removed", () => {
  const assembly = assemblyOf();
  const retired = retiredFor(assembly);
  expectAssembled(assembly, retired.folder, assembleFromRetired(assembly, retired));
  expect(existsSync(join(retired.folder, "c"))).toBe(false);
  expect(contentOf(assembly.staging)).toEqual({});
});

test("entries that the build did not leave there are removed", () => {
  const assembly = assemblyOf();
  const retired = retiredFor(assembly);
  write(retired.folder, { "stray.txt": "?", "stray/in/it.txt": "?", "b/stray.txt": "?" });
  // A folder where a file of the release belongs.
  rmSync(join(retired.folder, "b", "b.txt"));
  write(retired.folder, { "b/b.txt/in.txt": "?", "d/d.txt/in.txt": "?" });
  expectAssembled(assembly, retired.folder, assembleFromRetired(assembly, retired));
  expect(existsSync(join(retired.folder, "stray"))).toBe(false);
});

test("a file of the retired release that was replaced since is linked again, whatever its bytes", () => {
  for (const text of ["A", "altered"]) {
    const assembly = assemblyOf();
    const retired = retiredFor(assembly);
    rmSync(join(retired.folder, "a.txt"));
    write(retired.folder, { "a.txt": text });
    expectAssembled(assembly, retired.folder, assembleFromRetired(assembly, retired));
  }
});

test("a file of another inode is compared, although nothing was added to its folder or removed", () => {
  for (const isAltered of [false, true]) {
    const assembly = assemblyOf();
    const { folder } = retiredFor(assembly);
    rmSync(join(folder, "a.txt"));
    write(folder, { "a.txt": "A" });
    utimesSync(join(folder, "a.txt"), PUBLISHED_AT, PUBLISHED_AT);
    const retired = recorded(folder, { ...RETIRED, "a.txt": "A", "a.txt.gz": "A gz" });
    if (isAltered) writeFileSync(join(folder, "a.txt"), "altered");
    assembleFromRetired(assembly, retired);
    expect(contentOf(folder)).toEqual(NEW);
    const isLinked = inodeOf(folder, "a.txt") === inodeOf(assembly.current.folder, "a.txt");
    expect(isLinked).toBe(isAltered);
  }
});

test("a file with other bytes is replaced, even one of the same size and time", () => {
  const assembly = assemblyOf();
  const { folder } = retiredFor(assembly);
  utimesSync(join(folder, "b", "b.txt"), PUBLISHED_AT, PUBLISHED_AT);
  const retired = recorded(folder, { ...RETIRED, "a.txt": "A", "a.txt.gz": "A gz" });
  expectAssembled(assembly, folder, assembleFromRetired(assembly, retired));
});

test("a kept file that the retired release has not is linked, and a folder that loses a file has its new time", () => {
  const { current, ...assembly } = assemblyOf();
  const { folder } = retiredFor({ ...assembly, current });
  const files = { ...RETIRED, "a.txt": "A", "a.txt.gz": "A gz" };
  mkdirSync(join(folder, "k"));
  // k/ keeps one file and loses another; n/ is new since.
  write(current.folder, { "k/k.txt": "K", "n/n.txt": "N" });
  linkSync(join(current.folder, "k", "k.txt"), join(folder, "k", "k.txt"));
  write(folder, { "k/gone.txt": "gone" });
  const retired = recorded(folder, { ...files, "k/k.txt": "K", "k/gone.txt": "gone" });
  const expected = { ...NEW, "k/k.txt": "K", "n/n.txt": "N" };
  const published = { ...CURRENT, "k/k.txt": "K", "n/n.txt": "N" };
  const records = assembleFromRetired(
    {
      ...assembly,
      parts: partsOf(expected),
      keptFiles: new Set([...KEPT, "k/k.txt", "n/n.txt"]),
      current: recorded(current.folder, published),
    },
    retired,
  );
  expect(contentOf(folder)).toEqual(expected);
  expect(inodeOf(folder, "n/n.txt")).toBe(inodeOf(current.folder, "n/n.txt"));
  expect(linesOf(records)).toEqual(linesOf(recordRelease(folder, partsOf(expected))));
});

test("a new file takes the place of an old folder, and a new folder that of an old file", () => {
  const assembly = assemblyOf();
  const { folder } = retiredFor(assembly);
  const old = { "x/y.txt": "old", z: "old" };
  write(folder, old);
  const retired = recorded(folder, { ...RETIRED, ...old, "a.txt": "A", "a.txt.gz": "A gz" });
  write(assembly.staging, { x: "new", "z/y.txt": "new" });
  const files = { ...NEW, x: "new", "z/y.txt": "new" };
  const records = assembleFromRetired({ ...assembly, parts: partsOf(files) }, retired);
  expect(contentOf(folder)).toEqual(files);
  expect(linesOf(records)).toEqual(linesOf(recordRelease(folder, partsOf(files))));
});

test("a folder of the retired release that is gone is made again", () => {
  const assembly = assemblyOf();
  const retired = retiredFor(assembly);
  // Of b/ the new release needs a file, of c/ none.
  for (const gone of ["b", "c"]) rmSync(join(retired.folder, gone), { recursive: true });
  expectAssembled(assembly, retired.folder, assembleFromRetired(assembly, retired));
});

test("without a retired release the staging folder gets links to the kept files", () => {
  const assembly = assemblyOf();
  const { staging } = assembly;
  expectAssembled(assembly, staging, assembleFromLinks(assembly));
});

test.for<[string, (file: string) => void]>([
  ["size", (file) => writeFileSync(file, "longer")],
  ["time", (file) => utimesSync(file, 1, 1)],
  ["absence", (file) => rmSync(file)],
  [
    "inode",
    (file) => {
      const { atime, mtime } = statSync(file);
      // The old inode stays in use, so that the new file has another one.
      linkSync(file, `${file}.old`);
      rmSync(file);
      writeFileSync(file, "B2");
      utimesSync(file, atime, mtime);
    },
  ],
])("a kept file that changed while the build was running stops it: %s", ([, change]) => {
  const assembly = assemblyOf();
  change(join(assembly.current.folder, "b", "b.txt"));
  expect(() => assembleFromLinks(assembly)).toThrow("b/b.txt: was changed while a build was running");
});

test("the files of a release are those of its artifacts, its segments and its root", () => {
  const files = { ...NEW, "reviews/A/index.html": "page" };
  const etagOfFile = (file: string): string =>
    file in ROOT ? "" : etagOf(sha256Hex(Buffer.from(files[file as keyof typeof files] ?? "")));
  expect(Object.fromEntries(partsOf(files).flatMap((part) => [...partFiles(part)]))).toEqual(
    Object.fromEntries(Object.keys(files).map((file) => [file, etagOfFile(file)])),
  );
});

const PAGES: Files = {
  "reviews/A/index.html": "page A",
  "reviews/page/2/index.html": "list",
  "manifest/1.json": "S",
};
const PAGE_FILES = Object.keys(PAGES);

/** The published and the retired release have the same segment, and so will the new one. */
function releasesWithSegment(): { assembly: Assembly; retiredFolder: string } {
  const folder = emptyFolder();
  write(folder, { ...ROOT, ...PAGES });
  for (const file of PAGE_FILES) utimesSync(join(folder, file), PUBLISHED_AT, PUBLISHED_AT);
  const current = recorded(folder, { ...ROOT, ...PAGES });
  const retiredFolder = emptyFolder();
  write(retiredFolder, { ...ROOT, "old.txt": "old" });
  for (const file of PAGE_FILES) {
    mkdirSync(join(retiredFolder, dirname(file)), { recursive: true });
    linkSync(join(folder, file), join(retiredFolder, file));
  }
  const staging = emptyFolder();
  write(staging, { ...ROOT, "new.txt": "new" });
  const kept = current.parts.get("/manifest/1.json") as PartRecord;
  const [, root] = partsOf({ ...ROOT, ...PAGES, "new.txt": "new" });
  const parts = [{ listing: "/manifest/1.json", kept }, root as MadePart];
  return { assembly: { parts, staging, keptFiles: new Set(), current }, retiredFolder };
}

function expectSegmentKept(
  { current, parts }: Assembly,
  folder: string,
  records: readonly PartRecord[],
): void {
  expect(contentOf(folder)).toEqual({ ...ROOT, ...PAGES, "new.txt": "new" });
  for (const file of PAGE_FILES) expect(inodeOf(folder, file), file).toBe(inodeOf(current.folder, file));
  expect(linesOf(records)).toEqual(linesOf(recordRelease(folder, parts)));
  expect(records.every((part) => part.isIntact(folder))).toBe(true);
}

test("a segment that both older releases have stays where it is", () => {
  const { assembly, retiredFolder: folder } = releasesWithSegment();
  const retired = recorded(folder, { ...ROOT, ...PAGES, "old.txt": "old" });
  const page = join(folder, "reviews", "A", "index.html");
  const { ctimeMs } = statSync(page);
  expectSegmentKept(assembly, folder, assembleFromRetired(assembly, retired));
  expect(statSync(page).ctimeMs).toBe(ctimeMs);
});

test("a segment is linked if the retired release has not the same one, or if somebody altered it there", () => {
  const alterations: ((folder: string) => void)[] = [
    (folder) => writeAnew(join(folder, "reviews", "A", "index.html"), "page A"),
    (folder) => writeAnew(join(folder, "manifest", "1.json"), "S"),
    (folder) => rmSync(join(folder, "reviews"), { recursive: true }),
    (folder) => write(folder, { "reviews/A/stray.txt": "?", "reviews/B/stray.txt": "?" }),
  ];
  for (const alter of alterations) {
    const { assembly, retiredFolder: folder } = releasesWithSegment();
    const retired = recorded(folder, { ...ROOT, ...PAGES, "old.txt": "old" });
    alter(folder);
    expectSegmentKept(assembly, folder, assembleFromRetired(assembly, retired));
  }
  const { assembly, retiredFolder: folder } = releasesWithSegment();
  rmSync(join(folder, "manifest"), { recursive: true });
  rmSync(join(folder, "reviews"), { recursive: true });
  const retired = recorded(folder, { ...ROOT, "old.txt": "old" });
  expectSegmentKept(assembly, folder, assembleFromRetired(assembly, retired));
});

/** Replaces a file by one with another inode and the same time. */
function writeAnew(file: string, text: string): void {
  linkSync(file, `${file}.old`);
  rmSync(file);
  writeFileSync(file, text);
  utimesSync(file, PUBLISHED_AT, PUBLISHED_AT);
}

test("without a retired release kept segments are linked", () => {
  const { assembly } = releasesWithSegment();
  expectSegmentKept(assembly, assembly.staging, assembleFromLinks(assembly));
});

test("a copy has the files of the release, is recorded as it is, and can become the next one", () => {
  const { assembly } = releasesWithSegment();
  const { current } = assembly;
  const copy = emptyFolder();
  const parts = copyRelease(current, copy);
  expect(contentOf(copy)).toEqual(contentOf(current.folder));
  const files = [...current.parts.values()].flatMap((part) => part.files.names);
  for (const file of files) expect(inodeOf(copy, file), file).toBe(inodeOf(current.folder, file));
  const retired = { folder: copy, parts: partRecords(parts) };
  expect(alteredFolders(retired)).toEqual(new Set());
  expectSegmentKept(assembly, copy, assembleFromRetired(assembly, retired));
});

test("a published release gives away only what was not altered", () => {
  const files = { ...NEW, "b/b.txt": "B2", "reviews/A/index.html": "page", "reviews/A/index.html.gz": "gz" };
  const folder = emptyFolder();
  write(folder, files);
  const [segmentPart, rootPart] = partsOf(files) as [MadePart, MadePart];
  const segment = segmentPart.segment as Segment;
  const page = "/reviews/A/";
  const artifacts = { [page]: segmentPart.artifacts["/reviews/A/index.html"] as Artifact };
  const root = { ...rootOf(rootPart), segments: [{ ...segment, path: "/manifest/reviews.json" }] };
  const keys = { [page]: "shown" };
  const parts = [
    {
      listing: "/manifest/reviews.json",
      artifacts,
      keys,
      digest: "digest",
      segment: { ...segment, path: "/manifest/1.json" },
    },
    { ...rootPart, keys: { "/a.txt": "shown", "/gone": "shown" } },
  ];
  const keptWith = (options: Parameters<typeof lastRelease>[2]): KeptRelease =>
    lastRelease(folder, { root, parts }, options).kept;
  const intact = keptWith({});
  const artifact = rootPart.artifacts["/a.txt"];
  expect(intact.pageCount).toBe(3);
  expect(intact.artifact("/a.txt")).toBe(artifact);
  expect(intact.artifact("/missing")).toBeUndefined();
  expect(intact.page("/a.txt", "shown")).toBe(artifact);
  expect(intact.page("/a.txt", "other")).toBeUndefined();
  expect(intact.page("/gone", "shown")).toBeUndefined();
  expect(intact.page(page, "shown")).toBe(artifacts[page]);
  expect(keptWith({ hasSameContext: false }).page(page, "shown")).toBeUndefined();
  expect(keptWith({ hasSameContext: false }).artifact(page)).toBe(artifacts[page]);
  for (const file of ["a.txt", "a.txt.gz"])
    expect(keptWith({ altered: [file] }).artifact("/a.txt")).toBeUndefined();
  expect(keptWith({ altered: ["b/b.txt"] }).artifact("/a.txt")).toBe(artifact);
  expect(keptWith({ altered: ["b/b.txt"] }).artifact("/missing")).toBeUndefined();
  const listing = "/manifest/reviews.json";
  expect(intact.segment(listing)).toBe(root.segments[0]);
  expect(intact.segment("/manifest/2.json")).toBeUndefined();
  expect(keptWith({ altered: ["manifest/reviews.json"] }).segment(listing)).toBeUndefined();
  expect(intact.whole(listing, "digest")?.files.listing).toBe(listing);
  expect(intact.whole(listing, "other")).toBeUndefined();
  expect(intact.whole("/manifest/2.json", "digest")).toBeUndefined();
  expect(keptWith({ hasSameContext: false }).whole(listing, "digest")).toBeUndefined();
  expect(keptWith({ altered: ["a.txt"] }).whole(listing, "digest")).toBeDefined();
  expect(keptWith({ altered: ["reviews/A/index.html.gz"] }).whole(listing, "digest")).toBeUndefined();
});

const rootOf = ({ artifacts }: MadePart): Manifest => ({
  version: 2,
  release: "0".repeat(16),
  base_url: "https://a.example",
  artifacts,
  segments: [],
});

test("the key of a page is a digest of what it shows", () => {
  expect(keyOf({ text: "a" })).toMatch(/^[\w-]{22}$/);
  expect(keyOf({ text: "a" })).toBe(keyOf({ text: "a" }));
  expect(keyOf({ text: "a" })).not.toBe(keyOf({ text: "b" }));
});
