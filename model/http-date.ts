const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const LONG_DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const TIME = "(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})";
const MONTH = `(?<month>${MONTHS.join("|")})`;

/** The three forms of an HTTP-date, RFC 9110 section 5.6.7: case-sensitive; nothing else is valid. */
const FORMS = [
  new RegExp(`^(?<weekday>${DAYS.join("|")}), (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(
    `^(?<weekday>${LONG_DAYS.join("|")}), (?<day>\\d{2})-${MONTH}-(?<shortYear>\\d{2}) ${TIME} GMT$`,
  ),
  new RegExp(`^(?<weekday>${DAYS.join("|")}) ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/** An instant in milliseconds as IMF-fixdate, the only form that may be sent. */
export function formatHttpDate(epochMs: number): string {
  return new Date(epochMs).toUTCString();
}

/** Milliseconds since the epoch, or undefined if it is not an HTTP-date. `now` resolves two-digit years. */
export function parseHttpDate(raw: string, now: number): number | undefined {
  const fields = FORMS.map((form) => form.exec(raw)?.groups).find((groups) => groups !== undefined);
  if (fields === undefined) return undefined;
  const year =
    fields["year"] === undefined ? fullYear(Number(fields["shortYear"]), now) : Number(fields["year"]);
  const month = MONTHS.indexOf(fields["month"] ?? "");
  const [day, hour, minute, second] = [fields["day"], fields["hour"], fields["minute"], fields["second"]].map(
    Number,
  );
  const at = Date.UTC(year, month, day, hour, minute, Math.min(second ?? 0, 59));
  const date = new Date(at);
  const isReal = date.getUTCDate() === day && date.getUTCHours() === hour && date.getUTCMinutes() === minute;
  // A leap second is allowed by the grammar; it counts as the second before.
  return isReal && (second ?? 0) <= 60 ? at : undefined;
}

/** RFC 9110 section 5.6.7: a two-digit year more than 50 years ahead is the most recent one in the past. */
function fullYear(short: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + short;
  return year > thisYear + 50 ? year - 100 : year;
}
