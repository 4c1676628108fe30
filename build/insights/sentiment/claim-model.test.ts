import { expect, test } from "vitest";
import { PACK_NAMES, type PackName } from "../../../model/content.ts";
import { readPack } from "../../load/aspects.ts";
import { binsToText } from "./boosted-trees.ts";
import { ClaimModel } from "./claim-model.ts";
import { type PriorWeights, type SideWeights, SHIPPED } from "./prior.ts";
import { NO_TREES } from "../../../test/support/insights.ts";
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

/** Of home services, with the same weights for both sides. */
const modelOf = (side: SideWeights): ClaimModel => {
  const evidence = { praise: side, complaint: side };
  return new ClaimModel({ aspects: [], trades: {}, evidence, evidenceOfTrades: NO_TREES.evidence }, []);
};

const isProbable = (
  side: "praise" | "complaint",
  rating: number,
  minLogOdds: number,
  minAgainstStars = minLogOdds,
): boolean => {
  const weights = { bias: 0, trees: [BY_STARS.join(" ")], minLogOdds, minAgainstStars };
  const model = modelOf(weights);
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
  const model = modelOf({ ...side, minLogOdds: 0, minAgainstStars: 0 });
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
  const weights = { bias: 0, trees: [], minLogOdds: 9, minAgainstStars: 9 };
  const probable = (bias: number): boolean => {
    const model = modelOf({ ...weights, bias });
    return model.logOdds("complaint", NO_EVIDENCE, 5) >= model.minLogOdds("complaint", 5);
  };
  expect(probable(0)).toBe(true);
  expect(probable(-1)).toBe(false);
});

test("trades besides home services have trees and bounds of their own", () => {
  const sides = (bias: number, minLogOdds: number, minAgainstStars: number): PriorWeights["evidence"] => {
    const side = { bias, trees: [], minLogOdds, minAgainstStars };
    return { praise: side, complaint: side };
  };
  const weights = {
    aspects: SHIPPED.aspects,
    trades: SHIPPED.trades,
    evidence: sides(1000, 1, 3),
    evidenceOfTrades: sides(2000, 2, 4),
  };
  const readIn = (pack: PackName): number[] => {
    const model = new ClaimModel(weights, readPack(pack).aspects);
    const least = [3, 2, 4].map((rating) => model.minLogOdds("complaint", rating));
    return [model.logOdds("complaint", NO_EVIDENCE, 3), ...least];
  };
  expect(readIn("home-services")).toEqual([1, 1, 1, 3]);
  expect(readIn("restaurants")).toEqual([2, 2, 2, 4]);
});

test("a business is of a trade by the aspects that only its pack has", () => {
  const least = (pack: PackName): number =>
    new ClaimModel(SHIPPED, readPack(pack).aspects).minLogOdds("complaint", 3);
  const { evidence, evidenceOfTrades } = SHIPPED;
  expect(PACK_NAMES.map(least)).toEqual(
    PACK_NAMES.map((pack) => (pack === "home-services" ? evidence : evidenceOfTrades).complaint.minLogOdds),
  );
  expect(evidence.complaint.minLogOdds).not.toBe(evidenceOfTrades.complaint.minLogOdds);
});

test("claims about the aspects of a pack have evidence, those about others have none", () => {
  const { aspects } = readPack("salons");
  const others = aspects.map((one) => ({ ...one, id: `other-${one.id}` }));
  const unmarked = aspects.map((one) => ({ ...one, prior: false }));
  const knownOf = (of: typeof aspects): boolean[] => {
    const model = new ClaimModel(SHIPPED, of);
    return [...of, "one more"].map((__, at) => model.knows(at));
  };
  expect(knownOf(aspects)).toEqual([...aspects.map(() => true), false]);
  expect(knownOf(others)).not.toContain(true);
  expect(knownOf(unmarked)).not.toContain(true);
});
