import { expect, test } from "vitest";
import { readJsonl } from "./jsonl.ts";
import type { ColumnChoice, ExportRow, Field } from "./fields.ts";
import { SKIPPED } from "./reasons.ts";

function rowsOf(text: string, choice: Partial<ColumnChoice> = {}): ExportRow[] {
  const rows: ExportRow[] = [];
  const sink = {
    row: (row: ExportRow) => void rows.push(row),
    column: () => undefined,
    unused: () => undefined,
    status: () => undefined,
    stated: () => undefined,
  };
  readJsonl("f.jsonl", text, { map: new Map(), only: [], ignored: [], needed: [], ...choice }, sink);
  return rows;
}

const valuesOf = (row: object, choice: Partial<ColumnChoice> = {}) => {
  const [first] = rowsOf(JSON.stringify(row), choice);
  return first?.values;
};

test.for<[string, object, object]>([
  ["names in any case", { ReviewText: "x", "star-rating": 5 }, { text: "x", rating: 5 }],
  [
    "objects of business profiles",
    {
      reviewer: { displayName: "Kim" },
      starRating: "FIVE",
      createTime: "2026-03-04T00:00:00Z",
      comment: "x",
      reviewReply: { comment: "y", updateTime: "z" },
    },
    { author: "Kim", rating: "FIVE", date: "2026-03-04T00:00:00Z", text: "x", reply: "y", reply_date: "z" },
  ],
  [
    "reviews as this project publishes them",
    { author: "Kim", owner_reply: { text: "y", date: "z" } },
    { author: "Kim", reply: "y", reply_date: "z" },
  ],
  [
    "null where no other name has a value",
    { author: null, text: null, body: "x" },
    { author: null, text: "x" },
  ],
])("finds %s", ([, row, values]) => {
  expect(valuesOf(row)).toEqual(values);
});

test.for<[string, object, string, unknown]>([
  ["a path", { extra: { trust: "NEAS" } }, "extra.trust", "NEAS"],
  ["a list", { photos: [{ url: "u" }] }, "photos.0.url", "u"],
  ["a name with a dot", { "extra.trust": "NEAS" }, "extra.trust", "NEAS"],
  ["nothing", { extra: "flat" }, "extra.trust", undefined],
  ["no inherited member", {}, "constructor.name", undefined],
])("reaches %s", ([, row, path, value]) => {
  expect(valuesOf(row, { map: new Map<Field, readonly string[]>([["source", [path]]]) })?.source).toEqual(
    value,
  );
});

test("rows that are no objects are skipped with their line, blank lines are not rows", () => {
  const rows = rowsOf("\uFEFF".slice(1) + '{"rating":5}\r\n\r\n{"rating":\n7\n[1]\nnull\n{"rating":4}');
  expect(rows.map((row) => [row.line, row.skipped?.reason ?? row.values.rating])).toEqual([
    [1, 5],
    [3, SKIPPED.notJson],
    [4, SKIPPED.notJson],
    [5, SKIPPED.notJson],
    [6, SKIPPED.notJson],
    [7, 4],
  ]);
});

test("a row over 1 MB is skipped and the next one read", () => {
  const rows = rowsOf(`{"text":"${"x".repeat(3 << 20)}"}\n{"rating":4}\n`);
  expect(rows).toMatchObject([
    { line: 1, skipped: { reason: SKIPPED.tooLong } },
    { line: 2, values: { rating: 4 } },
  ]);
});

test("a line separator inside a text ends no row", () => {
  expect(rowsOf('{"text":"a\u2028b"}')).toEqual([{ line: 1, values: { text: "a\u2028b" } }]);
});

test("long numeric ids keep every digit", () => {
  const rows = rowsOf('{"id":12345678901234567890,"rating":5}\n{"id":12345678901234567891,"rating":5}');
  expect(rows.map((row) => row.values.id)).toEqual(["12345678901234567890", "12345678901234567891"]);
});

test.for(["[\n", '[{"rating":5}]', "{\n"])("one JSON document stops the import: %j", (text) => {
  expect(() => rowsOf(text)).toThrow("not JSON Lines");
});

test("--only compares members as text", () => {
  const rows = rowsOf('{"published":true}\n{"published":false}\n{}', {
    only: [{ column: "published", value: "true" }],
  });
  expect(rows.map(({ hidden }) => hidden !== undefined)).toEqual([false, true, true]);
});
