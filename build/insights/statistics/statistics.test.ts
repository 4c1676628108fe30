import { describe, expect, test } from "vitest";
import { kendall, logLikelihood, logOdds, percent, twoSided, wilson } from "./statistics.ts";

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
  test("is 1 where both rise together, -1 where one falls, undefined where nothing moves", () => {
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

  // The standard scores by hand, from the variance with ties: (v0 - vt - vu) / 18 + v1 + v2.
  test.for([
    [
      "pairs of ties",
      [
        [1, 1, 0],
        [1, 0, 1],
        [0, 1, 1],
      ],
      5 / Math.sqrt((510 - 54 - 54) / 18 + 0.6),
    ],
    [
      "ties of three",
      [
        [3, 0],
        [0, 3],
      ],
      9 / Math.sqrt((510 - 132 - 132) / 18 + 2.4 + 144 / 1080),
    ],
    [
      "no ties",
      [
        [1, 0, 0],
        [0, 0, 1],
        [0, 1, 0],
      ],
      1 / Math.sqrt(66 / 18),
    ],
    [
      "two observations",
      [
        [1, 0],
        [0, 1],
      ],
      1 / Math.sqrt(18 / 18),
    ],
  ] as const)("p-value with %s", ([, table, z]) => {
    expect(kendall(table)?.p).toBeCloseTo(twoSided(z), 10);
  });
});

test("log-odds are zero where both groups have equal shares, and positive where the first has more", () => {
  expect(logOdds({ with: 5, of: 10 }, { with: 5, of: 10 })).toEqual({ log_odds: 0, z: 0 });
  // log((9.5 / 1.5) / (1.5 / 9.5)), over the root of 1/9.5 + 1/1.5 + 1/1.5 + 1/9.5
  expect(logOdds({ with: 9, of: 10 }, { with: 1, of: 10 })).toEqual({ log_odds: 3.692, z: 2.971 });
});

test.for([
  // As many pairs as chance makes give zero.
  [10, 100, 100, 1000, 0],
  [0, 10, 10, 1000, 0.2],
  [20, 25, 30, 1000, 133],
] as const)(
  "log-likelihood of %d pairs of %d and %d among %d: %d",
  ([both, first, second, all, expected]) => {
    expect(logLikelihood(both, first, second, all)).toBeCloseTo(expected, 0);
  },
);
