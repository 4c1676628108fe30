import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadContentIndex } from "./content-index.ts";

const ID = "01KJWBG7G0GFSNWKZBV277M5G5";
const REVIEW = { id: ID, author: "Kim", rating: 5, date: "2026-03-04", source: "google", verified: true };

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), "reviews-"));
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
  return folder;
}

async function indexOf(files: Readonly<Record<string, unknown>>) {
  const index = await loadContentIndex(folderWith(files));
  if (!index.ok) throw new Error(index.error.join("\n"));
  return index.value;
}

test.for<[string, Readonly<Record<string, unknown>>]>([
  ["an array", { "a.json": [REVIEW] }],
  ["an object that names its schema", { "a.json": { $schema: "x", reviews: [REVIEW] } }],
  ["JSON Lines", { "a.jsonl": `\n${JSON.stringify(REVIEW)}\n\n` }],
  ["a file with a byte order mark", { "a.json": `\uFEFF${JSON.stringify([REVIEW])}` }],
])("finds a review in %s", async ([, files]) => {
  expect((await indexOf(files)).find(ID)).toEqual({ id: ID, file: Object.keys(files)[0] });
});

test("finds a review again whose date moved, and no other", async () => {
  const index = await indexOf({ "a.json": [REVIEW] });
  expect(index.find(`${ID.slice(0, -1)}6`)).toBeUndefined();
  expect(index.find(`01KK000000${ID.slice(10)}`)).toEqual({ id: ID, file: "a.json" });
});

test("a folder that is not there yet has no reviews", async () => {
  expect((await loadContentIndex("/nowhere/reviews")).ok).toBe(true);
});

test("looks only at the files that the build reads", async () => {
  const index = await indexOf({ ".a.json.7.tmp": "{", ".hidden.json": "{", "notes.md": "{", "a.json": [] });
  expect(index.find(ID)).toBeUndefined();
});

test.for<[string, Readonly<Record<string, unknown>>, string]>([
  ["no JSON", { "a.json": "[{" }, "a.json: is not JSON: "],
  ["no JSON in a line", { "a.jsonl": `${JSON.stringify(REVIEW)}\n{` }, "a.jsonl: line 2: is not JSON: "],
  ["no reviews", { "a.json": { review: [] } }, "a.json: must be an array of reviews"],
  [
    "a rating of six",
    { "a.json": [REVIEW, { ...REVIEW, rating: 6 }] },
    "a.json: [1].rating: must be at most 5 (got 6)",
  ],
  [
    "a rating of six in an object",
    { "a.json": { reviews: [{ ...REVIEW, rating: 6 }] } },
    "a.json: reviews[0].rating: ",
  ],
  [
    "an id in two files",
    { "a.json": [REVIEW], "b.jsonl": JSON.stringify(REVIEW) },
    `b.jsonl: id ${ID} is used twice, first in `,
  ],
])("refuses a folder with %s and says where", async ([, files, problem]) => {
  const index = await loadContentIndex(folderWith(files));
  const problems = index.ok ? [] : index.error;
  expect(problems.join("\n")).toContain(problem);
  expect(problems.at(-1)).toContain("nothing was imported: mend what is listed above");
});

test("a file that cannot be read is a problem, not a crash", async () => {
  const folder = folderWith({});
  mkdirSync(join(folder, "a.json"));
  const index = await loadContentIndex(folder);
  expect(!index.ok && index.error[0]).toContain("a.json: cannot be read (EISDIR)");
});
