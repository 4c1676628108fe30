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
import { type Artifact, etagOf, type Manifest, sha256Hex } from "../../model/manifest.ts";
import { assembleFromLinks, assembleFromRetired, type Assembly } from "./assemble.ts";
import { recordFolder } from "./file-record.ts";
import { KeptRelease, keyOf } from "./kept-release.ts";
import { releaseFiles } from "./release-files.ts";

type Files = Readonly<Record<string, string>>;

/** A release of plain files; `.gz` belongs to the artifact before it, and `manifest/` holds segments. */
function manifestOf(files: Files): Manifest {
  const digestOf = (file: string) => {
    const body = Buffer.from(files[file] ?? "");
    const sha256 = sha256Hex(body);
    return { bytes: body.length, sha256, etag: etagOf(sha256) };
  };
  const artifacts: Record<string, Artifact> = {};
  const segments: Manifest["segments"][number][] = [];
  const last_modified = "2026-01-01T00:00:00Z";
  for (const file of Object.keys(files)) {
    const { etag, ...digest } = digestOf(file);
    if (file.startsWith("manifest/")) segments.push({ path: `/${file}`, last_modified, ...digest });
    else if (!/^manifest\.|\.gz$/.test(file)) {
      const { bytes, etag: gzipEtag } = digestOf(`${file}.gz`);
      const encodings = `${file}.gz` in files ? { gzip: { bytes, etag: gzipEtag } } : {};
      artifacts[`/${file}`] = { media_type: "text/plain", last_modified, ...digest, etag, encodings };
    }
  }
  return { version: 2, release: "0".repeat(16), base_url: "https://a.example", artifacts, segments };
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

const recorded = (folder: string, files: Files) => ({
  folder,
  stats: recordFolder(folder, releaseFiles(manifestOf(files))),
});

const NEW: Files = {
  ...ROOT,
  "a.txt": "A",
  "a.txt.gz": "A gz",
  "b/b.txt": "B2",
  "d/d.txt": "D",
  "manifest/1": "S",
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
  return { manifest: manifestOf(NEW), staging, keptFiles: new Set(KEPT), current: recorded(folder, CURRENT) };
}

/** An older release that shares a, has another b, and a c in folders of its own. */
function retiredFor({ current }: Assembly): ReturnType<typeof recorded> {
  const folder = emptyFolder();
  write(folder, { ...RETIRED, "manifest.json": "old root" });
  for (const file of ["a.txt", "a.txt.gz"]) linkSync(join(current.folder, file), join(folder, file));
  return recorded(folder, { ...RETIRED, "a.txt": "A", "a.txt.gz": "A gz" });
}

const inodeOf = (folder: string, file: string): number => statSync(join(folder, file)).ino;

/** The folder holds the new release, shares the kept files with the published one, and is recorded as it is. */
function expectAssembled(assembly: Assembly, folder: string, record: ReturnType<typeof recordFolder>): void {
  expect(contentOf(folder)).toEqual(NEW);
  for (const file of KEPT) expect(inodeOf(folder, file), file).toBe(inodeOf(assembly.current.folder, file));
  expect(record).toEqual(recordFolder(folder, releaseFiles(assembly.manifest)));
}

test("a retired release becomes the new one: what differs is moved, linked or removed", () => {
  const assembly = assemblyOf();
  const retired = retiredFor(assembly);
  const record = assembleFromRetired(assembly, retired);
  expectAssembled(assembly, retired.folder, record);
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
  const { manifest, current, ...assembly } = assemblyOf();
  const { folder } = retiredFor({ ...assembly, manifest, current });
  const files = { ...RETIRED, "a.txt": "A", "a.txt.gz": "A gz" };
  mkdirSync(join(folder, "k"));
  // k/ keeps one file and loses another; n/ is new since.
  write(current.folder, { "k/k.txt": "K", "n/n.txt": "N" });
  linkSync(join(current.folder, "k", "k.txt"), join(folder, "k", "k.txt"));
  write(folder, { "k/gone.txt": "gone" });
  const retired = recorded(folder, { ...files, "k/k.txt": "K", "k/gone.txt": "gone" });
  const expected = { ...NEW, "k/k.txt": "K", "n/n.txt": "N" };
  const published = { ...CURRENT, "k/k.txt": "K", "n/n.txt": "N" };
  const record = assembleFromRetired(
    {
      ...assembly,
      manifest: manifestOf(expected),
      keptFiles: new Set([...KEPT, "k/k.txt", "n/n.txt"]),
      current: recorded(current.folder, published),
    },
    retired,
  );
  expect(contentOf(folder)).toEqual(expected);
  expect(inodeOf(folder, "n/n.txt")).toBe(inodeOf(current.folder, "n/n.txt"));
  expect(record).toStrictEqual(recordFolder(folder, releaseFiles(manifestOf(expected))));
});

test("a new file takes the place of an old folder, and a new folder that of an old file", () => {
  const assembly = assemblyOf();
  const { folder } = retiredFor(assembly);
  const old = { "x/y.txt": "old", z: "old" };
  write(folder, old);
  const retired = recorded(folder, { ...RETIRED, ...old, "a.txt": "A", "a.txt.gz": "A gz" });
  write(assembly.staging, { x: "new", "z/y.txt": "new" });
  const files = { ...NEW, x: "new", "z/y.txt": "new" };
  const record = assembleFromRetired({ ...assembly, manifest: manifestOf(files) }, retired);
  expect(contentOf(folder)).toEqual(files);
  expect(record).toStrictEqual(recordFolder(folder, releaseFiles(manifestOf(files))));
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
  const manifest = manifestOf(NEW);
  const etagOfFile = (file: string): string =>
    file in ROOT ? "" : etagOf(sha256Hex(Buffer.from(NEW[file] ?? "")));
  expect(Object.fromEntries(releaseFiles(manifest))).toEqual(
    Object.fromEntries(Object.keys(NEW).map((file) => [file, etagOfFile(file)])),
  );
});

test("a published release gives away only what was not altered", () => {
  const manifest = manifestOf(NEW);
  const kept = (altered: readonly string[]): KeptRelease =>
    new KeptRelease({
      ...recorded(assemblyOf().current.folder, { ...ROOT, "a.txt": "A" }),
      manifest,
      keys: { "/a.txt": "shown", "/gone": "shown" },
      altered: new Set(altered),
    });
  const artifact = manifest.artifacts["/a.txt"];
  const intact = kept([]);
  expect([intact.isIntact, intact.pageCount]).toEqual([true, 2]);
  expect(intact.artifact("/a.txt")).toBe(artifact);
  expect(intact.artifact("/missing")).toBeUndefined();
  expect(intact.page("/a.txt", "shown")).toBe(artifact);
  expect(intact.page("/a.txt", "other")).toBeUndefined();
  expect(intact.page("/gone", "shown")).toBeUndefined();
  for (const file of ["a.txt", "a.txt.gz"]) {
    expect(kept([file]).isIntact).toBe(false);
    expect(kept([file]).artifact("/a.txt")).toBeUndefined();
  }
  expect(kept(["b/b.txt"]).artifact("/a.txt")).toBe(artifact);
  expect(kept(["b/b.txt"]).artifact("/missing")).toBeUndefined();
  expect(intact.segment("/manifest/1")).toBe(manifest.segments[0]);
  expect(intact.segment("/manifest/2")).toBeUndefined();
  expect(kept(["manifest/1"]).segment("/manifest/1")).toBeUndefined();
});

test("the key of a page is a digest of what it shows", () => {
  expect(keyOf({ text: "a" })).toMatch(/^[\w-]{22}$/);
  expect(keyOf({ text: "a" })).toBe(keyOf({ text: "a" }));
  expect(keyOf({ text: "a" })).not.toBe(keyOf({ text: "b" }));
});
