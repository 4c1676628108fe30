import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, calendarDateOf, parseCalendarDate, startOfDay } from "./calendar-date.ts";

test.for(["2026-02-28", "2024-02-29", "0001-01-01", "9999-12-31"])("%s is a date", (raw) => {
  expect(parseCalendarDate(raw)).toBe(raw);
});

test.for([
  "2026-02-29",
  "2026-02-30",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "26-01-01",
  " 2026-01-01",
  "2026-01-01\n",
  "2026-01-01T00:00:00Z",
  "٢٠٢٦-٠١-٠١",
  "",
])("%j is no date", (raw) => {
  expect(parseCalendarDate(raw)).toBeUndefined();
});

test("days can be added and taken away again, and dates sort as strings", () => {
  const dates = fc.integer({ min: -600_000, max: 2_900_000 }).map((day) => calendarDateOf(day * 86_400_000));
  fc.assert(
    fc.property(dates, fc.integer({ min: 1, max: 3000 }), (date, days) => {
      const later = addDays(date, days);
      expect(addDays(later, -days)).toBe(date);
      expect(later > date).toBe(true);
      expect(startOfDay(later) - startOfDay(date)).toBe(days * 86_400_000);
    }),
  );
});
