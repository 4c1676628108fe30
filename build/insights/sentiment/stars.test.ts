import { describe, expect, test } from "vitest";
import type { AspectMention } from "./aspect-mention.ts";
import type { ClaimJudge } from "./claim-model.ts";
import { polarityWithStars } from "./stars.ts";

/** Evidence alone decides: every claim is probable, undecided or improbable. */
const PROBABLE = { logOdds: () => 1, minLogOdds: () => 1 };
const UNDECIDED = { logOdds: () => 0, minLogOdds: () => 1 };
const IMPROBABLE = { logOdds: () => -0.001, minLogOdds: () => 1 };

type Part = Partial<
  Pick<AspectMention, "isEvent" | "isMarked" | "isHint" | "isLearned" | "isWeak" | "evidence">
>;

function polarity(score: number, rating: number, model: ClaimJudge, part: Part = {}): string | undefined {
  const mention = { aspect: 0, score, start: 0, end: 1, phrase: "", evidence: "!", ...part };
  return polarityWithStars(mention, rating, model);
}

const COMPLAINT = -1;
const PRAISE = 1;
const EVENT = { isEvent: true } as const;
const MARKED = { isMarked: true } as const;
const HINT = { isHint: true } as const;
const LEARNED = { isLearned: true } as const;
const BOTH = { ...EVENT, ...MARKED };

describe("the evidence of the whole text decides", () => {
  test.for([
    [COMPLAINT, 1],
    [COMPLAINT, 2],
    [COMPLAINT, 3],
    [COMPLAINT, 4],
    [PRAISE, 2],
    [PRAISE, 3],
    [PRAISE, 4],
    [PRAISE, 5],
  ] as const)("%d in %d stars, whatever the rules found", ([score, rating]) => {
    for (const part of [{}, EVENT, MARKED, BOTH, HINT, LEARNED]) {
      expect(polarity(score, rating, PROBABLE, part)).toBe(score > 0 ? "positive" : "negative");
      expect(polarity(score, rating, IMPROBABLE, part)).toBe(undefined);
    }
    for (const part of [{}, EVENT, MARKED, BOTH, HINT])
      expect(polarity(score, rating, UNDECIDED, part)).toBe("neutral");
    expect(polarity(score, rating, UNDECIDED, LEARNED)).toBe(undefined);
  });

  test("of its own side", () => {
    const sides: string[] = [];
    const model = { logOdds: (side: string) => sides.push(side), minLogOdds: () => 0 };
    polarity(PRAISE, 4, model);
    polarity(COMPLAINT, 2, model);
    expect(sides).toEqual(["praise", "complaint"]);
  });
});

describe("against five stars and one", () => {
  test.for([
    [COMPLAINT, 5],
    [PRAISE, 1],
  ] as const)("only a probable event that is set apart stands: %d in %d stars", ([score, rating]) => {
    const stands = score > 0 ? "positive" : "negative";
    for (const part of [{}, EVENT, MARKED]) expect(polarity(score, rating, PROBABLE, part)).toBe("neutral");
    expect(polarity(score, rating, PROBABLE, LEARNED)).toBe(undefined);
    expect(polarity(score, rating, PROBABLE, BOTH)).toBe(stands);
    expect(polarity(score, rating, IMPROBABLE, BOTH)).toBe(undefined);
    expect(polarity(score, rating, IMPROBABLE, { ...BOTH, evidence: undefined })).toBe(stands);
  });
});

describe("an aspect that the prior does not know", () => {
  const byRules = (score: number, rating: number, part: Part = {}): string | undefined =>
    polarity(score, rating, IMPROBABLE, { ...part, evidence: undefined });

  test("needs what is explicit where the stars lean the other way", () => {
    for (const part of [{}, EVENT, MARKED]) expect(byRules(COMPLAINT, 4, part)).toBe("neutral");
    expect(byRules(COMPLAINT, 4, BOTH)).toBe("negative");
    expect(byRules(PRAISE, 2)).toBe("neutral");
    for (const part of [EVENT, MARKED]) expect(byRules(PRAISE, 2, part)).toBe("positive");
  });

  test("is judged by the sentence alone with three stars", () => {
    expect(byRules(COMPLAINT, 3)).toBe("negative");
    expect(byRules(PRAISE, 3)).toBe("positive");
  });
});

test("without stars the rules decide alone", () => {
  expect(polarity(COMPLAINT, Number.NaN, IMPROBABLE)).toBe("negative");
  expect(polarity(COMPLAINT, Number.NaN, PROBABLE, LEARNED)).toBe(undefined);
});

test("a score near zero claims nothing", () => {
  expect(polarity(0.2, 5, PROBABLE)).toBe("neutral");
});
