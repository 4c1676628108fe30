import { describe, expect, test } from "vitest";
import { kendall, logOdds, percent, twoSided, wilson } from "./statistics.ts";

test.for([
  [8, 10, [49, 94.3]],
  [0, 10, [0, 27.8]],
  [10, 10, [72.2, 100]],
  [188, 229, [76.6, 86.5]],
] as const)("Wilson's interval of %d in %d", ([part, of, expected]) => {
  expect(wilson(part, of)).toEqual(expected);
});

test("percentages have one decimal", () => {
  expect(percent(1, 3)).toBe(33.3);
});

test.for([
  [1.96, 0.05],
  [0, 1],
  [-2.5758, 0.01],
] as const)("a standard score of %d has p = %d", ([z, p]) => {
  expect(twoSided(z)).toBeCloseTo(p, 4);
});

describe("Kendall's tau-b", () => {
  test("1 where both rise together, -1 where one falls, nothing where nothing moves", () => {
    expect(
      kendall([
        [2, 0],
        [0, 2],
      ])?.tau,
    ).toBe(1);
    expect(
      kendall([
        [0, 2],
        [2, 0],
      ])?.tau,
    ).toBe(-1);
    expect(
      kendall([
        [3, 0],
        [2, 0],
      ]),
    ).toBeUndefined();
  });

  test("agrees with a known example with ties", () => {
    // x = 1 1 2 2 3 3, y = 1 2 1 3 2 3: 7 concordant and 2 discordant pairs, 3 ties in each.
    const found = kendall([
      [1, 1, 0],
      [1, 0, 1],
      [0, 1, 1],
    ]);
    expect(found?.tau).toBeCloseTo(5 / 12, 10);
  });
});

test("log-odds are zero where both groups say it equally often", () => {
  expect(logOdds({ with: 5, of: 10 }, { with: 5, of: 10 })).toEqual({ log_odds: 0, z: 0 });
  expect(logOdds({ with: 9, of: 10 }, { with: 1, of: 10 }).z).toBeGreaterThan(2);
});
