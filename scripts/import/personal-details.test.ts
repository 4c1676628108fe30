import { expect, test } from "vitest";
import { findPersonalDetails, resemblesPersonalDetails } from "./personal-details.ts";

const INVISIBLE = "\u200B";

test.for([
  ["write to kim.doe@mail.example now", "address", "kim.doe@mail.example"],
  [`kim${INVISIBLE}@mail.exam${INVISIBLE}ple`, "address", `kim${INVISIBLE}@mail.exam${INVISIBLE}ple`],
  ["kim＠mail．example", "address", "kim＠mail．example"],
  ["so kim [at] mail (dot) example", "address", "kim [at] mail (dot) example"],
  ["kim at mail dot example", "address", "kim at mail dot example"],
  ["kim @ mail.example", "address", "kim @ mail.example"],
  ["call 0113 496 0000", "telephone", "0113 496 0000"],
  [`555-123${INVISIBLE}-4567`, "telephone", `555-123${INVISIBLE}-4567`],
  ["555\u2011123\u20114567", "telephone", "555\u2011123\u20114567"],
  ["５５５-１２３-４５６７", "telephone", "５５５-１２３-４５６７"],
  ["5552234567", "telephone", "5552234567"],
  ["paid by 4111 1111 1111 1111, expires 12/27", "card", "4111 1111 1111 1111"],
  ["4111111111111111", "card", "4111111111111111"],
  ["2 cards: 5500-0000-0000-0004 12", "card", "5500-0000-0000-0004"],
  ["3782 822463 10005", "card", "3782 822463 10005"],
] as const)("finds in %s: %s", ([text, kind, found]) => {
  expect(
    findPersonalDetails(text).map(({ start, end, ...rest }) => [rest.kind, text.slice(start, end)]),
  ).toEqual([[kind, found]]);
});

test.for([
  "arrived 10:30, left 11:45, paid 120.00",
  "2 men, 3 hours, 04-05",
  "bought at mail.example at noon",
  "from 2026-03-04 to 2026-03-05, again 04/03/2026 05/03/2026",
  "Tom @ Acme was great 👍🏽",
  "one two three, and we were done",
  "order 4111 1111",
])("finds nothing in %s", (text) => {
  expect(findPersonalDetails(text)).toEqual([]);
  expect(resemblesPersonalDetails(text)).toBe(false);
});

test.for([
  "kim [at] mail, you know where",
  "five five five one two three four",
  "4111 1111 1111 1112",
  "111.222.333",
])("%s resembles personal data, although nothing is found", (text) => {
  expect(findPersonalDetails(text).filter(({ kind }) => kind !== "telephone")).toEqual([]);
  expect(resemblesPersonalDetails(text)).toBe(true);
});

test("a hostile text of 20,000 characters is read in well under a second", () => {
  for (const part of ["a", "1 ", "1", "a.", "a at ", "one ", "(", "[at] ", "@", "\u200B", "4111-"]) {
    const text = part.repeat(20_000 / part.length);
    const startedAt = performance.now();
    resemblesPersonalDetails(text);
    expect(performance.now() - startedAt, part).toBeLessThan(1000);
  }
});
