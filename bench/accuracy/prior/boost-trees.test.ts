import { expect, test } from "vitest";
import { BoostedTrees, binsToText } from "../../../build/insights/sentiment/boosted-trees.ts";
import { type BoostSamples, boostTrees } from "./boost-trees.ts";

/** Right where exactly one of two pieces of evidence is there; the third says nothing. */
function exclusiveOr(): BoostSamples {
  const rows = Array.from({ length: 800 }, (_, at) => [at % 2, (at >> 1) % 2, at % 7] as const);
  return {
    width: 3,
    bins: Uint8Array.from(rows.flat()),
    targets: Uint8Array.from(rows, ([first, second]) => first ^ second),
    importances: new Float64Array(rows.length).fill(1),
  };
}

test.for([
  [0, 0, false],
  [0, 1, true],
  [1, 0, true],
  [1, 1, false],
] as const)("learns what only two kinds of evidence together say: %d and %d", ([first, second, isRight]) => {
  const trees = new BoostedTrees(boostTrees(exclusiveOr()));
  for (let third = 0; third < 7; third += 1) {
    const logOdds = trees.logOdds(binsToText([first, second]), third);
    expect(Math.sign(logOdds)).toBe(isRight ? 1 : -1);
    expect(Math.abs(logOdds)).toBeGreaterThan(2);
  }
});

test("the same samples give the same trees, of whole numbers", () => {
  const learned = boostTrees(exclusiveOr());
  expect(boostTrees(exclusiveOr())).toEqual(learned);
  for (const tree of learned.trees) expect(tree).toMatch(/^-?\d+(?: -?\d+){21}$/);
});

test.for([1, 3, 0.1])(
  "evidence that says nothing gives the log-odds of a right claim, if it counts %d times",
  (importance) => {
    const targets = Uint8Array.from({ length: 400 }, (_, at) => (at % 4 === 0 ? 1 : 0));
    const samples = {
      width: 1,
      bins: new Uint8Array(400),
      targets,
      importances: Float64Array.from(targets, (target) => (target === 1 ? importance : 1)),
    };
    const trees = new BoostedTrees(boostTrees(samples));
    expect(trees.logOdds("", 0)).toBeCloseTo(Math.log((importance * 101) / 301), 1);
  },
);
