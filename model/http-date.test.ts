import { expect, test } from "vitest";
import { formatHttpDate, parseHttpDate } from "./http-date.ts";

const now = Date.UTC(2026, 5, 1);

/** RFC 9110 section 5.6.7. */
test.for([
  ["Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.000Z"],
  ["Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37.000Z"],
  ["Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37.000Z"],
  ["Wed Nov 16 08:49:37 1994", "1994-11-16T08:49:37.000Z"],
  ["Sunday, 06-Nov-76 08:49:37 GMT", "2076-11-06T08:49:37.000Z"],
  ["Sunday, 06-Nov-77 08:49:37 GMT", "1977-11-06T08:49:37.000Z"],
  ["Sunday, 06-Nov-00 08:49:37 GMT", "2000-11-06T08:49:37.000Z"],
  ["Thu, 31 Dec 1998 23:59:60 GMT", "1998-12-31T23:59:59.000Z"],
  ["Mon, 05 Jan 2026 00:00:00 GMT", "2026-01-05T00:00:00.000Z"],
  ["Tue, 10 Feb 2026 00:00:00 GMT", "2026-02-10T00:00:00.000Z"],
  ["Fri, 01 May 2026 23:59:59 GMT", "2026-05-01T23:59:59.000Z"],
  ["Sat, 01 Aug 2026 10:00:00 GMT", "2026-08-01T10:00:00.000Z"],
  ["Tuesday, 01-Sep-26 10:00:00 GMT", "2026-09-01T10:00:00.000Z"],
  ["Monday, 01-Jun-26 10:00:00 GMT", "2026-06-01T10:00:00.000Z"],
  ["Wednesday, 01-Jul-26 10:00:00 GMT", "2026-07-01T10:00:00.000Z"],
  ["Thursday, 01-Oct-26 10:00:00 GMT", "2026-10-01T10:00:00.000Z"],
  ["Friday, 06-Mar-26 10:00:00 GMT", "2026-03-06T10:00:00.000Z"],
  ["Saturday, 04-Apr-26 10:00:00 GMT", "2026-04-04T10:00:00.000Z"],
] as const)("%s is %s", ([raw, instant]) => {
  expect(new Date(parseHttpDate(raw, now) ?? Number.NaN).toISOString()).toBe(instant);
});

test.for([
  "",
  "Sun, 31 Feb 2026 00:00:00 GMT",
  "Sun, 06 Nov 1994 24:00:00 GMT",
  "Sun, 06 Nov 1994 08:60:00 GMT",
  "Sun, 06 Nov 1994 08:49:61 GMT",
  "Sun, 00 Nov 1994 08:49:37 GMT",
  "Sun, 6 Nov 1994 08:49:37 GMT",
  "Sun, 06 Nov 94 08:49:37 GMT",
  "sun, 06 nov 1994 08:49:37 gmt",
  "Sun, 06 Nov 1994 08:49:37 UTC",
  "Sun, 06 Nov 1994 08:49:37 GMT+1",
  "x Sun, 06 Nov 1994 08:49:37 GMT",
  "xSunday, 06-Nov-94 08:49:37 GMT",
  "Sunday, 06-Nov-94 08:49:37 GMTx",
  "xSun Nov  6 08:49:37 1994",
  "Sun Nov  6 08:49:37 19940",
  "1994-11-06T08:49:37Z",
])("%j is no HTTP-date", (raw) => {
  expect(parseHttpDate(raw, now)).toBeUndefined();
});

test("dates are written as IMF-fixdate", () => {
  expect(formatHttpDate(Date.UTC(2026, 2, 21))).toBe("Sat, 21 Mar 2026 00:00:00 GMT");
});
