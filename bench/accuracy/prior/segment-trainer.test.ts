import { expect, test } from "vitest";
import { logOddsOf } from "./segment-model.ts";
import { OUTPUTS, type SegmentSample } from "./segment-samples.ts";
import { fitSegmentModel } from "./segment-trainer.ts";

const ALWAYS = 2;
const OUTPUT = 3;

/** Right with exactly one of two features; the third is always there. What the other outputs say is unknown. */
function exclusiveOr(): SegmentSample[] {
  return Array.from({ length: 1200 }, (_, at) => {
    const [first, second] = [at % 2, (at >> 1) % 2];
    const targets = new Float32Array(OUTPUTS);
    targets[OUTPUT] = first === second ? 0 : 1;
    const weights = new Float32Array(OUTPUTS);
    weights[OUTPUT] = 1;
    return { features: features(first, second), targets, weights };
  });
}

const features = (first: number, second: number): Uint32Array =>
  Uint32Array.from([...(first === 1 ? [0] : []), ...(second === 1 ? [1] : []), ALWAYS]);

test("learns what only two features together say", () => {
  const model = fitSegmentModel(exclusiveOr(), 3);
  for (const [first, second] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const) {
    const logOdds = logOddsOf(model, features(first, second))[OUTPUT] ?? 0;
    expect(Math.sign(logOdds)).toBe(first === second ? -1 : 1);
  }
});

test("the same samples give the same weights", () => {
  expect(fitSegmentModel(exclusiveOr(), 3)).toEqual(fitSegmentModel(exclusiveOr(), 3));
});

test("of an output that is unknown everywhere nothing is learned but that it is rare", () => {
  const model = fitSegmentModel(exclusiveOr(), 3);
  expect(logOddsOf(model, Uint32Array.of())[OUTPUT + 1]).toBeLessThan(0);
});
