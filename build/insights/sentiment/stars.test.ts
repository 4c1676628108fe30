import { describe, expect, test } from "vitest";
import { NO_WEIGHTS } from "../../../test/support/insights.ts";
import type { AspectMention } from "./aspect-mention.ts";
import type { EvidenceWeights } from "./prior.ts";
import { polarityWithStars } from "./stars.ts";

const side: EvidenceWeights = {
  ...NO_WEIGHTS,
  agreeing: 0.25,
  fullyAgreeing: 0.5,
  leaningAgainst: -0.25,
  minLogOdds: { agreeing: 1, undecided: 2, leaningAgainst: 3 },
};
const evidence = { praise: side, complaint: side };

type Part = Partial<Pick<AspectMention, "isEvent" | "isMarked" | "isHint" | "isLearned" | "isWeak">>;

function polarity(score: number, rating: number, logOdds: number | undefined, part: Part = {}): string {
  const mention = { aspect: 0, score, start: 0, end: 1, phrase: "", logOdds, ...part };
  return polarityWithStars(mention, rating, evidence);
}

const COMPLAINT = -1;
const PRAISE = 1;
const EVENT = { isEvent: true } as const;
const MARKED = { isMarked: true } as const;
const HINT = { isHint: true } as const;
const LEARNED = { isLearned: true } as const;
const BOTH = { ...EVENT, ...MARKED };

/** The least log-odds, without those of the stars, with which a claim stands. Weights are in quarters. */
const LEAST: readonly (readonly [name: string, score: number, rating: number, least: number, part?: Part])[] =
  [
    ["one star agrees fully", COMPLAINT, 1, 0.5],
    ["two stars agree in part", COMPLAINT, 2, 0.75],
    ["four stars agree in part", PRAISE, 4, 0.75],
    ["five stars agree fully", PRAISE, 5, 0.5],
    ["learned, and one star agrees", COMPLAINT, 1, 0.5, LEARNED],
    ["only the improbable of a complaining event is vetoed", COMPLAINT, 2, -1.45, EVENT],
    ["a praising event has no such privilege", PRAISE, 4, 0.75, EVENT],
    ["three stars leave it to the rules, but for the improbable", COMPLAINT, 3, -1.2],
    ["three stars leave it to the rules, but for the improbable", PRAISE, 3, -1.2],
    ["learned, with three stars", COMPLAINT, 3, 2, LEARNED],
    ["learned, with three stars", PRAISE, 3, 2, LEARNED],
    ["four stars lean the other way", COMPLAINT, 4, 3.25],
    ["two stars lean the other way", PRAISE, 2, 3.25],
    ["an event alone is no explicit complaint", COMPLAINT, 4, 3.25, EVENT],
    ["a complaint that is set apart alone is not explicit", COMPLAINT, 4, 3.25, MARKED],
    ["a complaint that is both is explicit", COMPLAINT, 4, 0.25, BOTH],
    ["a praising event is explicit", PRAISE, 2, 0.25, EVENT],
    ["praise that is set apart is explicit", PRAISE, 2, 0.25, MARKED],
    ["learned, and four stars lean the other way", COMPLAINT, 4, 3.25, LEARNED],
  ];

test.for(LEAST)("%s: %d in %d stars", ([, score, rating, least, part]) => {
  const claim = score > 0 ? "positive" : "negative";
  expect(polarity(score, rating, least, part)).toBe(claim);
  expect(polarity(score, rating, least - 0.01, part)).toBe("neutral");
});

test("a hint counts whatever its log-odds, where the stars agree", () => {
  expect(polarity(COMPLAINT, 1, -5, HINT)).toBe("negative");
  expect(polarity(PRAISE, 5, -5, HINT)).toBe("positive");
});

describe("against five stars and one", () => {
  test.for([
    [COMPLAINT, 5],
    [PRAISE, 1],
  ] as const)("only an event that is set apart stands: %d in %d stars", ([score, rating]) => {
    for (const part of [{}, EVENT, MARKED, LEARNED]) expect(polarity(score, rating, 9, part)).toBe("neutral");
    expect(polarity(score, rating, -9, BOTH)).not.toBe("neutral");
  });
});

test("an aspect without learned weights needs what is explicit where the stars lean the other way", () => {
  for (const part of [{}, EVENT, MARKED]) expect(polarity(COMPLAINT, 4, undefined, part)).toBe("neutral");
  expect(polarity(COMPLAINT, 4, undefined, BOTH)).toBe("negative");
  expect(polarity(PRAISE, 2, undefined)).toBe("neutral");
  for (const part of [EVENT, MARKED]) expect(polarity(PRAISE, 2, undefined, part)).toBe("positive");
});

test("without stars the rules decide alone", () => {
  expect(polarity(COMPLAINT, Number.NaN, -9)).toBe("negative");
  expect(polarity(COMPLAINT, Number.NaN, 9, LEARNED)).toBe("neutral");
});

test("a score near zero claims nothing", () => {
  expect(polarity(0.2, 5, 9)).toBe("neutral");
});
