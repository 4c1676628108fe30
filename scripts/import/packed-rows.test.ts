import { expect, test } from "vitest";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { Carried } from "./carried.ts";
import { idOf } from "./identity.ts";
import { PackedRows } from "./packed-rows.ts";

const DATE = "2026-03-04" as CalendarDate;

function candidate(sourceId: string, difference: Partial<Carried> = {}) {
  const carried: Carried = { rating: 5, date: DATE, text: "Good work.", ...difference };
  return { id: idOf({ source: "google", sourceId }, carried.date), carried, notes: [] };
}

const contentsOf = (rows: PackedRows) => [...rows.rows()].map((row) => ({ ...rows.read(row), id: row.id }));

test("the later row wins what it carries, and the first row's id stays", () => {
  const rows = new PackedRows();
  const first = candidate("1", { author: "Kim", source_url: "https://a.example/1" });
  const later = candidate("1", { rating: 2, text: null, date: "2026-03-09" as CalendarDate });
  expect([rows.add(first), rows.add(later)]).toEqual([true, false]);
  expect(contentsOf(rows)).toEqual([{ ...first.carried, ...later.carried, id: first.id }]);
});

test("equal rows are one, different ids are two", () => {
  const rows = new PackedRows();
  expect(["1", "1", "2", "1"].map((id) => rows.add(candidate(id)))).toEqual([true, false, true, false]);
});

test("far more text than one chunk comes back as it went in", () => {
  const rows = new PackedRows();
  const texts = Array.from({ length: 900 }, (_, at) => `${at} ${"é😀x".repeat(at * 5)}`);
  for (const [at, text] of texts.entries()) rows.add(candidate(String(at), { text }));
  expect(contentsOf(rows).map(({ text }) => text)).toEqual(texts);
});
