import { expect, test } from "vitest";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { SKIPPED } from "./reasons.ts";
import { type DateFormat, readDate } from "./written-date.ts";

const today = "2026-11-21" as CalendarDate;
const read = (raw: string, dateFormat: DateFormat) => readDate(raw, { dateFormat, today });

test.for([
  ["2026-03-04", "iso", "2026-03-04"],
  [" 2026-03-04 ", "iso", "2026-03-04"],
  ["2026-03-04T10:11:12Z", "iso", "2026-03-04"],
  ["2026-03-04T10:11:12.123456789Z", "iso", "2026-03-04"],
  ["2025-03-02 10:12:00 UTC", "iso", "2025-03-02"],
  // The written day stays: a zone does not move it.
  ["2026-03-04T23:59:59-11:00", "iso", "2026-03-04"],
  ["2026-03-04T00:30+0200", "iso", "2026-03-04"],
  ["2026-03-04", "dmy", "2026-03-04"],
  ["03/04/2026", "dmy", "2026-04-03"],
  ["03/04/2026", "mdy", "2026-03-04"],
  ["3.4.2026 18:05", "dmy", "2026-04-03"],
  ["3-4-2026", "mdy", "2026-03-04"],
  ["12/31/2025 6:05 PM", "mdy", "2025-12-31"],
  ["29/02/2024", "dmy", "2024-02-29"],
  ["2026-11-22", "iso", "2026-11-22"],
  ["2025/05/13", "iso", "2025-05-13"],
  ["2025.5.3 10:00", "iso", "2025-05-03"],
  ["May 3, 2025", "iso", "2025-05-03"],
  ["may 3rd 2025", "dmy", "2025-05-03"],
  ["Sept. 13, 2025 at 6:05 PM", "iso", "2025-09-13"],
  ["3 May 2025", "mdy", "2025-05-03"],
  ["Sat, 03 May 2025 10:11:12 GMT", "iso", "2025-05-03"],
  ["13.05.2025", "iso", "2025-05-13"],
  ["05/13/2025 14:00", "iso", "2025-05-13"],
  ["4/4/2026", "iso", "2026-04-04"],
  ["1990-01-01", "iso", "1990-01-01"],
] as const)("%s as %s is %s", ([raw, format, date]) => {
  expect(read(raw, format)).toEqual({ ok: true, value: date });
});

test.for([
  ["", "iso", SKIPPED.noDate],
  ["03/04/2026", "iso", SKIPPED.dateAmbiguous],
  ["03.04.2026", "iso", SKIPPED.dateAmbiguous],
  ["20260304", "iso", SKIPPED.dateUnreadable],
  ["1772600000", "iso", SKIPPED.dateUnreadable],
  ["2 weeks ago", "iso", SKIPPED.dateUnreadable],
  ["März 4, 2026", "iso", SKIPPED.dateUnreadable],
  ["Mai 4, 2026", "iso", SKIPPED.dateUnreadable],
  ["03/04/26", "dmy", SKIPPED.dateUnreadable],
  ["03/04.2026", "dmy", SKIPPED.dateUnreadable],
  ["13/13/2026", "iso", SKIPPED.noSuchDay],
  ["12/31/2026", "dmy", SKIPPED.dateOrder],
  ["31/12/2025", "mdy", SKIPPED.dateOrder],
  ["2026-02-30", "iso", SKIPPED.noSuchDay],
  ["31/04/2026", "dmy", SKIPPED.noSuchDay],
  ["2026-11-23", "iso", SKIPPED.future],
  ["1970-01-01", "iso", SKIPPED.tooOld],
  ["1989-12-31", "iso", SKIPPED.tooOld],
] as const)("%s as %s: %s", ([raw, format, reason]) => {
  expect(read(raw, format)).toEqual({ ok: false, error: reason });
});
