import fc from "fast-check";
import { expect, test } from "vitest";
import { binOf, BoostedTrees, binsToText, LEAF_SCALE, MAX_BINS, QUESTIONS } from "./boosted-trees.ts";

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

interface AnyTree {
  readonly questions: readonly (readonly [kind: number, least: number])[];
  readonly leaves: readonly number[];
}

/** Kinds of evidence. */
const KINDS = 6;
const BIN = fc.nat(MAX_BINS - 1);
const QUESTION = fc.tuple(fc.nat(KINDS - 1), fc.nat(MAX_BINS));
const LEAF = fc.integer({ min: -5000, max: 5000 });
const ANY_TREE = fc
  .tuple(
    fc.array(QUESTION, { minLength: QUESTIONS, maxLength: QUESTIONS }),
    fc.array(LEAF, { minLength: QUESTIONS + 1, maxLength: QUESTIONS + 1 }),
  )
  .map(([questions, leaves]): AnyTree => ({ questions, leaves }));

/** One question after the other. */
function leafOf({ questions, leaves }: AnyTree, bins: readonly number[]): number {
  let node = 0;
  while (node < QUESTIONS) {
    const [kind, least] = questions[node] as [number, number];
    node = 2 * node + ((bins[kind] as number) >= least ? 2 : 1);
  }
  return leaves[node - QUESTIONS] as number;
}

test("all trees at once answer as each does by itself, question by question", () => {
  const bins = fc.array(BIN, { minLength: KINDS, maxLength: KINDS });
  fc.assert(
    fc.property(fc.array(ANY_TREE, { maxLength: 9 }), fc.array(bins, { maxLength: 5 }), (forest, all) => {
      const trees = forest.map(({ questions, leaves }) => [...questions.flat(), ...leaves].join(" "));
      const boosted = new BoostedTrees({ bias: 7, trees });
      for (const one of all) {
        const sum = forest.reduce((before, tree) => before + leafOf(tree, one), 7);
        expect(boosted.logOdds(binsToText(one.slice(0, -1)), one.at(-1) ?? 0)).toBe(sum / LEAF_SCALE);
      }
    }),
  );
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
