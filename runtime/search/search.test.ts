import fc from "fast-check";
import { expect, test } from "vitest";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { SinceIndex } from "../../model/documents.ts";
import { foldText } from "../../model/fold.ts";
import { collect } from "../../test/support/collect.ts";
import { ReviewTable } from "./review-table.ts";
import { search } from "./search.ts";

const DAY = (row: number): CalendarDate => `2026-03-${String(28 - row).padStart(2, "0")}` as CalendarDate;

/** A table of one review per day, newest first. */
function tableOf(texts: readonly string[]): ReviewTable {
  const reviews = texts.map((text, row) => ({
    id: String(row).padStart(26, "0"),
    date: DAY(row),
    rating: 5,
    text,
    mentions: { technicians: [], services: [], service_areas: [] },
  }));
  const document = Buffer.from(JSON.stringify({ aggregate_rating: {}, reviews }));
  const dates = reviews.map(({ date }, row) => ({
    date,
    count: row + 1,
    bytes: 0,
    gzip_bytes: 0,
    crc32: 0,
  }));
  const index: SinceIndex = { reviews_offset: 0, gzip_offset: 0, window_start: null, dates };
  return new ReviewTable(document, index, { technicians: [], services: [], service_areas: [] });
}

const letters = fc.constantFrom("a", "b", "ab", "aab", " ", "é", "👍", "zz", "A", "É", "\\", '"', "\n");
const texts = fc.array(
  fc.array(letters, { maxLength: 60 }).map((parts) => parts.join("")),
  { minLength: 1, maxLength: 28 },
);
const queries = fc.array(letters, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));

test("finds the rows that contain the folded query, each once, inside the dates, at every call", () => {
  fc.assert(
    fc.property(texts, queries, fc.nat(27), fc.nat(27), (rows, query, a, b) => {
      const table = tableOf(rows);
      const [first, last] = [Math.min(a, b), Math.max(a, b)];
      const containing = rows.flatMap((text, row) => (foldText(text).includes(foldText(query)) ? [row] : []));
      const bounds = { until: DAY(first), since: DAY(last) };
      const inBounds = containing.filter((row) => row >= first && row <= last);
      const rowsOf = (filter: object): unknown => {
        const page = search(table, { query, limit: 100, ...filter });
        return page.ok && page.value.rows;
      };
      expect(rowsOf(bounds)).toEqual(inBounds);
      expect(rowsOf({})).toEqual(containing);
      expect(rowsOf({})).toEqual(containing);
      expect(rowsOf(bounds)).toEqual(inBounds);
    }),
    { numRuns: 400 },
  );
});

test("a cursor continues in a later release, even when its review no longer matches and others have come", () => {
  const before = tableOf(["great 0", "great 1", "great 2", "great 3"]);
  const first = search(before, { query: "great", limit: 2 });
  const cursor = first.ok ? first.value.nextCursor : undefined;
  expect(cursor).toBeDefined();
  const after = tableOf(["great 0", "gone", "great 2", "great 3", "great 4"]);
  const next = search(after, { query: "great", limit: 9, ...(cursor === undefined ? {} : { cursor }) });
  expect(next).toMatchObject({ ok: true, value: { matched: 4, rows: [2, 3, 4] } });
});

test("a NUL is in no text", () => {
  expect(search(tableOf(["great job"]), { query: "\0" })).toEqual({
    ok: true,
    value: { matched: 0, rows: [] },
  });
});

test("20,000 searches that find nothing leave no memory behind", () => {
  const table = tableOf(["text"]);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 20_000; count += 1) {
    search(table, { query: `${count}`.padEnd(200, "\u015f") });
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(4e6);
  expect(search(table, { query: "text" })).toMatchObject({ value: { matched: 1 } });
});
