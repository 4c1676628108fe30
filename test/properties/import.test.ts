import * as fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../model/check.ts";
import { type ContentReview, contentReviewSchema, newestFirst } from "../../model/review.ts";
import { type ContentTexts, importIntoTexts, jsonLines, reviewsOf } from "../support/import.ts";

const date = fc
  .integer({ min: 0, max: 90 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom("N/A", "", "-", "a\r\nb\u202E", null),
);
const row = fc.record(
  {
    id: fc.oneof(fc.integer({ min: 1, max: 6 }).map(String), fc.constant("")),
    author: fc.oneof(
      fc.constantFrom("Kim", "kim@mail.example", "", null),
      fc.string({ unit: "grapheme", maxLength: 8 }),
    ),
    rating: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom("FIVE", "4 stars", 4.5, null)),
    date,
    text,
    title: text,
    source_url: fc.oneof(fc.webUrl(), fc.constant("javascript:1")),
    reply: text,
    reply_date: date,
    verified: fc.constantFrom(true, "no", "", 1),
  },
  { requiredKeys: ["rating", "date"] },
);
const rows = fc.array(row, { maxLength: 12 });
const runs = { numRuns: 100 };
const checkReview = check(contentReviewSchema);

/** Imports the rows into content in memory. */
const importRows = (list: readonly object[], content: ContentTexts = {}) =>
  importIntoTexts(content, "jsonl", jsonLines(list));

test("importing twice is importing once, and the counts add up", () => {
  fc.assert(
    fc.property(rows, (list) => {
      const first = importRows(list);
      const second = importRows(list, first.content);
      expect(second.content).toEqual(first.content);
      expect(second.report).toMatchObject({
        added: 0,
        updated: 0,
        unchanged: first.report.added,
        written: [],
      });
      for (const { rows: all, added, updated, unchanged, merged, skipped } of [first.report, second.report])
        expect(added + updated + unchanged + merged + skipped).toBe(all);
    }),
    runs,
  );
});

test("two imports make the reviews of one import of both", () => {
  fc.assert(
    fc.property(rows, rows, (one, two) => {
      const apart = importRows(two, importRows(one).content);
      const together = importRows([...one, ...two]);
      expect(reviewsOf(apart.content)).toEqual(reviewsOf(together.content));
    }),
    runs,
  );
});

test("the order of rows does not matter, as long as no two of them disagree on one review", () => {
  const distinct = fc.uniqueArray(row, { maxLength: 12, selector: ({ id }) => id ?? "" });
  const shuffled = distinct.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
  );
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      expect(importRows(other).content).toEqual(importRows(list).content);
    }),
    runs,
  );
});

test("any rows make files that fit the schema and are newest first", () => {
  const anything = fc.oneof(
    row,
    fc.object(),
    fc.record({
      rating: fc.anything(),
      date,
      text: fc.anything(),
      author: fc.anything(),
      url: fc.anything(),
    }),
  );
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 8 }), (list) => {
      for (const written of Object.values(importRows(list).content)) {
        const reviews = JSON.parse(written) as ContentReview[];
        for (const review of reviews) expect(checkReview(review)).toMatchObject({ ok: true });
        expect(reviews).toEqual(reviews.toSorted(newestFirst));
      }
    }),
    runs,
  );
});

const COLUMNS = [
  "id",
  "author",
  "rating",
  "date",
  "text",
  "title",
  "source_url",
  "reply",
  "reply_date",
  "verified",
] as const;

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** Every value in quotes, as spreadsheets write what needs them. */
function renderCsv(
  list: readonly Readonly<Record<string, string>>[],
  delimiter: string,
  lineEnd: string,
): string {
  const lines = list.map((item) => COLUMNS.map((column) => quoted(item[column] ?? "")).join(delimiter));
  return [COLUMNS.join(delimiter), ...lines].join(lineEnd);
}

test("the same rows make the same bytes as CSV of any dialect", () => {
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(",", ";", "\t", "|"),
      fc.constantFrom("\n", "\r\n"),
      (list, delimiter, lineEnd) => {
        // In CSV every column is there, so rows that merge carry the same fields only if JSON has all members too.
        const full = list.map((item) =>
          Object.fromEntries(COLUMNS.map((column) => [column, String(item[column] ?? "")])),
        );
        const csv = importIntoTexts({}, "csv", renderCsv(full, delimiter, lineEnd));
        expect(csv.content).toEqual(importRows(full).content);
      },
    ),
    runs,
  );
});
