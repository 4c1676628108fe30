import { expect, test } from "vitest";
import { stemOf } from "./prior-features.ts";

test.for([
  ["quickly", "quick"],
  ["early", "early"],
  ["only", "only"],
  ["stories", "story"],
  ["lies", "lie"],
  ["passes", "pass"],
  ["calls", "call"],
  ["calling", "call"],
  ["stopped", "stop"],
  ["used", "used"],
  ["ring", "ring"],
  ["200", "#"],
  ["bus", "bus"],
] as const)("the stem of %s is %s", ([word, stem]) => {
  expect(stemOf(word)).toBe(stem);
});
