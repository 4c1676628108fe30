import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { foldText } from "../../model/fold.ts";
import { collect } from "../../test/support/collect.ts";
import { review } from "../../test/support/insights.ts";
import { reviewTableOf } from "../../test/support/review-table.ts";
import type { ReviewTable } from "./review-table.ts";
import { search } from "./search.ts";

const DAY = (row: number): CalendarDate => `2026-03-${String(28 - row).padStart(2, "0")}` as CalendarDate;

/** A table of one review per day, newest first. */
const tableOf = (texts: readonly string[]): ReviewTable =>
  reviewTableOf(
    texts.map((text, row) => review({ id: String(row).padStart(26, "0"), date: DAY(row), rating: 5, text })),
  );

const letters = fc.constantFrom("a", "b", "ab", "aab", " ", "é", "👍", "zz", "A", "É", "\\", '"', "\n");
const texts = fc.array(
  fc.array(letters, { maxLength: 60 }).map((parts) => parts.join("")),
  { minLength: 1, maxLength: 28 },
);
const queries = fc.array(letters, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));

test("finds the rows that contain the folded query, each once, inside the dates, at every call", async () => {
  await fc.assert(
    fc.asyncProperty(texts, queries, fc.nat(27), fc.nat(27), async (rows, query, a, b) => {
      const table = tableOf(rows);
      const [first, last] = [Math.min(a, b), Math.max(a, b)];
      const containing = rows.flatMap((text, row) => (foldText(text).includes(foldText(query)) ? [row] : []));
      const bounds = { until: DAY(first), since: DAY(last) };
      const inBounds = containing.filter((row) => row >= first && row <= last);
      const rowsOf = async (filter: object): Promise<unknown> => {
        const page = await search(table, { query, limit: 100, ...filter });
        return page.ok && page.value.rows;
      };
      expect(await rowsOf(bounds)).toEqual(inBounds);
      expect(await rowsOf({})).toEqual(containing);
      expect(await rowsOf({})).toEqual(containing);
      expect(await rowsOf(bounds)).toEqual(inBounds);
    }),
    { numRuns: 400 },
  );
});

test("a cursor continues in a later release, even when its review no longer matches and others have come", async () => {
  const before = tableOf(["great 0", "great 1", "great 2", "great 3"]);
  const first = await search(before, { query: "great", limit: 2 });
  const cursor = first.ok ? first.value.nextCursor : undefined;
  expect(cursor).toBeDefined();
  const after = tableOf(["great 0", "gone", "great 2", "great 3", "great 4"]);
  const next = await search(after, { query: "great", limit: 9, ...(cursor === undefined ? {} : { cursor }) });
  expect(next).toMatchObject({ ok: true, value: { matched: 4, rows: [2, 3, 4] } });
});

test("a NUL is in no text", async () => {
  expect(await search(tableOf(["great job"]), { query: "\0" })).toEqual({
    ok: true,
    value: { matched: 0, rows: [] },
  });
});

test("however many searches end together, equal or not, the result of each has a turn of the event loop", async () => {
  const table = tableOf(["great job"]);
  let inTurn = 0;
  let most = 0;
  const turn = (): void => {
    inTurn = 0;
    immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  onTestFinished(() => clearImmediate(immediate));
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      await search(table, { query: `great ${index % 100}` });
      inTurn += 1;
      most = Math.max(most, inTurn);
    }),
  );
  expect(most).toBe(1);
});

test("20,000 searches that find nothing leave no memory behind", async () => {
  const table = tableOf(["text"]);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 20_000; count += 1) {
    await search(table, { query: `${count}`.padEnd(200, "\u015f") });
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(4e6);
  expect(await search(table, { query: "text" })).toMatchObject({ value: { matched: 1 } });
});
