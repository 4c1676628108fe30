import { expect, test } from "vitest";
import { FeatureRows } from "./feature-rows.ts";
import { MAX_WEIGHT, weightsToText } from "./weight-text.ts";

const BIASES = [0, 0, 0, 0];

type Weights = Readonly<Record<string, readonly number[]>>;

const linesOf = (weights: Weights): string[] =>
  Object.entries(weights).map(([name, ofUnits]) => `${name}${weightsToText(ofUnits)}`);

const rowsOf = (weights: Weights, ofTrade: Weights = {}): FeatureRows =>
  new FeatureRows({ biases: BIASES, features: linesOf(weights) }, linesOf(ofTrade));

function sumOf(rows: FeatureRows, ...added: readonly number[]): number[] {
  const units = new Int32Array(BIASES.length);
  rows.addTo(units, Int32Array.from(added), added.length);
  return [...units];
}

test("a pair and a stem after a 'not' have rows of their own, the same each time", () => {
  const rows = rowsOf({ "not late": [1, -2, 3, -4], "!late": [5, 6, 7, 8] });
  const [not, late] = [rows.stemNumber("not"), rows.stemNumber("late")];
  expect(sumOf(rows, rows.rowOfPair(not, late))).toEqual([1, -2, 3, -4]);
  expect(sumOf(rows, rows.rowAfterNot(late))).toEqual([5, 6, 7, 8]);
  expect(rows.rowOfPair(not, late)).toBe(rows.rowOfPair(not, late));
  expect(rows.rowOfPair(late, not)).toBe(-1);
  expect(rows.rowAfterNot(not)).toBe(-1);
});

test("words that have only a stem in common share its row, so a segment counts it once", () => {
  const rows = rowsOf({ tech: [1, 2, 3, 4] });
  expect(rows.rowOfWord("techs", "tech")).toBe(rows.rowOfWord("tech", "tech"));
  expect(rows.rowOfWord("plumber", "plumb")).toBe(-1);
});

test("the features of a word are added up, within the bounds of a byte", () => {
  const most = [MAX_WEIGHT, -MAX_WEIGHT, 1, 0];
  const rows = rowsOf({ friend: most, "~frie": most, "%frndl": most });
  expect(sumOf(rows, rows.rowOfWord("friendly", "friend"))).toEqual([127, -128, 3, 0]);
});

test("texts may have more features than there is memory for at first", () => {
  const count = 10_000;
  const weightOf = (feature: number): number => (feature % 80) - 40;
  const rows = rowsOf(
    Object.fromEntries(
      Array.from({ length: count }, (_, feature) => [`${feature}x`, BIASES.map(() => weightOf(feature))]),
    ),
  );
  const added = Array.from({ length: count }, (_, feature) => rows.rowOfWord(`${feature}x`, `${feature}x`));
  for (const [feature, row] of added.entries())
    expect(sumOf(rows, row)).toEqual(BIASES.map(() => weightOf(feature)));
});

test("a trade adds weights to those of words, of pairs and of stems after a 'not'", () => {
  const weights = { sweet: [1, 2, 3, 4], "!sweet": [5, 5, 5, 5], "sweet roll": [7, 7, 7, 7] };
  const sumsWith = (ofTrade: Weights): number[][] => {
    const rows = rowsOf(weights, ofTrade);
    const [sweet, roll] = [rows.stemNumber("sweet"), rows.stemNumber("roll")];
    const all = [rows.rowOfWord("sweet", "sweet"), rows.rowAfterNot(sweet), rows.rowOfPair(sweet, roll)];
    return all.map((row) => sumOf(rows, row));
  };
  expect(sumsWith({})).toEqual(Object.values(weights));
  expect(
    sumsWith({ sweet: [1, 0, 0, 0], "!sweet": [0, 1, 0, 0], "sweet roll": [0, 0, 1, 0], tart: [9, 9, 9, 9] }),
  ).toEqual([
    [2, 2, 3, 4],
    [5, 6, 5, 5],
    [7, 7, 8, 7],
  ]);
});
