import { expect, test } from "vitest";
import { PACK_NAMES, type PackName } from "../../../model/content.ts";
import { readPack } from "../../load/aspects.ts";
import { binsToText } from "./boosted-trees.ts";
import { ClaimModel } from "./claim-model.ts";
import { SHIPPED } from "./prior.ts";
import { EVIDENCE } from "./evidence.ts";

const STARS = EVIDENCE.length;
const NO_EVIDENCE = binsToText(EVIDENCE.map(() => 0));
const ALL_LEFT = [0, 80];
/** Leaves by stars: 1 from three stars on, 2 where they agree, 3 where they agree fully. */
const BY_STARS = [
  STARS,
  3,
  STARS,
  2,
  STARS,
  4,
  ...[ALL_LEFT, ALL_LEFT, ALL_LEFT, ALL_LEFT].flat(),
  0,
  0,
  1000,
  1000,
  2000,
  2000,
  3000,
  3000,
];

const isProbable = (
  side: "praise" | "complaint",
  rating: number,
  minLogOdds: number,
  minAgainstStars = minLogOdds,
): boolean => {
  const weights = { bias: 0, trees: [BY_STARS.join(" ")], minLogOdds, minOfTrades: 99, minAgainstStars };
  const model = new ClaimModel({ trades: {}, evidence: { praise: weights, complaint: weights } }, []);
  return model.logOdds(side, NO_EVIDENCE, rating) >= model.minLogOdds(side, rating);
};

test.for([
  ["praise", 2, 0],
  ["praise", 3, 1],
  ["praise", 4, 2],
  ["praise", 5, 3],
  ["complaint", 4, 0],
  ["complaint", 3, 1],
  ["complaint", 2, 2],
  ["complaint", 1, 3],
] as const)("stars are evidence: %s in %d stars", ([side, rating, logOdds]) => {
  expect(isProbable(side, rating, logOdds)).toBe(true);
  expect(isProbable(side, rating, logOdds + 0.001)).toBe(false);
});

test("the log-odds are the mean of those by the evidence of each network", () => {
  const questions = [[0, 1], ...Array.from({ length: 6 }, () => ALL_LEFT)].flat();
  const side = { bias: 0, trees: [[...questions, 0, 0, 0, 0, 3000, 3000, 3000, 3000].join(" ")] };
  const weights = { ...side, minLogOdds: 0, minOfTrades: 0, minAgainstStars: 0 };
  const model = new ClaimModel({ trades: {}, evidence: { praise: weights, complaint: weights } }, []);
  const evidence = [0, 1, 1, 1].map((bin) => binsToText(EVIDENCE.map((_, kind) => (kind === 0 ? bin : 0))));
  expect(model.logOdds("praise", evidence.slice(0, 1).join(""), 5)).toBe(0);
  expect(model.logOdds("praise", evidence.slice(0, 2).join(""), 5)).toBe(1.5);
  expect(model.logOdds("praise", evidence.join(""), 5)).toBe(2.25);
});

test("where the stars lean the other way, a bound of its own counts", () => {
  for (const [side, rating] of [
    ["praise", 2],
    ["complaint", 4],
  ] as const) {
    expect(isProbable(side, rating, 9, 0)).toBe(true);
    expect(isProbable(side, rating, -9, 1)).toBe(false);
  }
  expect(isProbable("praise", 3, 1, 9)).toBe(true);
  expect(isProbable("complaint", 3, 1, 9)).toBe(true);
});

test("against all stars even odds are enough: only what the text sets apart comes so far", () => {
  const weights = { bias: 0, trees: [], minLogOdds: 9, minOfTrades: 9, minAgainstStars: 9 };
  const probable = (bias: number): boolean => {
    const side = { ...weights, bias };
    const model = new ClaimModel({ trades: {}, evidence: { praise: side, complaint: side } }, []);
    return model.logOdds("complaint", NO_EVIDENCE, 5) >= model.minLogOdds("complaint", 5);
  };
  expect(probable(0)).toBe(true);
  expect(probable(-1)).toBe(false);
});

test("trades besides home services have a bound of their own, and the same one against the stars", () => {
  const side = { bias: 0, trees: [], minLogOdds: 1, minOfTrades: 2, minAgainstStars: 3 };
  const weights = { trades: SHIPPED.trades, evidence: { praise: side, complaint: side } };
  const leastIn = (pack: PackName): number[] => {
    const model = new ClaimModel(weights, readPack(pack).aspects);
    return [3, 2, 4].map((rating) => model.minLogOdds("complaint", rating));
  };
  expect(leastIn("home-services")).toEqual([1, 1, 3]);
  expect(leastIn("restaurants")).toEqual([2, 2, 3]);
});

test("a business is of a trade by the aspects that only its pack has", () => {
  const least = (pack: PackName): number =>
    new ClaimModel(SHIPPED, readPack(pack).aspects).minLogOdds("complaint", 3);
  const { minLogOdds, minOfTrades } = SHIPPED.evidence.complaint;
  expect(PACK_NAMES.map(least)).toEqual(
    PACK_NAMES.map((pack) => (pack === "home-services" ? minLogOdds : minOfTrades)),
  );
  expect(minLogOdds).not.toBe(minOfTrades);
});
