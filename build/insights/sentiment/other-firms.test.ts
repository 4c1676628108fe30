import { expect, test } from "vitest";
import { wordsOf } from "../text/words.ts";
import { otherFirmEnd } from "./other-firms.ts";

/** The words from the first one that name another firm; empty if they name none. */
function otherFirm(text: string): string {
  const words = wordsOf(text);
  return words
    .slice(0, otherFirmEnd(words, 0) ?? 0)
    .map(({ folded }) => folded)
    .join(" ");
}

test.for([
  ["another company came", "another company"],
  ["another local plumbing company came", "another local plumbing company"],
  ["another very local company", ""],
  ["another local big plumbing company", ""],
  ["another visit", ""],
  ["another", ""],
  ["others came", "others"],
  ["previous others came", ""],
  ["last guy we hired", "last guy"],
  ["last technician", ""],
  ["last other technician", "last other technician"],
  ["last local crew", ""],
  ["first place", ""],
  ["local crew", ""],
  ["previous crew", "previous crew"],
  ["two plumbers", "two plumbers"],
  ["two plumber", ""],
  ["two guys", ""],
  ["two crews", ""],
  ["two services", ""],
  ["two other guys", "two other guys"],
  ["two local contractors", "two local contractors"],
  ["two of their contractors", ""],
  ["most companies", "most companies"],
] as const)("%j: %j", ([text, expected]) => {
  expect(otherFirm(text)).toBe(expected);
});
