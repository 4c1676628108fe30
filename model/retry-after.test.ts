import { expect, test } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

const now = Date.UTC(2026, 2, 1, 12);

/** RFC 9110 section 10.2.3. */
test.for([
  ["0", 0],
  ["7", 7000],
  ["0120", 120_000],
  ["10000000000", 10_000_000_000_000],
  ["9".repeat(400), Infinity],
  ["Sun, 01 Mar 2026 12:00:07 GMT", 7000],
  ["Sunday, 01-Mar-26 12:01:00 GMT", 60_000],
  ["Sun Mar  1 13:00:00 2026", 3_600_000],
  ["Sun, 01 Mar 2026 12:00:00 GMT", 0],
  ["Sun, 01 Mar 2026 11:59:59 GMT", 0],
] as const)("%s waits %i ms", ([raw, ms]) => {
  expect(parseRetryAfter(raw, now)).toBe(ms);
});

test.for(["", " ", "-1", "+1", "1.5", "1e3", "0x10", "7 ", "7s", "٣", "soon", "2026-03-01T12:00:07Z"])(
  "%j is unreadable",
  (raw) => {
    expect(parseRetryAfter(raw, now)).toBeUndefined();
  },
);

test("without a clock, seconds are readable and dates are not", () => {
  expect(parseRetryAfter("7", undefined)).toBe(7000);
  expect(parseRetryAfter("Sun, 01 Mar 2026 12:00:07 GMT", undefined)).toBeUndefined();
});
