import fc from "fast-check";
import { expect, test } from "vitest";
import { duplicateKey } from "./duplicate-key.ts";

test.for([
  ['{"a":1,"a":2}', "a"],
  ['[{"a":1},{"b":{"c":1 , "c" : 2}}]', "c"],
  [String.raw`{"a\"":1,"a\"":2}`, 'a"'],
  [String.raw`{"\u0061":1,"a":2}`, "a"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
] as const)("%s has %s twice", ([json, name]) => {
  expect(duplicateKey(json)).toBe(name);
});

test.for(['{"a":{"a":1}}', '[{"a":1},{"a":2}]', '["a","a"]', '{"a":"b\\\\","b":"a"}', "7", '""'])(
  "%s has none twice",
  (json) => {
    expect(duplicateKey(json)).toBeUndefined();
  },
);

test("no text that JSON.stringify makes has a key twice, however odd its strings", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1), (json, indent) => {
      expect(duplicateKey(JSON.stringify(JSON.parse(json), null, indent))).toBeUndefined();
    }),
  );
});

test("a million backslashes cost linear time", () => {
  const json = `{"a":"${"\\\\".repeat(500_000)}"}`;
  const startedAt = performance.now();
  expect(duplicateKey(json)).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
