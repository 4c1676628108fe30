import { expect, test } from "vitest";
import { parseRating } from "./scalars.ts";
import { SKIPPED } from "./reasons.ts";

test.for([
  ["5", 5],
  [" 4 ", 4],
  ["5.0", 5],
  ["4,00", 4],
  ["5 stars", 5],
  ["1 star", 1],
  ["3/5", 3],
  ["2 out of 5", 2],
  ["FIVE", 5],
  ["one", 1],
  ["Three stars", 3],
] as const)("%s is %s stars", ([raw, rating]) => {
  expect(parseRating(raw)).toEqual({ ok: true, value: rating });
});

test.for([
  ["", SKIPPED.noRating],
  ["4.5", SKIPPED.halfStars],
  ["4,6", SKIPPED.halfStars],
  ["0", SKIPPED.ratingRange],
  ["6", SKIPPED.ratingRange],
  ["5.5", SKIPPED.ratingRange],
  ["-1", SKIPPED.ratingRange],
  ["80", SKIPPED.ratingRange],
  ["8/10", SKIPPED.ratingUnreadable],
  ["good", SKIPPED.ratingUnreadable],
  ["STAR_RATING_UNSPECIFIED", SKIPPED.ratingUnreadable],
] as const)("%s: %s", ([raw, reason]) => {
  expect(parseRating(raw)).toEqual({ ok: false, error: reason });
});
