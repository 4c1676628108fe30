import { linkSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { isAsRecorded, isIntact, recordFolder, statsOf } from "./file-record.ts";

const TIME = new Date("2026-01-02T03:04:05Z");

function folderWithFiles(): string {
  const folder = emptyFolder();
  mkdirSync(join(folder, "a", "b"), { recursive: true });
  for (const file of ["a/b/one", "two"]) {
    writeFileSync(join(folder, file), "text");
    utimesSync(join(folder, file), TIME, TIME);
  }
  return folder;
}

const ETAGS = [
  ["a/b/one", '"1"'],
  ["two", '"2"'],
] as const;

test("a record has size, time, inode and entity tag of each file, and the time of each folder", () => {
  const folder = folderWithFiles();
  const { ino } = statSync(join(folder, "two"));
  const record = recordFolder(folder, ETAGS);
  expect(record.files["two"]).toEqual([4, TIME.getTime(), ino, '"2"']);
  expect(Object.keys(record.files)).toEqual(["a/b/one", "two"]);
  expect(record.folders).toStrictEqual(
    Object.fromEntries(["a/b", "a", "."].map((name) => [name, statSync(join(folder, name)).mtimeMs])),
  );
});

test("rows that were compared just now are taken as they are", () => {
  const folder = folderWithFiles();
  const row = [1, 2, 3, '"known"'] as const;
  const record = recordFolder(folder, ETAGS, { files: new Map([["two", row]]), folders: { a: 7 } });
  expect(record.files["two"]).toBe(row);
  expect(record.folders).toMatchObject({ a: 7, ".": statSync(folder).mtimeMs });
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
])("a file of another %s is not as recorded, and its release is not intact", ([, change]) => {
  const folder = folderWithFiles();
  const record = recordFolder(folder, ETAGS);
  const isTwoAsRecorded = (): boolean => isAsRecorded(statsOf(join(folder, "two")), record.files["two"]);
  expect([isTwoAsRecorded(), isIntact(folder, record)]).toEqual([true, true]);
  change(join(folder, "two"));
  expect([isTwoAsRecorded(), isIntact(folder, record)]).toEqual([false, false]);
});

test("a file without a record is not as recorded", () => {
  expect(isAsRecorded(statsOf(join(folderWithFiles(), "two")), undefined)).toBe(false);
});
