import fc from "fast-check";
import { expect, test } from "vitest";
import { cutLongArguments } from "./json-bounds.ts";

const LIMIT = 40;
const message = (args: unknown): string =>
  JSON.stringify({ id: '"{', params: { _meta: { a: "]" }, arguments: args, name: "x" }, method: "m" });

test("long arguments become a text that is too long, and all else stays", () => {
  const value = fc.jsonValue({ maxDepth: 4 }).filter((one) => typeof one === "object" && one !== null);
  fc.assert(
    fc.property(value, (args) => {
      const { body } = cutLongArguments(message(args), LIMIT);
      const isLong = JSON.stringify(args).length > LIMIT;
      expect(JSON.parse(body)).toEqual(JSON.parse(message(isLong ? "-".repeat(LIMIT) : args)));
    }),
    { numRuns: 500 },
  );
});

test.for([
  ["none", "{}", 1],
  ["marks in a text", '{"a":[1,2,"3,4,{"]}', 4],
  ["short arguments", message({ a: 1, b: 2 }), 9],
  ["long arguments", message(Array.from({ length: 1000 }, () => [])), 8],
] as const)("values are counted without what was cut: %s", ([, body, values]) => {
  expect(cutLongArguments(body, LIMIT).values).toBe(values);
});
