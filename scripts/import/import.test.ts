import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { WrittenReview } from "../../model/review.ts";
import { emptyFolder } from "../../test/support/content.ts";
import { bytesIn, importRows, reviewsIn } from "../../test/support/import.ts";

function put(content: string, name: string, text: string): void {
  mkdirSync(join(content, "reviews"), { recursive: true });
  writeFileSync(join(content, "reviews", name), text);
}

const ROW = { id: "1", author: "Kim", rating: 5, date: "2026-03-04", text: "Good work." };

describe("into existing content", () => {
  test("fields that the rows do not carry keep manual edits", () => {
    const folder = emptyFolder();
    importRows([ROW, { ...ROW, id: "2" }], folder);
    const [a, b] = reviewsIn(folder);
    const edits = {
      owner_reply: { text: "Thanks!", date: "2026-03-05" },
      verified: false,
      source: "Google Maps",
    };
    put(
      folder,
      "2026-03.json",
      JSON.stringify([
        { ...a, ...edits },
        { ...b, ...edits },
      ]),
    );
    const report = importRows(
      [
        { ...ROW, rating: 3 },
        { ...ROW, id: "2" },
      ],
      folder,
    );
    expect(report).toMatchObject({ added: 0, updated: 1, unchanged: 1 });
    expect(
      reviewsIn(folder)
        .map(({ rating }) => String(rating))
        .toSorted(),
    ).toEqual(["3", "5"]);
    for (const review of reviewsIn(folder)) expect(review).toMatchObject(edits);
  });

  test("a review stays in its file, with its id, even when its date moves", () => {
    const folder = emptyFolder();
    importRows([ROW], folder);
    const [before] = reviewsIn(folder);
    const report = importRows([{ ...ROW, date: "2026-04-01" }], folder);
    expect(report).toMatchObject({ updated: 1, added: 0 });
    expect(Object.keys(bytesIn(folder))).toEqual(["2026-03.json"]);
    expect(reviewsIn(folder)).toEqual([{ ...before, date: "2026-04-01" }]);
  });

  test("other reviews of the month stay, newest first", () => {
    const folder = emptyFolder();
    const mine = {
      id: "01KJWBG7G00000000000000000",
      author: "Ana",
      rating: 1,
      date: "2026-03-09",
      source: "phone",
      verified: true,
    };
    put(folder, "2026-03.json", JSON.stringify([mine]));
    importRows([ROW, { ...ROW, id: "2", date: "2026-03-30" }], folder);
    const dates = (JSON.parse(bytesIn(folder)["2026-03.json"] ?? "") as WrittenReview[]).map(
      ({ date }) => date,
    );
    expect(dates).toEqual(["2026-03-30", "2026-03-09", "2026-03-04"]);
    expect(reviewsIn(folder)).toContainEqual(mine);
  });

  test("an object around the reviews keeps its schema link", () => {
    const folder = emptyFolder();
    put(folder, "2026-03.json", '{"reviews":[],"$schema":"../../x.json"}');
    importRows([ROW], folder);
    const text = bytesIn(folder)["2026-03.json"] ?? "";
    expect(JSON.parse(text)).toMatchObject({ $schema: "../../x.json", reviews: [{ author: "Kim" }] });
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  });

  test("in a .jsonl file only the line of a changed review changes", () => {
    const folder = emptyFolder();
    const staging = emptyFolder();
    importRows([ROW, { ...ROW, id: "2" }], staging);
    const [a, b] = reviewsIn(staging);
    put(folder, "old.jsonl", `${JSON.stringify(a)}\n\n  ${JSON.stringify(b)}`);
    expect(importRows([ROW, { ...ROW, id: "2" }], folder)).toMatchObject({ unchanged: 2, written: [] });
    const report = importRows(
      [
        { ...ROW, rating: 1 },
        { ...ROW, id: "2" },
      ],
      folder,
    );
    expect(report).toMatchObject({ added: 0, updated: 1, unchanged: 1 });
    const lines = (bytesIn(folder)["old.jsonl"] ?? "").split("\n");
    const changed = lines.filter((line) => line.includes('"rating":1'));
    expect([lines.length, lines[1], changed.length]).toEqual([4, "", 1]);
    expect(lines.some((line) => line === JSON.stringify(a) || line === `  ${JSON.stringify(b)}`)).toBe(true);
  });

  test("a file written by hand stays as it is when no review in it changes", () => {
    const folder = emptyFolder();
    importRows([ROW], folder);
    const compact = JSON.stringify(reviewsIn(folder));
    put(folder, "2026-03.json", compact);
    expect(importRows([ROW], folder)).toMatchObject({ unchanged: 1, written: [] });
    expect(bytesIn(folder)).toEqual({ "2026-03.json": compact });
  });
});

test("files are 2-space JSON with every field, one per month", () => {
  const folder = emptyFolder();
  importRows([ROW, { ...ROW, id: "2", date: "2025-12-31" }], folder);
  expect(Object.keys(bytesIn(folder))).toEqual(["2025-12.json", "2026-03.json"]);
  const text = bytesIn(folder)["2026-03.json"] ?? "";
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  expect(reviewsIn(folder)[0]).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    author: "Kim",
    author_avatar_url: null,
    rating: 5,
    date: "2026-03-04",
    text: "Good work.",
    source: "google",
    source_url: null,
    owner_reply: null,
    verified: true,
    verification: { method: "attested" },
  });
});

test("a dry run reports what would happen and writes nothing", () => {
  const folder = join(emptyFolder(), "not", "yet");
  const report = importRows([ROW, { ...ROW, rating: null }], folder, "--dry-run");
  expect(report).toMatchObject({
    dry_run: true,
    added: 1,
    skipped: 1,
    written: [join(folder, "reviews", "2026-03.json")],
  });
  expect(() => readdirSync(folder)).toThrow("ENOENT");
});

test("a mapping that no row has is a warning", () => {
  const report = importRows([ROW], emptyFolder(), "--map", "reply=anwser");
  expect(report.warnings).toEqual(["--map reply=anwser: no row has it"]);
});
