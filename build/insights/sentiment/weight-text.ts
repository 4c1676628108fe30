/** Weights of features are whole numbers in units of `1 / UNIT_SCALE`: every machine adds them up to the same sum. */
export const UNIT_SCALE = 128;
/** The range of a weight that one character holds. */
export const MAX_WEIGHT = 44;
const ZERO = "!".charCodeAt(0) + MAX_WEIGHT;
/** `"` and `\` would have to be escaped. */
const REPLACED = new Map([
  ['"', "~"],
  ["\\", "}"],
]);

export const weightsToText = (weights: readonly number[]): string =>
  weights.map((weight) => replaced(String.fromCharCode(ZERO + weight))).join("");

const replaced = (character: string): string => REPLACED.get(character) ?? character;
/** By the code of its character. */
const WEIGHTS = new Int8Array(128);
for (let weight = -MAX_WEIGHT; weight <= MAX_WEIGHT; weight += 1)
  WEIGHTS[weightsToText([weight]).charCodeAt(0)] = weight;

export const weightAt = (line: string, at: number): number => WEIGHTS[line.charCodeAt(at)] as number;
