import { expect, test } from "vitest";
import { seededRandom } from "../../../scripts/generate.ts";
import { UNIT_SCALE } from "./weight-text.ts";
import { OUTPUT_SCALE, OutputLayer, PARTS, SCALE } from "./output-layer.ts";

const ASPECTS = 3;
const UNITS = 8;
const SUM_PER_LOG_ODDS = (UNIT_SCALE * OUTPUT_SCALE) / SCALE;
const MAX_UNIT = 2048;

const random = seededRandom(7);
const drawn = (most: number): number => Math.round((2 * random() - 1) * most);
/** By output: the bias, then the weights of each part's units. */
const numbers = Array.from({ length: 2 * ASPECTS }, () =>
  Array.from({ length: 1 + PARTS * UNITS }, () => drawn(500)),
);
const read = new Int32Array(UNITS);
const layer = new OutputLayer(
  numbers.map((output) => output.join(" ")),
  read,
);

/** Each sum by itself. */
function expectedSum(
  part: number,
  [bias = 0, ...weights]: readonly number[],
  units: readonly number[],
): number {
  let sum = part === 0 ? SUM_PER_LOG_ODDS * bias : 0;
  for (const [at, unit] of units.entries())
    sum += Math.min(MAX_UNIT, Math.max(0, unit)) * (weights[part * UNITS + at] as number);
  return sum;
}

const expectedSums = (units: readonly number[]): number[] =>
  [0, 1, 2].flatMap((part) => numbers.map((output) => expectedSum(part, output, units)));

const CASES: readonly (readonly [string, () => number])[] = [
  ["no unit is above zero", () => -Math.abs(drawn(300))],
  ["all units are zero", () => 0],
  ["all units are at one above zero", () => 1],
  ["all units are above the largest value", () => MAX_UNIT + 1 + Math.abs(drawn(300))],
  ["units are on both sides of zero", () => drawn(3000)],
];

test.for(CASES)("the sums of each part are exact where %s", ([, unit]) => {
  for (let round = 0; round < 50; round += 1) {
    const units = Array.from({ length: UNITS }, unit);
    read.set(units);
    layer.read();
    expect([...layer.sums]).toEqual(expectedSums(units));
  }
});
