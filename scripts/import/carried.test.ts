import { decodeTime } from "ulid";
import { expect, test } from "vitest";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { idOf, keyOf } from "./carried.ts";

const date = "2026-03-04" as CalendarDate;
const content = { source: "google", author: "Kim", date, rating: 5, written: "Good work." };

test("ids never change: every consumer merges by them", () => {
  expect(idOf({ source: "google", sourceId: "r-1" }, date)).toBe("01KJWBG7G0GFSNWKZBV277M5G5");
  expect(idOf(content, date)).toBe("01KJWBG7G0CW2G07HVDP9QS70R");
});

test("the time of an id is noon UTC of its date", () => {
  expect(new Date(decodeTime(idOf(content, date))).toISOString()).toBe("2026-03-04T12:00:00.000Z");
});

test.for([
  ["source", { source: "yelp" }],
  ["author", { author: "Kim D." }],
  ["date", { date: "2026-03-05" as CalendarDate }],
  ["rating", { rating: 4 }],
  ["text", { written: "Good work" }],
] as const)("without an id, another %s is another review", ([, difference]) => {
  expect(keyOf(idOf({ ...content, ...difference }, date))).not.toBe(keyOf(idOf(content, date)));
});

test("parts are delimited, so that other parts never join to the same text", () => {
  const a = idOf({ source: "a", sourceId: "bc" }, date);
  expect(idOf({ source: "ab", sourceId: "c" }, date)).not.toBe(a);
});

test("the key stays when the date of a review with an id is corrected", () => {
  const identity = { source: "google", sourceId: "r-1" };
  expect(keyOf(idOf(identity, "2026-03-05" as CalendarDate))).toBe(keyOf(idOf(identity, date)));
});
