import fc from "fast-check";
import { expect, test } from "vitest";
import { review } from "../test/support/insights.ts";
import { renderSearchTable } from "./render-search-table.ts";
import { openSearchTable } from "./search-table.ts";

const mentions = (technicians: string[], services: string[]) => ({
  technicians,
  services,
  service_areas: [],
});
const REVIEWS = [
  review({
    id: "B",
    date: "2026-03-14",
    rating: 4,
    text: "ÄB",
    mentions: mentions(["kim", "lee"], ["roof"]),
  }),
  review({ id: "C", date: "2026-03-14", text: null, incentive: { kind: "discount", note: "5 %" } }),
  review({ id: "A", date: "2025-12-01", rating: 1, text: "Cd", mentions: mentions(["kim", "kim"], []) }),
];
const STARTS = [10, 20, 30, 45];
const columnsOf = (bytes: Buffer) => {
  const table = openSearchTable(bytes);
  if (table === undefined) throw new Error("refused");
  const { rows, starts, dates, ratings, rated, rowsById, textStarts, textBlocks } = table;
  return {
    rows,
    starts: [...starts],
    dates: [...dates],
    ratings: [...ratings],
    rated: [...rated],
    rowsById: [...rowsById],
    textStarts: [...textStarts],
    texts: textBlocks.map(({ firstRow, endRow, texts }) => [firstRow, endRow, texts.toString()]),
    technicians: [...table.mentions.technicians].map(([id, rowsOf]) => [id, ...rowsOf]),
    services: [...table.mentions.services].map(([id, rowsOf]) => [id, ...rowsOf]),
  };
};

test("a table is read as it was written", () => {
  expect(columnsOf(renderSearchTable(REVIEWS, STARTS))).toEqual({
    rows: 3,
    starts: STARTS,
    dates: [20_260_314, 20_260_314, 20_251_201],
    ratings: [4, 5, 1],
    rated: [1, 0, 1],
    rowsById: [2, 0, 1],
    textStarts: [0, 3, 3, 5],
    texts: [
      [0, 2, "äb"],
      [2, 3, "cd"],
    ],
    technicians: [
      ["kim", 0, 2],
      ["lee", 0],
    ],
    services: [["roof", 0]],
  });
  expect(columnsOf(renderSearchTable([], [1]))).toMatchObject({ rows: 0, starts: [1], texts: [] });
});

test("the blocks of texts have every row once, whatever the order of the dates", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (months) => {
      const reviews = months.map((month, row) =>
        review({ id: `R${row}`, date: `2026-0${month}-01`, text: `t${row}` }),
      );
      const { texts } = columnsOf(renderSearchTable(reviews, [...reviews.keys(), reviews.length]));
      expect(texts.map(([firstRow]) => firstRow)).toEqual([
        0,
        ...texts.slice(0, -1).map(([, endRow]) => endRow),
      ]);
      expect(texts.map(([, , text]) => text).join("")).toBe(reviews.map(({ text }) => text).join(""));
    }),
  );
});

test("the header is padded, so that the columns are aligned whatever its length", () => {
  for (const id of ["a", "ab", "abc", "abcd"]) {
    const bytes = renderSearchTable([review({ id: "B", mentions: mentions([id], []) })], [1, 2]);
    expect(bytes.readUInt32LE(0) % 4).toBe(0);
    expect(columnsOf(bytes).technicians).toEqual([[id, 0]]);
  }
});

test("another version and another length are refused", () => {
  const bytes = renderSearchTable(REVIEWS, STARTS);
  const other = Buffer.from(bytes);
  other.write(other.toString("latin1").replace('"version":1', '"version":2'), "latin1");
  expect(openSearchTable(other)).toBeUndefined();
  expect(openSearchTable(Buffer.concat([bytes, Buffer.from("x")]))).toBeUndefined();
});

test("known texts are taken as they are, and the rest of the table is the same", () => {
  const all = columnsOf(renderSearchTable(REVIEWS, STARTS));
  const requested: string[] = [];
  const known = renderSearchTable(REVIEWS, STARTS, (date) => {
    requested.push(date);
    return date === "2026-03-14" ? { bytes: Buffer.from("xyz"), lengths: [1, 2] } : undefined;
  });
  expect(requested).toEqual(["2026-03-14", "2025-12-01"]);
  expect(columnsOf(known)).toEqual({
    ...all,
    textStarts: [0, 1, 3, 5],
    texts: [
      [0, 2, "xyz"],
      [2, 3, "cd"],
    ],
  });
});
