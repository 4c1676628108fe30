import { addDays, type CalendarDate, parseCalendarDate } from "../../model/calendar-date.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { MIN_DATE } from "../../model/review.ts";
import { SKIPPED, type SkipReason } from "./reasons.ts";

/** Only dates that leave no doubt, day first, or month first. */
export const DATE_FORMATS = ["iso", "dmy", "mdy"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export interface DateRules {
  readonly dateFormat: DateFormat;
  readonly today: CalendarDate;
}

/** Reads the date of a row; dates that a build rejects, too old or after tomorrow, are errors. */
export function readDate(raw: string, { dateFormat, today }: DateRules): Result<CalendarDate, SkipReason> {
  if (raw.trim() === "") return err(SKIPPED.noDate);
  const date = parseWrittenDate(raw.trim(), dateFormat);
  if (!date.ok) return date;
  if (date.value < MIN_DATE) return err(SKIPPED.tooOld);
  // It is tomorrow already in some time zone.
  return date.value > addDays(today, 1) ? err(SKIPPED.future) : date;
}

const TIME = String.raw`(?:,?[T ]+(?:at )?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[AP]M)? ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${TIME}$`, "i");
const NUMBERS = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4})${TIME}$`, "i");
const WEEKDAY = String.raw`(?:[a-z]{3,9}, ?)?`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const MONTH_FIRST = new RegExp(`^${WEEKDAY}([a-z]{3,9})\\.? ${DAY},? (\\d{4})${TIME}$`, "i");
const DAY_FIRST = new RegExp(`^${WEEKDAY}${DAY}\\.? ([a-z]{3,9})\\.?,? (\\d{4})${TIME}$`, "i");

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/**
 * The calendar date as it is written: a time or a zone after it never moves it to another day. A year in front, a month
 * by its English name and a number over 12 leave no doubt; 03/04/2026 is read only when the format says whether day or
 * month comes first.
 */
function parseWrittenDate(text: string, format: DateFormat): Result<CalendarDate, SkipReason> {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return existing(yearFirst[1], yearFirst[3], yearFirst[4]);
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return existing(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2]);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return existing(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1]);
  const [, first = "", , second = "", year] = NUMBERS.exec(text) ?? [];
  if (first === "") return err(SKIPPED.dateUnreadable);
  const order = format === "iso" ? orderOf(Number(first), Number(second)) : format;
  if (order === undefined) return err(SKIPPED.dateAmbiguous);
  const [day, month] = order === "dmy" ? [first, second] : [second, first];
  if (Number(month) > 12 && Number(day) <= 12) return err(SKIPPED.dateOrder);
  return existing(year, month, day);
}

/** Undefined where either number could be the month. */
function orderOf(first: number, second: number): DateFormat | undefined {
  if (first > 12) return "dmy";
  if (second > 12) return "mdy";
  return first === second ? "dmy" : undefined;
}

/** `May`, `Sept` and `september`; nothing else matches, so that no word of another language is taken for a month. */
const monthNumber = (name = ""): string =>
  String(MONTHS.findIndex((month) => month.startsWith(name.toLowerCase()) && name.length >= 3) + 1);

function existing(year = "", month = "", day = ""): Result<CalendarDate, SkipReason> {
  if (month === "0") return err(SKIPPED.dateUnreadable);
  const date = parseCalendarDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  return date === undefined ? err(SKIPPED.noSuchDay) : ok(date);
}
