import { addDays, type CalendarDate, parseCalendarDate } from "../../model/calendar-date.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { SKIPPED, type SkipReason } from "./reasons.ts";

/** ISO 8601, day first, or month first. */
export const DATE_FORMATS = ["iso", "dmy", "mdy"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export interface DateRules {
  readonly dateFormat: DateFormat;
  readonly today: CalendarDate;
}

/** The first day that a ULID can encode. */
const FIRST_DATE = "1970-01-01";

/** Reads the date of a row, in the given format; dates before 1970 or after tomorrow are errors. */
export function readDate(raw: string, { dateFormat, today }: DateRules): Result<CalendarDate, SkipReason> {
  if (raw.trim() === "") return err(SKIPPED.noDate);
  const date = parseWrittenDate(raw, dateFormat);
  if (!date.ok) return date;
  if (date.value < FIRST_DATE) return err(SKIPPED.tooOld);
  // It is tomorrow already in some time zone.
  return date.value > addDays(today, 1) ? err(SKIPPED.future) : date;
}

const TIME = String.raw`(?:[T ]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[AP]M)? ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`;
const ISO = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})${TIME}$`, "i");
const NUMBERS = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4})${TIME}$`, "i");

/**
 * The calendar date as it is written: a time or a zone after it never moves it to another day. A date with the year
 * first is read in every format; 03/04/2026 only when the format says whether day or month comes first.
 */
function parseWrittenDate(raw: string, format: DateFormat): Result<CalendarDate, SkipReason> {
  const text = raw.trim();
  const iso = ISO.exec(text)?.[1];
  if (iso !== undefined) return existing(iso);
  if (format === "iso") return err(SKIPPED.dateFormat);
  const numbers = NUMBERS.exec(text);
  if (!numbers) return err(SKIPPED.dateOrder);
  const [, first = "", , second = "", year = ""] = numbers;
  const [day, month] = format === "dmy" ? [first, second] : [second, first];
  if (Number(month) > 12 && Number(day) <= 12) return err(SKIPPED.dateOrder);
  return existing(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

function existing(written: string): Result<CalendarDate, SkipReason> {
  const date = parseCalendarDate(written);
  return date === undefined ? err(SKIPPED.noSuchDay) : ok(date);
}
