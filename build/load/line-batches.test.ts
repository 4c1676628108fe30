import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { type LineBatch, readLineBatches } from "./line-batches.ts";
import { Problems } from "./problems.ts";

async function batchesIn(
  content: string | Buffer,
): Promise<{ batches: LineBatch[]; lines: readonly string[] }> {
  const file = join(emptyFolder(), "a.jsonl");
  writeFileSync(file, content);
  const problems = new Problems();
  const batches: LineBatch[] = [];
  for await (const batch of readLineBatches(file, problems)) batches.push(batch);
  return { batches, lines: problems.lines.map((line) => line.slice(file.length)) };
}

/** More than two reads of the file, with lines of many lengths. */
const LINES = Array.from({ length: 20_000 }, (_, index) => `${index} ${" é".repeat(index % 97)}`);
const TEXT = `${LINES.join("\n")}\n`;

test("the batches of a file are its lines, numbered, however the file is read", async () => {
  const { batches } = await batchesIn(TEXT);
  expect(batches.map(({ text }) => text).join("")).toBe(TEXT);
  for (const { first, text } of batches) expect(text.startsWith(`${first - 1} `)).toBe(true);
  expect(batches.length).toBeGreaterThan(100);
});

test("a line more changes one batch, and a file may end without a line feed", async () => {
  const before = await batchesIn(TEXT);
  const after = await batchesIn(LINES.toSpliced(9_000, 0, "odd").join("\n"));
  const known = new Set(before.batches.map(({ text }) => text));
  expect(after.batches.filter(({ text }) => !known.has(text)).map(({ first }) => first > 8_000)).toEqual([
    true,
    true,
  ]);
  expect(after.batches.at(-1)?.text.endsWith("\n")).toBe(false);
});

test("lines of equal length are cut all the same", async () => {
  const { batches } = await batchesIn("abc\n".repeat(3_000));
  expect(batches.map(({ first }) => first)).toEqual([1, 1025, 2049]);
});

test("a line that is not UTF-8 is reported by its number and left empty", async () => {
  const written = Buffer.concat([Buffer.from("one\ntwo\n"), Buffer.from([0xff]), Buffer.from("\nfour")]);
  const { batches, lines } = await batchesIn(written);
  const digest = hash("sha256", written, "base64url");
  expect(batches).toEqual([{ first: 1, text: "one\ntwo\n\nfour\n", digest }]);
  expect(lines).toEqual([": line 3: is not UTF-8 text; save the file as UTF-8"]);
});

test("the digest is that of the lines, without a byte order mark before the first one", async () => {
  const [plain, marked] = [await batchesIn(TEXT), await batchesIn(`\uFEFF${TEXT}`)];
  expect(marked).toEqual(plain);
  for (const { text, digest } of plain.batches) expect(digest).toBe(hash("sha256", text, "base64url"));
  const { batches } = await batchesIn(`abc\n${"x".repeat(64)}\n\uFEFFabc\n`);
  expect(batches.at(-1)?.text).toBe("\uFEFFabc\n");
});
