import { expect, test } from "vitest";
import { NumberMap } from "./number-map.ts";

test("a number map finds what was set, and -1 for other keys", () => {
  const map = new NumberMap(1000);
  for (let key = 1; key <= 1000; key += 1) map.set(key * 16_384 + (key % 7), key);
  for (let key = 1; key <= 1000; key += 1) expect(map.get(key * 16_384 + (key % 7))).toBe(key);
  expect(map.get(5)).toBe(-1);
});

test("the last value of a key counts", () => {
  const map = new NumberMap(1);
  map.set(7, 1);
  map.set(7, 2);
  expect(map.get(7)).toBe(2);
});
