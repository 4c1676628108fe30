import { expect, test } from "vitest";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { SKIPPED } from "./reasons.ts";
import { renderReport } from "./render-report.ts";
import { Report } from "./report.ts";

test("the report as the terminal shows it", () => {
  const report = new Report();
  report.rows = 1240;
  report.addColumn("rating", "Stars");
  for (const column of ["E-mail", "IP \u001B[31m"]) report.unusedColumns.add(column);
  report.warnIfMissing("reply", ["answer"]);
  for (let line = 1; line <= 12; line += 1)
    report.skip(`a.csv:${line}`, {
      reason: SKIPPED.noDate,
      detail: line === 2 ? '"\u001B[31m\u202Ered"' : "",
    });
  report.hide("a.csv:13", 'state="spam"');
  report.addMerge(
    {
      additions: Array.from({ length: 1225 }, (_, at) => String(at)),
      withheld: ["01D"],
      unchanged: 0,
      updates: [
        { id: "01A", fields: ["text", "owner_reply"] },
        { id: "01B", fields: ["text"] },
      ],
      missing: ["01C"],
      waiting: { google: 3 },
    },
    false,
  );
  report.stated = { source: "google", count: 1241, at: "2026-03-04" as CalendarDate };
  report.written = Array.from({ length: 59 }, (_, at) => `content/reviews/${at}.json`);
  expect(renderReport(report.document(["a.csv"], false))).toBe(`1240 rows in 1 file
  added     1225
  updated      2
  unchanged    0
  withheld     1
  merged       0
  skipped     12
columns: rating=Stars
not used: E-mail, IP
fields that changed: text 2, owner_reply 1
  01A text owner_reply
  01B text
withheld 1: hidden at its source
  a.csv:13: state="spam"
1 in content and not in this export; --complete withholds them, if it has all reviews of its source
  01C
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
waiting 3 of google: nothing says how they were verified. Say it in policy.json for the source, or with --verified-by METHOD for these rows, and import again
google states 1241 reviews (2026-03-04)
warning: --map reply=answer: no row has it
wrote 59 files
${Array.from({ length: 10 }, (_, at) => `  content/reviews/${at}.json\n`).join("")}  and 49 more
`);
});

test("the most frequent reason comes first", () => {
  const report = new Report();
  report.skip("a:1", { reason: SKIPPED.noDate, detail: "" });
  for (const where of ["a:2", "a:3"]) report.skip(where, { reason: SKIPPED.noRating, detail: "" });
  expect(report.document([], true).skipped_by_reason.map(({ count }) => count)).toEqual([2, 1]);
});
