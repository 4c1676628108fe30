import { describe, expect, test } from "vitest";
import type { Aspect } from "../../../model/content.ts";
import { ClaimModel } from "./claim-model.ts";
import { judge } from "./judge.ts";
import { MAX_WEIGHT, weightsToText } from "./weight-text.ts";
import { OUTPUT_SCALE, PARTS } from "./output-layer.ts";
import { Prior, type PriorWeights, SHIPPED } from "./prior.ts";
import { stemOf } from "./prior-features.ts";
import { UNTRAINED } from "./star-model.ts";
import { compileTextAnalyzer } from "./text-analyzer.ts";
import { addingWeights, NO_NAMES, NO_TREES, readSegments, review } from "../../../test/support/insights.ts";

const SPEED: Aspect = { id: "speed", label: "Speed", prior: true, words: ["quick"] };
/** Praise and complaint of price, then of speed, in sixteenths. */
const weightsOf = (features: Readonly<Record<string, readonly number[]>>): PriorWeights =>
  addingWeights(["price", "speed"], -32, features);

const logOdds = (text: string, features: Readonly<Record<string, readonly number[]>>): number[] | undefined =>
  logOddsBy(weightsOf(features), text);

/** Of the first segment, by output of the business's aspects. */
function logOddsBy(
  weights: PriorWeights,
  text: string,
  ids: readonly string[] = weights.aspects,
): number[] | undefined {
  const prior = new Prior(
    weights,
    ids.map((id) => ({ ...SPEED, id })),
  );
  const { scores, segments } = readSegments(prior, text);
  const isRead = segments[0]?.at === 0;
  return isRead ? prior.outputs.map(({ index }) => scores[0]?.logOddsAt(0, index) ?? Number.NaN) : undefined;
}

test("a business is of the trade that has one of its aspects, and its words weigh more", () => {
  const features = { sweet: [0, 0, 8, 0] };
  const readWith = (aspect: string): number[] | undefined => {
    const trades = { restaurants: { aspects: [aspect], features: [`sweet${weightsToText([0, 0, 16, 0])}`] } };
    const weights = { ...addingWeights(["price", "food"], -32, features), trades };
    return logOddsBy(weights, "It is sweet", ["price", "food"]);
  };
  expect(readWith("food")).toEqual([-32, -32, -8, -32]);
  expect(readWith("menu")).toEqual([-32, -32, -24, -32]);
});

const SYLLABLES = ["ka", "mo", "pi", "tu"];
/** Different words with different stems. */
const manyWords = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, index) => `w${index.toString(4).replaceAll(/\d/g, (digit) => SYLLABLES[Number(digit)] ?? "")}`,
  );

test("the log-odds of a long segment are exact", () => {
  const words = manyWords(1600);
  const features = Object.fromEntries(
    words.map((word, index) => [word, index < 800 ? [44, -44, 44, -44] : [-44, 44, -44, 44]]),
  );
  expect(logOdds(words.join(" "), features)).toEqual([-32, -32, -32, -32]);
  expect(logOdds(words.slice(1).join(" "), features)).toEqual([-76, 12, -76, 12]);
});

test("units have a largest value, so that log-odds stay exact", () => {
  const words = manyWords(900);
  const features = Object.fromEntries(words.map((word) => [word, [44, -44, 44, 0]]));
  expect(logOdds(words.join(" "), features)).toEqual([992, -1056, 992, -32]);
});

describe("log-odds by words", () => {
  test.for([
    ["Dragged on.", { drag: [1, 2, 3, 44] }, [-31, -30, -29, 12]],
    ["Dragged and dragged.", { drag: [0, 0, 0, 10] }, [-32, -32, -32, -22]],
    ["No dragging.", { "!drag": [0, 0, 0, -10] }, [-32, -32, -32, -42]],
    ["Dragging.", { "!drag": [0, 0, 0, -10] }, [-32, -32, -32, -32]],
    ["Weeks dragged on.", { "week drag": [0, 0, 0, 5], "^ week": [0, 0, 0, 1] }, [-32, -32, -32, -26]],
    ["Dragged, on.", { "on $": [0, 0, 0, 5] }, [-32, -32, -32, -27]],
    ["Unprofessional.", { "~unpr": [0, 0, 0, 5], unprofessional: [0, 0, 0, 1] }, [-32, -32, -32, -26]],
    ["Proffesional.", { "%prfsnl": [0, 0, 0, 5], professional: [0, 0, 0, 1] }, [-32, -32, -32, -27]],
    ["Quite unsual.", { "~unsu": [0, 0, 0, 5], "%unsl": [0, 0, 0, 1] }, [-32, -32, -32, -26]],
    ["It took Dragan.", { dragan: [0, 0, 0, 5], "@": [0, 0, 0, 1] }, [-32, -32, -32, -31]],
    ["It DRAGGED on.", { drag: [0, 0, 0, 5] }, [-32, -32, -32, -27]],
    ["Nothing known.", {}, [-32, -32, -32, -32]],
    ["Quiet, but it dragged on.", { drag: [0, 0, 0, 5] }, [-32, -32, -32, -32]],
  ] as const)("%s", ([text, features, expected]) => {
    expect(logOdds(text, features)).toEqual(expected);
  });

  test.for([
    [["price"], [-31, -30]],
    [
      ["speed", "price"],
      [-29, -28, -31, -30],
    ],
    [
      ["speed", "manners"],
      [-29, -28],
    ],
    [[], []],
  ] as const)("a business has the outputs of its own aspects %j", ([ids, expected]) => {
    expect(logOddsBy(weightsOf({ drag: [1, 2, 3, 4] }), "Dragged on.", ids)).toEqual(expected);
  });

  test("a sentence about another firm is not read", () => {
    expect(logOdds("The last company dragged on.", { drag: [0, 0, 0, 40] })).toBeUndefined();
  });

  test("every weight is one character that JSON writes as it is", () => {
    const all = Array.from({ length: 2 * MAX_WEIGHT + 1 }, (_, index) => index - MAX_WEIGHT);
    const text = weightsToText(all);
    expect(JSON.stringify(text)).toBe(`"${text}"`);
    expect(new Set(text).size).toBe(all.length);
  });
});

describe("the shipped weights", () => {
  test("are ASCII, as their reader expects", () => {
    expect(SHIPPED.features.filter((line) => !/^[ -~]+$/.test(line))).toEqual([]);
  });

  test("are too small for a sum to leave its lane", () => {
    const { outputs, biases } = SHIPPED;
    const weights = outputs.flatMap((ofNetwork) =>
      ofNetwork.flatMap((line) => line.split(" ").slice(1).map(Number)),
    );
    expect(weights.length).toBe(2 * SHIPPED.aspects.length * PARTS * biases.length);
    expect(weights.filter((weight) => Math.abs(weight) >= 8 * OUTPUT_SCALE)).toEqual([]);
    expect(biases.length / outputs.length).toBeLessThanOrEqual(64);
  });
});

describe("hidden units", () => {
  /** The outputs weigh the first two of four units, or the second one only, in 64ths. */
  const network: PriorWeights = {
    aspects: ["speed"],
    trades: {},
    ...NO_TREES,
    biases: [8, -16, 0, 0],
    outputs: [["-16 64 -32 0 0", "3 0 64 0 0"]],
    features: [`drag${weightsToText([-40, 40, 0, 0])}`, `wait${weightsToText([24, 0, 0, 0])}`],
  };

  test.for([
    ["a unit below zero passes nothing on", "It was fine.", [-16 + 8 / 8, 3]],
    ["weights of outputs may be negative", "It dragged.", [-16 - 24 / 16, 3 + 24 / 8]],
    ["sums go to the nearest whole number", "A wait that dragged.", [-16 - 24 / 16, 3 + 24 / 8]],
    ["what all units say adds up", "We wait.", [-16 + 32 / 8, 3]],
  ] as const)("%s", ([, text, expected]) => {
    expect(logOddsBy(network, text)).toEqual(expected.map((value) => Math.floor(value + 0.5)));
  });
});

test.for([
  ["dragging", "drag"],
  ["services", "servic"],
  ["service", "servic"],
  ["companies", "company"],
  ["totally", "total"],
  ["calls", "call"],
  ["glass", "glass"],
  ["45", "#"],
  ["was", "was"],
] as const)("the stem of %s is %s", ([word, stem]) => {
  expect(stemOf(word)).toBe(stem);
});

describe("claims of the weights", () => {
  const DRAGS = { drag: [0, 0, 0, 44], delight: [0, 0, 44, 0] };
  /** Right from even odds of the words on. */
  const byWords: PriorWeights["evidence"]["praise"] = {
    bias: -2000,
    trees: [`0 1${" 0 80".repeat(6)} 0 0 0 0 4000 4000 4000 4000`],
    minLogOdds: 1,
    minAgainstStars: 1,
  };
  const weights: PriorWeights = {
    ...weightsOf(DRAGS),
    edges: [[0], ...NO_TREES.edges.slice(1)],
    evidence: { praise: byWords, complaint: byWords },
  };
  const model = new ClaimModel(weights, []);
  const claims = (text: string, rating: number, aspect: Aspect = SPEED): string[] => {
    const analyzeText = compileTextAnalyzer([aspect], NO_NAMES, weights);
    const one = { review: review({ text, rating }), text, analysis: analyzeText(text) };
    return judge(one, UNTRAINED, model).votes.map(({ polarity }) => polarity);
  };

  test("count if their evidence is probable enough", () => {
    for (const rating of [1, 2, 3, 4]) expect(claims("It dragged on.", rating)).toEqual(["negative"]);
    for (const rating of [2, 3, 4, 5]) expect(claims("It was a delight.", rating)).toEqual(["positive"]);
    expect(claims("It was what it was.", 1)).toEqual([]);
  });

  test("do not count against five stars, or for one", () => {
    expect(claims("It dragged on.", 5)).toEqual([]);
    expect(claims("It was a delight.", 1)).toEqual([]);
  });

  test("are made of aspects only that mean the same in home services", () => {
    expect(claims("It dragged on.", 1, { ...SPEED, prior: false })).toEqual([]);
  });

  test("of one side are made once for a text", () => {
    const analyzeText = compileTextAnalyzer([SPEED], NO_NAMES, weights);
    const text = "It dragged on. It dragged on and on.";
    const complaints = analyzeText(text).aspects.filter(({ score }) => score < 0);
    expect(complaints).toMatchObject([{ isLearned: true, start: 0, end: 13 }]);
  });

  test("never criticise a person", () => {
    const technicians = [{ id: "grace", name: "Grace Lee" }];
    const analyzeText = compileTextAnalyzer([SPEED], { ...NO_NAMES, technicians }, weights);
    const text = "With Grace it dragged on.";
    const one = { review: review({ text, rating: 1 }), text, analysis: analyzeText(text) };
    expect(judge(one, UNTRAINED, model)).toMatchObject({
      votes: [{ polarity: "negative" }],
      technicians: [{ id: "grace", polarity: "neutral" }],
    });
  });
});
