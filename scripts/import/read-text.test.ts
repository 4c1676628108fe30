import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readText, splitLines } from "./read-text.ts";

function fileOf(bytes: Uint8Array | string): string {
  const file = join(mkdtempSync(join(tmpdir(), "reviews-")), "export.csv");
  writeFileSync(file, bytes);
  return file;
}

async function piecesOf(pieces: AsyncIterable<string>): Promise<string[]> {
  const list: string[] = [];
  for await (const piece of pieces) list.push(piece);
  return list;
}

async function textOf(bytes: Uint8Array | string, encoding = "utf-8"): Promise<string> {
  return (await piecesOf(readText(fileOf(bytes), encoding))).join("");
}

test.for<[string, Uint8Array | string, string]>([
  ["UTF-8", "é😀", "utf-8"],
  ["UTF-8 with a byte order mark", "\uFEFFé😀", "utf-8"],
  ["UTF-16 with a byte order mark, as Excel writes it", Buffer.from("\uFEFFé😀", "utf16le"), "utf-8"],
])("reads %s", async ([, bytes, encoding]) => {
  expect(await textOf(bytes, encoding)).toBe("é😀");
});

test("reads the encoding that it is told", async () => {
  expect(await textOf(Buffer.from([0x4a, 0x6f, 0x73, 0xe9, 0x92]), "windows-1252")).toBe("José’");
});

test("reads characters across chunks", async () => {
  const text = "é".repeat(1_500_000);
  expect(await textOf(`x${text}`)).toBe(`x${text}`);
});

test("bytes that are no text stop with the line and the way out", async () => {
  await expect(textOf(Buffer.from("a\nb\nJos\xe9,5\n", "latin1"))).rejects.toThrow(
    /line 3: is not UTF-8 text; .*--encoding windows-1252/,
  );
  await expect(textOf(Buffer.from([0x61, 0xc3]))).rejects.toThrow("is not UTF-8 text");
});

test("a file that is not there stops with its name", async () => {
  await expect(piecesOf(readText("/nowhere/x.csv", "utf-8"))).rejects.toThrow(
    "/nowhere/x.csv: cannot be read (ENOENT)",
  );
});

test("lines come whole from chunks of any size", async () => {
  const chunks = (async function* () {
    yield* ["a", "b\n", "\nc\nd", "e"];
  })();
  expect(await piecesOf(splitLines(chunks))).toEqual(["ab", "", "c", "de"]);
});
