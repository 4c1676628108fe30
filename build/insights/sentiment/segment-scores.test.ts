import { describe, expect, test } from "vitest";
import type { Aspect } from "../../../model/content.ts";
import { NO_TREES, readSegments } from "../../../test/support/insights.ts";
import { weightsToText } from "./weight-text.ts";
import { Prior, type PriorWeights } from "./prior.ts";
import type { SegmentReader } from "./segment-reader.ts";
import type { SegmentScores } from "./segment-scores.ts";

const SPEED: Aspect = { id: "speed", label: "Speed", prior: true, words: ["quick"] };

/**
 * "drag" lifts the first of four units by 32 / 128. For the complaint it weighs 1 in its own segment, 2 in those after
 * it, and 4 in those before it, in log-odds of sixteenths: 4, 8 and 16.
 */
const WEIGHTS: PriorWeights = {
  aspects: ["speed"],
  trades: {},
  ...NO_TREES,
  biases: [0, 0, 0, 0],
  outputs: [["0", "-2 64 0 0 0 128 0 0 0 256 0 0 0"]],
  features: [`drag${weightsToText([32, 0, 0, 0])}`],
};

const segmentsOf = (text: string, weights = WEIGHTS): SegmentReader =>
  readSegments(new Prior(weights, [SPEED]), text);

/** By the only network. */
const read = (text: string, weights = WEIGHTS): SegmentScores =>
  segmentsOf(text, weights).scores[0] as SegmentScores;

/** By network and segment. */
const complaintsBy = (weights: PriorWeights, text: string): number[][] => {
  const { scores, segments } = segmentsOf(text, weights);
  return scores.map((ofNetwork) => segments.map((_, place) => ofNetwork.logOddsAt(place, 1)));
};

const complaints = (text: string): number[] => complaintsBy(WEIGHTS, text)[0] as number[];

describe("a segment is read with its neighbors", () => {
  test.for([
    ["alone it tells of itself", "It dragged.", [-2 + 4]],
    ["those after it know", "It dragged. Fine.", [-2 + 4, -2 + 8]],
    ["those before it know", "Fine. It dragged.", [-2 + 16, -2 + 4]],
    [
      "less with each one between",
      "It dragged. Fine. Fine. Fine.",
      [2, 6, -2 + 8 * 0.75, -2 + 8 * 0.75 ** 2],
    ],
    ["several add up", "It dragged. Fine. It dragged.", [2 + 12, -2 + 8 + 16, 2 + 6]],
    ["both sides of a but", "It dragged, but fine.", [2, 6]],
    ["one that tells of others is left out", "It dragged. The last company did fine. Fine.", [2, 6]],
  ] as const)("%s", ([, text, expected]) => {
    expect(complaints(text)).toEqual(expected.map((value) => Math.floor(value + 0.5)));
  });

  test("the largest log-odds and their place are those with neighbors", () => {
    const scores = read("It dragged. Fine.");
    expect([scores.most[1], scores.best[1]]).toEqual([6, 1]);
  });

  test("a reproach praises nothing, whatever its neighbors tell", () => {
    const weights = { ...WEIGHTS, outputs: [["0 64 0 0 0 512 0 0 0 512", "0"]] };
    const scores = read("It dragged. Would it kill them to be quick?", weights);
    expect(scores.logOddsAt(0, 0)).toBeGreaterThan(0);
    expect(scores.logOddsAt(1, 0)).toBeLessThan(-100);
  });

  test("each network has units of its own", () => {
    const weights = {
      ...WEIGHTS,
      biases: [0, 0, 0, 0, 0, 0, 0, 0],
      outputs: [...WEIGHTS.outputs, ["0", "-3 0 64 0 0 0 0 0 0 0 128 0 0"]],
      features: [`drag${weightsToText([32, 0, 0, 0, 0, 40, 0, 0])}`],
    };
    expect(complaintsBy(weights, "Fine. It dragged.")).toEqual([
      [-2 + 16, -2 + 4],
      [-3 + 10, -3 + 5],
    ]);
    const { scores } = segmentsOf("Fine. It dragged.", weights);
    expect(scores.map(({ most, best }) => [most[1], best[1]])).toEqual([
      [14, 0],
      [7, 0],
    ]);
  });

  test("a text of many segments is read as a short one is", () => {
    const many = complaints(`${"Fine. ".repeat(200)}It dragged. ${"Fine. ".repeat(200)}`);
    expect(many).toHaveLength(401);
    expect(many.slice(199, 202)).toEqual([-2 + 16, 2, 6]);
  });
});
