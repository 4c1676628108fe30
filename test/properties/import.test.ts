import * as fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../model/check.ts";
import { type ContentReview, contentReviewSchema, newestFirst } from "../../model/review.ts";
import { emptyFolder } from "../support/content.ts";
import { bytesIn, importRows, importText, reviewsIn } from "../support/import.ts";

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
const runs = { numRuns: 40 };
const checkReview = check(contentReviewSchema);

test("importing twice is importing once, and the counts add up", async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (list) => {
      const folder = emptyFolder();
      const first = await importRows(list, folder);
      const bytes = bytesIn(folder);
      const second = await importRows(list, folder);
      expect(bytesIn(folder)).toEqual(bytes);
      expect(second).toMatchObject({ added: 0, updated: 0, unchanged: first.added, written: [] });
      for (const { rows: all, added, updated, unchanged, merged, skipped } of [first, second])
        expect(added + updated + unchanged + merged + skipped).toBe(all);
    }),
    runs,
  );
});

test("two imports make the reviews of one import of both", async () => {
  await fc.assert(
    fc.asyncProperty(rows, rows, async (one, two) => {
      const [apart, together] = [emptyFolder(), emptyFolder()];
      await importRows(one, apart);
      await importRows(two, apart);
      await importRows([...one, ...two], together);
      expect(reviewsIn(apart)).toEqual(reviewsIn(together));
    }),
    runs,
  );
});

test("the order of rows does not matter, as long as no two of them disagree on one review", async () => {
  const distinct = fc.uniqueArray(row, { maxLength: 12, selector: ({ id }) => id ?? "" });
  const shuffled = distinct.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async ([list, other]) => {
      const [a, b] = [emptyFolder(), emptyFolder()];
      await importRows(list, a);
      await importRows(other, b);
      expect(bytesIn(b)).toEqual(bytesIn(a));
    }),
    runs,
  );
});

test("whatever comes in, what is written fits the schema and is newest first", async () => {
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
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { maxLength: 8 }), async (list) => {
      const folder = emptyFolder();
      await importRows(list, folder);
      for (const written of Object.values(bytesIn(folder))) {
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

test("the same rows make the same bytes as CSV of any dialect", async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(",", ";", "\t", "|"),
      fc.constantFrom("\n", "\r\n"),
      async (list, delimiter, lineEnd) => {
        const [a, b] = [emptyFolder(), emptyFolder()];
        // In CSV every column is there, so rows that merge carry the same fields only if JSON has all members too.
        const full = list.map((item) =>
          Object.fromEntries(COLUMNS.map((column) => [column, String(item[column] ?? "")])),
        );
        await importRows(full, a);
        await importText("csv", renderCsv(full, delimiter, lineEnd), b);
        expect(bytesIn(b)).toEqual(bytesIn(a));
      },
    ),
    runs,
  );
});
