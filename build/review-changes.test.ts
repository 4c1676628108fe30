import fc from "fast-check";
import { expect, test } from "vitest";
import { shrinkProblem } from "./review-changes.ts";

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at));
const problem = (before: number, after: number) => shrinkProblem("dist", ids(before), ids(after));

test.for([
  [0, 0, false],
  [0, 9, false],
  [1, 0, true],
  [6, 1, false],
  [6, 0, true],
  [7, 1, true],
  [60, 54, false],
  [59, 53, true],
  [1000, 900, false],
  [1000, 899, true],
  [100, 300, false],
] as const)("of %i reviews %i: refused is %s", ([before, after, isRefused]) => {
  expect(problem(before, after) !== undefined).toBe(isRefused);
});

test("a release is never replaced by nothing, and never refused for growing", () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (before, after) => {
      const isRefused = problem(before, after) !== undefined;
      if (before > 0 && after === 0) expect(isRefused).toBe(true);
      if (after >= before) expect(isRefused).toBe(false);
    }),
  );
});

test("the problem says how many reviews, which, and how to continue", () => {
  expect(problem(8, 1)).toBe(
    "dist: has 8 reviews, and the new release would have 1: 1 2 3 4 5 and 2 more would vanish; if that is intended, run the command again with --allow-shrink",
  );
});
