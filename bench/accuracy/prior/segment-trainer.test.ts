import { expect, test } from "vitest";
import { type SegmentModel, logOddsOf } from "./segment-model.ts";
import { OUTPUTS, type SegmentSample } from "./segment-samples.ts";
import { fitSegmentModels } from "./segment-trainer.ts";

const KNOWN = Uint16Array.from({ length: OUTPUTS }, (_, output) => output);
const ALWAYS = 2;
const OUTPUT = 3;

/** A segment that is right or wrong about one output; what the other outputs say is unknown. */
function segment(features: readonly number[], isRight: boolean | undefined): SegmentSample {
  const targets = new Float32Array(OUTPUTS);
  targets[OUTPUT] = isRight === true ? 1 : 0;
  const weights = new Float32Array(OUTPUTS);
  weights[OUTPUT] = isRight === undefined ? 0 : 1;
  return { features: Uint32Array.from(features), outputs: KNOWN, targets, weights };
}

const TEXTS = 1200;
const BOTH = [0, 1] as const;
const PAIRS = BOTH.flatMap((first) => BOTH.map((second) => [first, second] as const));

/** Right with exactly one of two features; the third is always there. */
const exclusiveOr = (): SegmentSample[][] =>
  Array.from({ length: TEXTS }, (_, at) => {
    const [first, second] = PAIRS[at % PAIRS.length] ?? [0, 0];
    return [segment(features(first, second), first !== second)];
  });

const features = (first: number, second: number): number[] => [
  ...(first === 1 ? [0] : []),
  ...(second === 1 ? [1] : []),
  ALWAYS,
];

/** Each network learns a task this simple; the first stands for both. */
const fitted = (texts: readonly (readonly SegmentSample[])[]): SegmentModel =>
  fitSegmentModels(texts, 3)[0] as SegmentModel;

const logOdds = (model: SegmentModel, ...segments: readonly (readonly number[])[]): number[] =>
  logOddsOf(
    model,
    segments.map((one) => Uint32Array.from(one)),
  ).map((ofSegment) => ofSegment[OUTPUT] ?? 0);

test("learns what only two features together say", () => {
  const model = fitted(exclusiveOr());
  for (const [first, second] of PAIRS)
    expect(Math.sign(logOdds(model, features(first, second))[0] ?? 0)).toBe(first === second ? -1 : 1);
});

test.for([
  ["before", 0],
  ["after", 2],
] as const)("learns what the segment %s it tells", ([, place]) => {
  const withNeighbor = (neighbor: number): number[][] =>
    [[ALWAYS], [ALWAYS], [ALWAYS]].with(place, [neighbor]);
  const texts = Array.from({ length: TEXTS }, (_, at) =>
    withNeighbor(at % 2).map((one, index) => segment(one, index === 1 ? at % 2 === 0 : undefined)),
  );
  const model = fitted(texts);
  expect(logOdds(model, ...withNeighbor(0))[1]).toBeGreaterThan(1);
  expect(logOdds(model, ...withNeighbor(1))[1]).toBeLessThan(-1);
});

test("two networks learn apart", () => {
  const [first, second, ...others] = fitSegmentModels(exclusiveOr(), 3);
  expect(others).toEqual([]);
  expect(second).toBeDefined();
  expect(second).not.toEqual(first);
});

test("the same texts give the same weights", () => {
  expect(fitSegmentModels(exclusiveOr(), 3)).toEqual(fitSegmentModels(exclusiveOr(), 3));
});

test("of an output that is unknown everywhere nothing is learned but that it is rare", () => {
  const model = fitted(exclusiveOr());
  expect(logOddsOf(model, [Uint32Array.of()])[0]?.[OUTPUT + 1]).toBeLessThan(0);
});
