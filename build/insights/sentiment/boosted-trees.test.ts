import { expect, test } from "vitest";
import { binOf, BoostedTrees, binsToText, LEAF_SCALE } from "./boosted-trees.ts";

const ALL_LEFT = [0, 80];

/** Evidence 1 from bin 2 on: then evidence 0 from bin 5 on, and evidence 1 from bin 4 on. */
const TREE = [
  1,
  2,
  ...[ALL_LEFT, [0, 5]].flat(),
  ...[ALL_LEFT, ALL_LEFT, [1, 4], ALL_LEFT].flat(),
  10,
  11,
  12,
  13,
  20,
  21,
  30,
  31,
];

test.for([
  ["the first question goes left", [9, 1], 10],
  ["right, left, left", [4, 3], 20],
  ["right, left, right", [4, 4], 21],
  ["right, right, left", [5, 2], 30],
] as const)("a tree answers level by level: %s", ([, bins, leaf]) => {
  const trees = new BoostedTrees({ bias: 0, trees: [TREE.join(" ")] });
  expect(trees.logOdds(binsToText(bins.slice(0, -1)), bins.at(-1) ?? 0)).toBe(leaf / LEAF_SCALE);
});

test("trees add up, from the bias on", () => {
  const trees = new BoostedTrees({ bias: -500, trees: [TREE.join(" "), TREE.join(" ")] });
  expect(trees.logOdds(binsToText([9]), 1)).toBe((-500 + 2 * 10) / LEAF_SCALE);
});

test("every bin is one character, in order, that JSON writes as it is", () => {
  const bins = Array.from({ length: 80 }, (_, bin) => bin);
  const characters = binsToText(bins).split("");
  expect(characters.toSorted()).toEqual(characters);
  expect(new Set(characters).size).toBe(bins.length);
  expect(JSON.stringify(characters.join(""))).toBe(`"${characters.join("")}"`);
});

test.for([
  [-1, 0],
  [0, 1],
  [0.5, 1],
  [2, 2],
  [9, 2],
] as const)("%d is in bin %d of 0 and 2", ([value, bin]) => {
  expect(binOf(value, [0, 2])).toBe(bin);
});
