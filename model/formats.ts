import { isCalendarDate } from "./calendar-date.ts";
import { isClean } from "./text.ts";

/** The formats that schemas name, of strings. */
export const FORMATS: Readonly<Record<string, (raw: string) => boolean>> = {
  date: isCalendarDate,
  "date-time": (raw) => !Number.isNaN(Date.parse(raw)),
  uri: (raw) => URL.canParse(raw) && !/[\s<>"]/.test(raw) && isClean(raw),
};
