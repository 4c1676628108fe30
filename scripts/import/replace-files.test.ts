import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { replaceFiles } from "./replace-files.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = emptyFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const contentsOf = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

test("nothing is in its place before all of it is written", () => {
  const folder = folderWith({ "a.json": "old" });
  function* texts(): Generator<[string, string]> {
    yield ["a.json", "new a"];
    expect(contentsOf(folder)).toEqual({ "a.json": "old", ".a.json.7.tmp": "new a" });
    yield ["b.json", "new b"];
    expect(contentsOf(folder)).toEqual({
      "a.json": "old",
      ".a.json.7.tmp": "new a",
      ".b.json.7.tmp": "new b",
    });
  }
  expect(replaceFiles(folder, texts(), 7)).toEqual(["a.json", "b.json"]);
  expect(contentsOf(folder)).toEqual({ "a.json": "new a", "b.json": "new b" });
});

test("without texts the files stay as they are", () => {
  const folder = folderWith({ "a.json": "old" });
  expect(replaceFiles(folder, [], 7)).toEqual([]);
  expect(contentsOf(folder)).toEqual({ "a.json": "old" });
});

test("an error half-way leaves the old files and no other", () => {
  const folder = folderWith({ "a.json": "old" });
  function* failing(): Generator<[string, string]> {
    yield ["a.json", "x".repeat(3_000_000)];
    throw new Error("the disk broke");
  }
  expect(() => replaceFiles(folder, failing(), 7)).toThrow("the disk broke");
  expect(contentsOf(folder)).toEqual({ "a.json": "old" });
});

test("a folder that cannot be written stops with its name", () => {
  const file = join(folderWith({ "a.json": "old" }), "a.json");
  expect(() => replaceFiles(file, [], 7)).toThrow(expect.objectContaining({ code: "EEXIST", path: file }));
});

test("temporary files of a killed import are removed, and nothing else", () => {
  const folder = folderWith({
    ".a.json.12.tmp": "half",
    ".b.jsonl.3.tmp": "half",
    ".keep.tmp": "mine",
    "a.json": "old",
  });
  replaceFiles(folder, [], 7);
  expect(readdirSync(folder).toSorted()).toEqual([".keep.tmp", "a.json"]);
});
