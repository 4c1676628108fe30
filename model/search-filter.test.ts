import { expect, test } from "vitest";
import { review } from "../test/support/insights.ts";
import { isCalendarDate } from "./calendar-date.ts";
import { DEFAULT_LIMIT, idsNamed, matches, type SearchFilter } from "./search-filter.ts";

const technicians = [
  { id: "ana-silva", name: "Ana Silva", aliases: ["Ana", "Señora Silva"] },
  { id: "ana-reed", name: "Ana Reed", aliases: ["Ana"] },
];
const services = [{ id: "drain", name: "Drain cleaning", aliases: ["clog"] }];
const day = (raw: string): NonNullable<SearchFilter["since"]> => {
  if (!isCalendarDate(raw)) throw new Error(raw);
  return raw;
};
const one = review({
  rating: 4,
  date: "2026-03-10",
  text: "A GREAT job in the Straße.",
  mentions: { technicians: ["ana-silva"], services: ["drain"], service_areas: [] },
});

test.for<[filter: SearchFilter, isMatch: boolean]>([
  [{}, true],
  [{ rating: 4 }, true],
  [{ rating: 5 }, false],
  [{ rating: 3 }, false],
  [{ min_rating: 4 }, true],
  [{ min_rating: 3.5 }, true],
  [{ min_rating: 4.5 }, false],
  [{ since: day("2026-03-10") }, true],
  [{ since: day("2026-03-11") }, false],
  [{ until: day("2026-03-10") }, true],
  [{ until: day("2026-03-09") }, false],
  [{ query: "great JOB" }, true],
  [{ query: "straẞe" }, true],
  [{ query: "poor" }, false],
  [{ mentions_technician: "ana-silva" }, true],
  [{ mentions_technician: " SEÑORA silva " }, true],
  [{ mentions_technician: "Ana" }, true],
  [{ mentions_technician: "ana reed" }, false],
  [{ mentions_technician: "nobody" }, false],
  [{ mentions_technician: "drain" }, false],
  [{ mentions_service: "Clog" }, true],
  [{ mentions_service: "ana" }, false],
  [{ rating: 4, query: "poor" }, false],
  [{ rating: 4, query: "great", limit: 1, cursor: "x" }, true],
])("%j matches: %s", ([filter, isMatch]) => {
  expect(matches(one, filter, { technicians, services })).toBe(isMatch);
});

test("a review without a text contains no query", () => {
  expect(matches(review({ text: null }), { query: "a" }, { technicians, services })).toBe(false);
});

test("a name means every entity that has it", () => {
  expect(idsNamed("ana", technicians)).toEqual(["ana-silva", "ana-reed"]);
  expect(idsNamed("", technicians)).toEqual([]);
});

test("twenty reviews are returned unless a search says otherwise", () => {
  expect(DEFAULT_LIMIT).toBe(20);
});
