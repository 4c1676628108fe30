/** A day that exists in the Gregorian calendar, written YYYY-MM-DD. Compares as a string. */
export type CalendarDate = string & { readonly __brand: "CalendarDate" };

const DAY_MS = 86_400_000;

/** Accepts exactly YYYY-MM-DD and only days that exist: 2026-02-30 is not a date. */
export function parseCalendarDate(raw: string): CalendarDate | undefined {
  return isCalendarDate(raw) ? raw : undefined;
}

export function isCalendarDate(raw: string): raw is CalendarDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(raw)) return false;
  const time = Date.parse(`${raw}T00:00:00Z`);
  // A day that does not exist is not parsed, or is taken for one of the next month.
  return !Number.isNaN(time) && (raw.slice(8) <= "28" || calendarDateOf(time) === raw);
}

/** The UTC day of an instant in milliseconds since the epoch. */
export function calendarDateOf(epochMs: number): CalendarDate {
  return new Date(epochMs).toISOString().slice(0, 10) as CalendarDate;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return calendarDateOf(startOfDay(date) + days * DAY_MS);
}

/** The first instant of the day, UTC, in milliseconds: the only convention for a date as an instant. */
export function startOfDay(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** RFC 3339 date-time of the first instant of the day, as feeds need it. */
export function dateTimeOf(date: CalendarDate): string {
  return `${date}T00:00:00Z`;
}
