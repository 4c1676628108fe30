import { linkSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { etagOf, sha256Hex } from "../../model/manifest.ts";
import { isAsRecorded, statsOf } from "./file-record.ts";
import { PartRecord } from "./part-record.ts";
import { recordRelease } from "./record-release.ts";
import type { MadePart } from "./release-files.ts";

const TIME = new Date("2026-01-02T03:04:05Z");
const digest = sha256Hex(Buffer.from("text"));
const artifact = {
  media_type: "text/plain",
  bytes: 4,
  sha256: digest,
  etag: etagOf(digest),
  last_modified: "2026-01-02T03:04:05Z",
  encodings: {},
};
const segment = { path: "/manifest/reviews/A.json", bytes: 4, sha256: digest, last_modified: "" };

const PARTS: readonly MadePart[] = [
  {
    listing: segment.path,
    artifacts: { "/reviews/A/": artifact, "/reviews/page/7/": artifact },
    keys: { "/reviews/A/": "shown" },
    digest: "digest",
    segment,
  },
  {
    listing: "/manifest.json",
    artifacts: { "/two": artifact },
    keys: {},
    digest: undefined,
    segment: undefined,
  },
];
const NAMES = [
  ["reviews/A/index.html", "reviews/page/7/index.html", "manifest/reviews/A.json"],
  ["two", "manifest.json", "manifest.json.br", "manifest.json.gz"],
] as const;

function folderWithFiles(): string {
  const folder = emptyFolder();
  for (const inside of ["reviews/A", "reviews/page/7", "manifest/reviews"])
    mkdirSync(join(folder, inside), { recursive: true });
  for (const file of NAMES.flat()) {
    writeFileSync(join(folder, file), "text");
    utimesSync(join(folder, file), TIME, TIME);
  }
  return folder;
}

const record = (folder: string) => recordRelease(folder, PARTS) as [PartRecord, PartRecord];

test("a record has size, time, inode and entity tag of each file, part by part", () => {
  const folder = folderWithFiles();
  const parts = record(folder);
  for (const [index, { files }] of parts.entries()) {
    expect([files.listing, files.names]).toEqual([PARTS[index]?.listing, NAMES[index]]);
    expect(files.stats).toEqual(
      NAMES[index]?.flatMap((name) => [4, TIME.getTime(), statSync(join(folder, name)).ino]),
    );
  }
  expect(parts[0].details()).toEqual({
    etags: [artifact.etag, artifact.etag, artifact.etag],
    keys: { "/reviews/A/": "shown" },
  });
  expect(parts[1].details().etags).toEqual([artifact.etag, "", "", ""]);
  expect(parts[0].totals()).toEqual({
    digest: "digest",
    pages: 1,
    artifacts: 2,
    bytes: 8,
  });
  const { ino } = statSync(join(folder, "two"));
  expect(parts[1].rows().get("two")).toEqual({ stats: [4, TIME.getTime(), ino], etag: artifact.etag });
});

test("the folder of a page is recorded with its part, and every other folder with the root", () => {
  const folder = folderWithFiles();
  const timesOf = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, statSync(join(folder, name)).mtimeMs]));
  const [pages, root] = record(folder);
  expect(pages.folders).toEqual(timesOf("reviews/A", "reviews/page/7"));
  expect(root.folders).toEqual(timesOf(".", "manifest", "manifest/reviews", "reviews", "reviews/page"));
});

test("what was compared just now is taken as it is", () => {
  const folder = folderWithFiles();
  const [pages] = record(folder);
  const known = {
    parts: new Map([[segment.path, pages]]),
    files: new Map([["two", [1, 2, 3] as const]]),
    folders: { manifest: 7 },
  };
  const [same, root] = recordRelease(folder, PARTS, known);
  expect(same).toBe(pages);
  expect(root?.rows().get("two")?.stats).toEqual([1, 2, 3]);
  expect(root?.folders).toMatchObject({ manifest: 7, "reviews/page": expect.any(Number) as number });
});

test("a part is the same after it was written and read, and can take the folders of another", () => {
  const folder = folderWithFiles();
  const [pages] = record(folder);
  const read = PartRecord.read(pages.line);
  expect([read.files, read.folders, read.totals(), read.details()]).toEqual([
    pages.files,
    pages.folders,
    pages.totals(),
    pages.details(),
  ]);
  utimesSync(join(folder, "reviews/A"), TIME, TIME);
  const [later] = record(folder);
  expect(later.sharesFilesWith(pages)).toBe(true);
  expect(later.line).not.toBe(pages.line);
  expect(pages.inFoldersOf(later).line).toBe(later.line);
  utimesSync(join(folder, "reviews/A/index.html"), TIME, 1);
  expect(record(folder)[0].sharesFilesWith(pages)).toBe(false);
});

test.for<[string, (file: string) => void]>([
  [
    "size",
    (file) => {
      writeFileSync(file, "longer");
      utimesSync(file, TIME, TIME);
    },
  ],
  ["time", (file) => utimesSync(file, TIME, 1)],
  [
    "inode",
    (file) => {
      // The old inode stays in use, so that the new file has another one.
      linkSync(file, `${file}.old`);
      rmSync(file);
      writeFileSync(file, "text");
      utimesSync(file, TIME, TIME);
    },
  ],
  ["absence", (file) => rmSync(file)],
])("a file of another %s is not as recorded, and its part is not intact", ([, change]) => {
  const folder = folderWithFiles();
  const [pages, root] = record(folder);
  const isTwoAsRecorded = (): boolean =>
    isAsRecorded(statsOf(join(folder, "two")), root.rows().get("two")?.stats);
  expect([isTwoAsRecorded(), root.isIntact(folder)]).toEqual([true, true]);
  change(join(folder, "two"));
  expect([isTwoAsRecorded(), root.isIntact(folder), pages.isIntact(folder)]).toEqual([false, false, true]);
});

test("a file without a record is not as recorded", () => {
  expect(isAsRecorded(statsOf(join(folderWithFiles(), "two")), undefined)).toBe(false);
});
