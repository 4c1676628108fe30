import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { emptyFolder } from "../../test/support/content.ts";
import { type CarriedFields, idOf } from "./carried.ts";
import { loadContent } from "./import.ts";
import { Candidates } from "./merge.ts";
import { CommandError } from "./reasons.ts";

const ID = "01KJWBG7G0GFSNWKZBV277M5G5";
const REVIEW = { id: ID, author: "Kim", rating: 5, date: "2026-03-04", source: "google", verified: true };

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = emptyFolder();
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
  return folder;
}

const indexOf = (files: Readonly<Record<string, unknown>>) => loadContent(folderWith(files)).index;

function problemsOf(folder: string): readonly string[] {
  try {
    loadContent(folder);
    return [];
  } catch (error) {
    if (error instanceof CommandError) return error.problems;
    throw error;
  }
}

test.for<[string, Readonly<Record<string, unknown>>]>([
  ["an array", { "a.json": [REVIEW] }],
  ["an object that names its schema", { "a.json": { $schema: "x", reviews: [REVIEW] } }],
  ["JSON Lines", { "a.jsonl": `\n${JSON.stringify(REVIEW)}\n\n` }],
  ["a file with a byte order mark", { "a.json": `\uFEFF${JSON.stringify([REVIEW])}` }],
])("finds a review in %s", ([, files]) => {
  expect(indexOf(files).find(ID)).toBe(ID);
});

test("finds a review again whose date moved, and no other", () => {
  const index = indexOf({ "a.json": [REVIEW] });
  expect(index.find(`${ID.slice(0, -1)}6`)).toBeUndefined();
  expect(index.find(`01KK000000${ID.slice(10)}`)).toBe(ID);
});

test("a folder that does not exist yet has no reviews", () => {
  expect(loadContent("/nowhere/reviews").files).toEqual([]);
});

test("reads only the files that the build reads", () => {
  const index = indexOf({ ".a.json.7.tmp": "{", ".hidden.json": "{", "notes.md": "{", "a.json": [] });
  expect(index.find(ID)).toBeUndefined();
});

test.for<[string, Readonly<Record<string, unknown>>, string]>([
  ["a file that is not JSON", { "a.json": "[{" }, "a.json: is not JSON: "],
  [
    "a line that is not JSON",
    { "a.jsonl": `${JSON.stringify(REVIEW)}\n{` },
    "a.jsonl: line 2: is not JSON: ",
  ],
  ["a file without reviews", { "a.json": { review: [] } }, "a.json: must be an array of reviews"],
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
])("rejects a folder with %s and says where", ([, files, problem]) => {
  const problems = problemsOf(folderWith(files));
  expect(problems.join("\n")).toContain(problem);
  expect(problems.at(-1)).toContain("nothing was imported: fix what is listed above");
});

test("a file that cannot be read is a problem, not a crash", () => {
  const folder = folderWith({});
  mkdirSync(join(folder, "a.json"));
  expect(problemsOf(folder)[0]).toContain("a.json: cannot be read (EISDIR)");
});

const DATE = "2026-03-04" as CalendarDate;

function candidate(sourceId: string, difference: Partial<CarriedFields> = {}) {
  const carried: CarriedFields = { rating: 5, date: DATE, text: "Good work.", ...difference };
  return { id: idOf({ source: "google", sourceId }, carried.date), source: "google", carried, notes: [] };
}

test("the later row wins the fields that it carries, and the first row's id stays", () => {
  const candidates = new Candidates();
  const first = candidate("1", { author: "Kim", source_url: "https://a.example/1" });
  const later = candidate("1", { rating: 2, text: null, date: "2026-03-09" as CalendarDate });
  expect([candidates.add(first), candidates.add(later)]).toEqual(["new", "merged"]);
  expect([...candidates]).toEqual([{ ...first, carried: { ...first.carried, ...later.carried } }]);
});

test("equal rows are one review, different ids are two", () => {
  const candidates = new Candidates();
  expect(["1", "1", "2", "1"].map((id) => candidates.add(candidate(id)))).toEqual([
    "new",
    "merged",
    "new",
    "merged",
  ]);
});

test("a row of another author and text replaces the one with its id, and says so", () => {
  const candidates = new Candidates();
  const rows = [
    candidate("1", { author: "Kim" }),
    candidate("1", { author: "Ana", text: "Bad work." }),
    candidate("1", { author: "Ana", text: "Fine work." }),
    candidate("1", { author: "Bo", text: "Fine work." }),
  ];
  expect(rows.map((row) => candidates.add(row))).toEqual(["new", "replaced", "merged", "merged"]);
});

test("of rows that say when they changed, the last change counts, whatever their order", () => {
  const candidates = new Candidates();
  const [older, newer] = [candidate("1", { rating: 1 }), candidate("1", { rating: 5 })];
  expect([candidates.add(newer, 2), candidates.add(older, 1)]).toEqual(["new", "outdated"]);
  expect([...candidates]).toMatchObject([{ carried: { rating: 5 } }]);
});
