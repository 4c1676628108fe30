import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { findExportFiles } from "./export-files.ts";

function fileOf(bytes: Uint8Array | string, name = "export.csv"): string {
  const file = join(emptyFolder(), name);
  writeFileSync(file, bytes);
  return file;
}

const ANY = /./;
const textsIn = (path: string, matching = ANY, encoding = "utf-8"): string[] =>
  findExportFiles([path], matching, encoding).map((file) => file.text());
const textOf = (bytes: Uint8Array | string, encoding = "utf-8"): string =>
  textsIn(fileOf(bytes), ANY, encoding).join();

test.for<[string, Uint8Array | string, string]>([
  ["UTF-8", "é😀", "utf-8"],
  ["UTF-8 with a byte order mark", "\uFEFFé😀", "utf-8"],
  ["UTF-16 with a byte order mark, as Excel writes it", Buffer.from("\uFEFFé😀", "utf16le"), "utf-8"],
])("reads %s", ([, bytes, encoding]) => {
  expect(textOf(bytes, encoding)).toBe("é😀");
});

test("reads the encoding that was named", () => {
  expect(textOf(Buffer.from([0x4a, 0x6f, 0x73, 0xe9, 0x92]), "windows-1252")).toBe("José’");
});

test("reads long texts of multi-byte characters", () => {
  const text = "é".repeat(1_500_000);
  expect(textOf(`x${text}`)).toBe(`x${text}`);
});

test("bytes that are not text stop with the line and the option that helps", () => {
  expect(() => textOf(Buffer.from("a\nb\nJos\xe9,5\n", "latin1"))).toThrow(
    /line 3: is not UTF-8 text; .*--encoding windows-1252/,
  );
  expect(() => textOf(Buffer.from([0x61, 0xc3]))).toThrow("is not UTF-8 text");
});

test("a missing file stops with its name", () => {
  expect(() => textsIn("/nowhere/x.csv")).toThrow("/nowhere/x.csv: cannot be read (ENOENT)");
});

const FILES = {
  "Takeout/b/reviews-2.json": "two",
  "Takeout/b/reviews.json": "one",
  "Takeout/b/data.json": "other",
  "Takeout/.hidden/reviews.json": "hidden",
  "__MACOSX/Takeout/reviews.json": "resource fork",
};
const REVIEWS = /(?:^|\/)reviews[^/]*\.json$/;

const zipOf = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));

test("a ZIP archive, whatever its name, stands for its matching files in order", () => {
  for (const name of ["takeout.zip", "download"]) {
    const path = fileOf(zipOf(FILES), name);
    const found = findExportFiles([path], REVIEWS, "utf-8");
    expect(found.map((file) => [file.name.slice(path.length + 1), file.text()])).toEqual([
      ["Takeout/b/reviews-2.json", "two"],
      ["Takeout/b/reviews.json", "one"],
    ]);
  }
});

test("a folder stands for the matching files below it in order", () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "a"));
  for (const name of ["a/reviews.json", "reviews-2.json", ".reviews.json", "data.json"])
    writeFileSync(join(folder, name), name);
  expect(textsIn(folder, REVIEWS)).toEqual(["a/reviews.json", "reviews-2.json"]);
  expect(() => textsIn(folder, /\.csv$/)).toThrow(/holds no file of this format .* it holds 3 others, first/);
  expect(() => textsIn(emptyFolder())).toThrow("it is empty");
});

test.for<[string, Uint8Array, string]>([
  ["nothing of the format", zipOf({ "data.json": "" }), "holds no file of this format"],
  [
    "an Excel workbook",
    zipOf({ "[Content_Types].xml": "", "xl/workbook.xml": "" }),
    "save it as CSV (UTF-8)",
  ],
  ["a name outside of its folder", zipOf({ "../reviews.json": "" }), "a name that leaves its folder"],
  ["an absolute name", zipOf({ "/etc/reviews.json": "" }), "a name that leaves its folder"],
  ["half an archive", zipOf(FILES).subarray(0, 200), "is not a ZIP archive that can be read"],
])("an archive with %s is rejected", ([, bytes, problem]) => {
  expect(() => textsIn(fileOf(bytes, "a.zip"), REVIEWS)).toThrow(problem);
});

/** The archive with another declared size of its only entry (APPNOTE.TXT 4.3.12). */
function declaring(size: number): Buffer {
  const archive = Buffer.from(zipOf({ "reviews.json": "x".repeat(5_000_000) }));
  archive.writeUInt32LE(size, archive.lastIndexOf("PK\u0001\u0002") + 24);
  return archive;
}

test("an archive that declares too much is rejected, and one that declares too little is damaged", () => {
  expect(() => textsIn(fileOf(declaring(4_000_000_000), "a.zip"))).toThrow("holds over 500 MB of reviews");
  expect(() => textsIn(fileOf(declaring(10), "a.zip"))).toThrow("reviews.json, which is damaged");
});
