import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PendingFiles } from "./pending-files.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "reviews-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const contentsOf = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

async function* piecesOf(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces;
}

async function* failing(): AsyncGenerator<string> {
  yield "x".repeat(3_000_000);
  throw new Error("the disk broke");
}

test("nothing is in its place before all of it is written", async () => {
  const folder = folderWith({ "a.json": "old" });
  const pending = await PendingFiles.open(folder, 7);
  await pending.write("a.json", piecesOf("new ", "a"));
  await pending.write("b.json", piecesOf("new b"));
  expect(contentsOf(folder)).toEqual({ "a.json": "old", ".a.json.7.tmp": "new a", ".b.json.7.tmp": "new b" });
  expect(await pending.commit()).toEqual(["a.json", "b.json"]);
  expect(contentsOf(folder)).toEqual({ "a.json": "new a", "b.json": "new b" });
});

test("a file without pieces stays as it is", async () => {
  const folder = folderWith({ "a.json": "old" });
  const pending = await PendingFiles.open(folder, 7);
  await pending.write("a.json", piecesOf());
  expect(await pending.commit()).toEqual([]);
  expect(contentsOf(folder)).toEqual({ "a.json": "old" });
});

test("an error half-way leaves the old files and no other", async () => {
  const folder = folderWith({ "a.json": "old" });
  const pending = await PendingFiles.open(folder, 7);
  await expect(pending.write("a.json", failing())).rejects.toThrow("the disk broke");
  await pending.discard();
  expect(contentsOf(folder)).toEqual({ "a.json": "old" });
});

test("what a killed import left behind is cleared away, and nothing else", async () => {
  const folder = folderWith({
    ".a.json.12.tmp": "half",
    ".b.jsonl.3.tmp": "half",
    ".keep.tmp": "mine",
    "a.json": "old",
  });
  await PendingFiles.open(folder, 7);
  expect(readdirSync(folder).toSorted()).toEqual([".keep.tmp", "a.json"]);
});
