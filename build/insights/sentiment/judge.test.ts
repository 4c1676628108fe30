import { expect, test } from "vitest";
import { compileJudge, review } from "../../../test/support/insights.ts";
import { readPack } from "../../load/aspects.ts";
import { ClaimModel } from "./claim-model.ts";
import { judge, NO_QUOTE, polaritiesByAspect, type ReviewVerdict } from "./judge.ts";
import { SHIPPED } from "./prior.ts";
import type { StarModel } from "./star-model.ts";
import type { TextAnalysis } from "./text-analyzer.ts";

const TEXT = "abcdefghijklmnopqrstuvwxyz";
const mention = (aspect: number, score: number, start = 0, end = 5) => ({
  aspect,
  score,
  start,
  end,
  phrase: TEXT.slice(start, end),
});
const name = (kind: "technicians" | "services", id: string, score: number) => ({
  kind,
  id,
  score,
  start: 0,
  end: 1,
  match: "exact" as const,
});

/** Log-odds of a text: one for each of its letters. */
const LEARNED: StarModel = {
  high: 30,
  low: 30,
  blend: 0.5,
  logOddsOfText: (text) => text.length,
  weights: new Map(),
};

const { aspects: ofRestaurants } = readPack("restaurants");
const judgeOfRestaurant = compileJudge(ofRestaurants);
/** Of a business whose aspects are all its own. */
const OWN_ASPECTS = new ClaimModel(SHIPPED, []);

function verdictOf(
  analysis: Partial<TextAnalysis>,
  stars = LEARNED,
  text = TEXT,
  model = OWN_ASPECTS,
): ReviewVerdict {
  return judge(
    {
      review: review({ text, rating: 3 }),
      text,
      analysis: { score: 0, aspects: [], names: [], problems: [], ...analysis },
    },
    stars,
    model,
  );
}

const untrained = { ...LEARNED, blend: 0 };

test("the learned weights are added to the rules' score, within -1 and 1", () => {
  expect(verdictOf({ score: 0.5 }, LEARNED, "ab").score).toBe(0.65);
  expect(verdictOf({ score: 0.5 }, untrained, "ab").score).toBe(0.5);
  expect(verdictOf({ score: 0.95 }, LEARNED, "ab").score).toBe(1);
  expect(verdictOf({ score: -1.5 }, LEARNED, "ab").score).toBe(-1);
  expect(verdictOf({ score: 0.12345 }, untrained).score).toBe(0.123);
});

test.for([
  [0.15, "positive"],
  [0.149, "neutral"],
  [0, "neutral"],
  [-0.149, "neutral"],
  [-0.15, "negative"],
] as const)("a text with the score %f is %s", ([score, sentiment]) => {
  expect(verdictOf({ score }, untrained).sentiment).toBe(sentiment);
});

test.for([
  // the words decide
  [5, -0.5, [], 0],
  [4, -0.5, [0], 0],
  [5, 0.6, [], 0.6],
  [3, -0.5, [], -0.5],
  [2, 0.5, [], 0],
  [Number.NaN, -0.5, [], -0.5],
  [Number.NaN, -0.5, [1], -0.5],
  // the votes decide
  [1, -0.7, [-1], -0.7],
  [5, -0.7, [1, 0], 0.5],
  [4, 0.2, [1], 0.5],
  [4, 0, [1, 1], 0.5],
  [3, 0.9, [-1], -0.5],
  [3, 0.9, [-1, 1], 0],
  [3, 0.9, [1, 1, 1, -1, -1], 0],
  [4, 0.9, [1, 1, -1], 0.3],
  [3, -0.9, [-1, -1, 1], -0.3],
  // the words decide where the votes do not, if the stars agree
  [4, 0.4, [1, -1], 0.4],
  [5, 0.9, [1, 1, 1, -1, -1], 0.5],
  [1, -0.9, [1, -1], -0.5],
  [5, 0.3, [1, 1, -1, -1, -1], 0.3],
  [4, -0.4, [1, -1], 0],
  [2, -0.4, [1, -1], -0.4],
  [1, 0.4, [1, -1], 0],
  [3, 0.4, [1, -1], 0],
  // neither says the opposite of the stars
  [4, -0.9, [-1, -1], 0],
  [1, 0.9, [1, 1], 0],
  [2, -0.6, [-1, -1, -1, 1], -0.3],
] as const)(
  "with %f stars the score %f of a text with the votes %j is %f",
  ([rating, score, votes, expected]) => {
    // An annotator's votes stand whatever the stars.
    const aspects = votes.map((vote, aspect) => mention(aspect, vote));
    const analysis: TextAnalysis = { score, aspects, names: [], problems: [], isAnnotated: true };
    const verdict = judge(
      { review: review({ text: TEXT, rating }), text: TEXT, analysis },
      untrained,
      OWN_ASPECTS,
    );
    expect(verdict.score).toBe(expected);
  },
);

test.for([
  [0.25, "positive"],
  [0.249, "neutral"],
  [-0.249, "neutral"],
  [-0.25, "negative"],
] as const)("a mention with the score %f is %s", ([score, polarity]) => {
  expect(verdictOf({ aspects: [mention(0, score)] }, untrained).votes[0]?.mentions[0]?.polarity).toBe(
    polarity,
  );
  expect(polaritiesByAspect([mention(0, score)]).get(0)).toBe(polarity);
});

test("a mention's score counts the learned weights of its own quote", () => {
  const aspects = [mention(0, 0, 0, 2), mention(0, 0.1, 3, 9), mention(0, 0.1, 3, 9), mention(0, -1, 3, 4)];
  const [vote] = verdictOf({ aspects }).votes;
  expect(vote?.mentions.map(({ score }) => score)).toEqual([0.1, 0.4, 0.4, -0.95]);
  const [plain] = verdictOf({ aspects, isAnnotated: true }).votes;
  expect(plain?.mentions.map(({ score }) => score)).toEqual([0, 0.1, 0.1, -1]);
});

test.for([
  ["I thought service was okay.", -9],
  ["The waiter brought the menu.", 9],
  ["The waiter was friendly.", -60],
  ["The waiter was rude.", 60],
  ["The service was bad, and the room was dirty.", 3],
] as const)(
  "of aspects that the prior knows %j says the same with log-odds of %f by ratings",
  ([text, logOdds]) => {
    const votesBy = (stars: StarModel): unknown => judgeOfRestaurant(text, 3, stars).votes;
    expect(votesBy({ ...LEARNED, logOddsOfText: () => logOdds })).toEqual(votesBy(untrained));
  },
);

test("the learned weights move the aspects of the site's own beside those of a pack", () => {
  const own = { ...(ofRestaurants[0] as (typeof ofRestaurants)[number]), id: "parrots" };
  const model = new ClaimModel(SHIPPED, [...ofRestaurants, own]);
  const aspects = [mention(0, 0, 0, 2), mention(ofRestaurants.length, 0, 0, 2)];
  const { votes } = verdictOf({ aspects }, LEARNED, TEXT, model);
  expect(votes.map(({ mentions }) => mentions[0]?.score)).toEqual([0, 0.1]);
});

test("no quote shows a statement that other sentences make, or no rule", () => {
  const plain = { ...mention(0, 1), isEvent: true as const };
  const aspects = [
    plain,
    { ...plain, isWeak: true as const },
    { ...plain, isUnsupported: true as const },
    { ...plain, isLearned: true as const },
  ];
  const { votes } = verdictOf({ aspects, isAnnotated: true }, untrained);
  expect(votes[0]?.mentions.map(({ plainness }) => plainness)).toEqual([1, 0, NO_QUOTE, NO_QUOTE]);
});

test("a review has one vote per aspect, in the order of the aspects", () => {
  const aspects = [
    mention(2, 1),
    mention(0, 1),
    mention(2, -1),
    mention(1, 0),
    mention(1, -1),
    mention(0, 0),
  ];
  expect(verdictOf({ aspects }, untrained).votes.map(({ aspect, polarity }) => [aspect, polarity])).toEqual([
    [0, "positive"],
    [1, "negative"],
    [2, "mixed"],
  ]);
  expect([...polaritiesByAspect(aspects)]).toEqual([
    [2, "mixed"],
    [0, "positive"],
    [1, "negative"],
  ]);
});

test("the polarity of an aspect by its mentions alone needs neither hints nor learned claims", () => {
  const hint = { ...mention(0, -1), isHint: true as const };
  const learned = { ...mention(1, -1), isLearned: true as const };
  expect([...polaritiesByAspect([hint, learned, mention(0, 1)])]).toEqual([[0, "positive"]]);
});

test.for([
  [1, -1, ["negative"]],
  [3, -1, []],
  [5, -1, []],
  [5, 1, ["positive"]],
  [3, 1, []],
  [Number.NaN, -1, []],
  [Number.NaN, 1, []],
] as const)("with %f stars a hint of score %f is voted %j", ([rating, score, polarities]) => {
  const hint = { ...mention(0, score), isHint: true as const };
  const analysis: TextAnalysis = { score: 0, aspects: [hint], names: [], problems: [] };
  const { votes } = judge(
    { review: review({ text: TEXT, rating }), text: TEXT, analysis },
    untrained,
    OWN_ASPECTS,
  );
  expect(votes.map(({ polarity }) => polarity)).toEqual(polarities);
});

test("only technicians have votes by name", () => {
  const names = [
    name("technicians", "ana", 1),
    name("services", "drain", 1),
    name("technicians", "bo", 0.2),
    name("technicians", "ana", -1),
  ];
  const verdict = verdictOf({ aspects: [mention(0, -1)], names, problems: ["leak"] });
  expect(verdict.technicians).toEqual([
    { id: "ana", polarity: "mixed" },
    { id: "bo", polarity: "neutral" },
  ]);
  expect(verdict).toMatchObject({ names, problems: ["leak"], text: TEXT });
});
