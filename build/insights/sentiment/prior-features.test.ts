import { expect, test } from "vitest";
import { passageOf } from "../text/passage.ts";
import { stemOf, visitFeatures } from "./prior-features.ts";
import type { Target } from "./targets.ts";

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

/** The pairs of a text of one segment, of whose words those in `others` do not tell of this business, and negated stems. */
function readFeatures(
  text: string,
  others: readonly string[] = [],
): { readonly pairs: string[]; readonly negated: string[] } {
  const passage = passageOf(text);
  const stems = [""];
  const pairs: string[] = [];
  const negated: string[] = [];
  const targets = passage.words.map(({ folded }): Target =>
    others.includes(folded) ? "reviewer" : "business",
  );
  visitFeatures(
    passage,
    targets,
    { at: 0, end: passage.words.length },
    {
      stem: (_, word) => stems.push(stemOf(word)) - 1,
      addWord: () => undefined,
      addNegated: (stem) => negated.push(stems[stem] ?? ""),
      addPair: (first, second) => pairs.push(`${stems[first]} ${stems[second]}`),
    },
  );
  return { pairs, negated };
}

const pairsOf = (text: string, others?: readonly string[]): string[] => readFeatures(text, others).pairs;

test("words with only function words between them are a pair, as neighbors are", () => {
  expect(pairsOf("service was really slow")).toEqual([
    "^ servic",
    "servic was",
    "was real",
    "real slow",
    "servic slow",
    "slow $",
  ]);
  expect(pairsOf("slow service")).toEqual(["^ slow", "slow servic", "servic $"]);
});

test("a word of meaning, a name or somebody else's word between them splits a pair", () => {
  expect(pairsOf("the service was not good")).not.toContain("servic good");
  expect(pairsOf("the service by Dario was slow")).not.toContain("servic slow");
  expect(pairsOf("the service of theirs was slow", ["theirs"])).not.toContain("servic slow");
  expect(pairsOf("the service was slow")).toContain("servic slow");
});

test.for([
  ["he did not: he was honest", "not honest"],
  ["the food was great, the service slow", "great servic"],
  ["the food was great and the service slow", "great servic"],
] as const)(
  "function words join no words of two clauses, or on both sides of an 'and': %s",
  ([text, pair]) => {
    expect(pairsOf(text)).not.toContain(pair);
  },
);

test("a 'not' ends with its clause", () => {
  expect(readFeatures("he did not lie").negated).toEqual(["lie"]);
  expect(readFeatures("he did not: he was honest").negated).toEqual([]);
});
