import { expect, test } from "vitest";
import { SKIPPED } from "./reasons.ts";
import { Report, renderReport } from "./report.ts";

test("the report as the terminal shows it", () => {
  const report = new Report();
  report.rows = 1240;
  report.counts = { added: 1228, updated: 0, unchanged: 0 };
  report.addColumn("rating", "Stars");
  report.warnings.push("--map reply=answer: no row has it");
  for (let line = 1; line <= 12; line += 1)
    report.skip(`a.csv:${line}`, {
      reason: SKIPPED.noDate,
      detail: line === 2 ? '"\u001B[31m\u202Ered"' : "",
    });
  report.written = ["content/reviews/2026-03.json"];
  expect(renderReport(report.document(["a.csv"], false))).toBe(`1240 rows in 1 file
  added     1228
  updated      0
  unchanged    0
  merged       0
  skipped     12
columns: rating=Stars
skipped 12: has no date
  a.csv:1
  a.csv:2: "red"
  a.csv:3
  a.csv:4
  a.csv:5
  a.csv:6
  a.csv:7
  a.csv:8
  a.csv:9
  a.csv:10
  and 2 more
warning: --map reply=answer: no row has it
wrote content/reviews/2026-03.json
`);
});

test("the most frequent reason comes first", () => {
  const report = new Report();
  report.skip("a:1", { reason: SKIPPED.noDate, detail: "" });
  for (const where of ["a:2", "a:3"]) report.skip(where, { reason: SKIPPED.noRating, detail: "" });
  expect(report.document([], true).skipped_by_reason.map(({ count }) => count)).toEqual([2, 1]);
});
