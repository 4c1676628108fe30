import { addDays, type CalendarDate, parseCalendarDate } from "../../model/calendar-date.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { SKIPPED, type Skipped } from "./reasons.ts";

/** How an export writes dates: ISO 8601, day first, or month first. */
export const DATE_FORMATS = ["iso", "dmy", "mdy"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export interface DateRules {
  readonly dateFormat: DateFormat;
  readonly today: CalendarDate;
}

/** A ULID cannot hold an instant before this day. */
const FIRST_DATE = "1970-01-01";

/** The date of a row, in the written format and neither too old nor beyond tomorrow. */
export function readDate(raw: string, { dateFormat, today }: DateRules): Result<CalendarDate, Skipped> {
  if (raw.trim() === "") return err(SKIPPED.noDate);
  const date = parseWrittenDate(raw, dateFormat);
  if (!date.ok) return date;
  if (date.value < FIRST_DATE) return err(SKIPPED.tooOld);
  // Tomorrow has begun in some time zone.
  return date.value > addDays(today, 1) ? err(SKIPPED.future) : date;
}

const TIME = String.raw`(?:[T ]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[AP]M)? ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`;
const ISO = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})${TIME}$`, "i");
const NUMBERS = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4})${TIME}$`, "i");

/**
 * The calendar date as it is written: a time or a zone beside it never moves it to another day. Year first is clear in
 * every format; 03/04/2026 is a date only once the caller says which comes first.
 */
function parseWrittenDate(raw: string, format: DateFormat): Result<CalendarDate, Skipped> {
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

function existing(written: string): Result<CalendarDate, Skipped> {
  const date = parseCalendarDate(written);
  return date === undefined ? err(SKIPPED.noSuchDay) : ok(date);
}
