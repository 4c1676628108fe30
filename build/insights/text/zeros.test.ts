import { expect, test } from "vitest";
import { zeroBytes, zeroDoubles, zeroShorts } from "./zeros.ts";

test("every array is of its length, and its own", () => {
  const arrays = Array.from({ length: 3000 }, (_, index) => {
    const length = index % 97;
    return [zeroBytes(length), zeroShorts(length), zeroDoubles(length)].map((array) => {
      const isNew = array.length === length && array.every((value) => value === 0);
      array.fill(1 + (index % 200));
      return { array, isNew, value: 1 + (index % 200) };
    });
  }).flat();
  expect(arrays.filter(({ isNew }) => !isNew)).toEqual([]);
  expect(arrays.filter(({ array, value }) => array.some((one) => one !== value))).toEqual([]);
});

test("an array may be longer than a buffer", () => {
  expect(zeroDoubles(100_000).every((value) => value === 0)).toBe(true);
});
