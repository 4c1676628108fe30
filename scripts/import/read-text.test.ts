import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readText } from "./read-text.ts";

function fileOf(bytes: Uint8Array | string): string {
  const file = join(mkdtempSync(join(tmpdir(), "reviews-")), "export.csv");
  writeFileSync(file, bytes);
  return file;
}

const textOf = (bytes: Uint8Array | string, encoding = "utf-8"): string => readText(fileOf(bytes), encoding);

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
  expect(() => readText("/nowhere/x.csv", "utf-8")).toThrow("/nowhere/x.csv: cannot be read (ENOENT)");
});

test("a ZIP archive stops with what to do", () => {
  expect(() => textOf("PK\u0003\u0004...")).toThrow("is a ZIP archive; unpack it");
});
