import { expect, test } from "vitest";
import { patternsOf } from "./spellings.ts";

test.for([
  ["one two", ["one two"]],
  ["his/her two", ["his|her two"]],
  ["one/two-three four", ["one four", "two three four"]],
  ["did not one", ["did not one", "didnt one"]],
  ["* one", ["one"]],
  ["# of/* one", ["of one"]],
  ["two/# visits", ["two visits"]],
  ["one and/& two", ["one and two"]],
  ["one - two", ["one two"]],
] as const)("%j is written %j", ([phrase, expected]) => {
  expect(patternsOf(phrase).map((pattern) => pattern.map((words) => words.join("|")).join(" "))).toEqual(
    expected,
  );
});
