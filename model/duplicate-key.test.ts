import fc from "fast-check";
import { expect, test } from "vitest";
import { duplicateKey } from "./duplicate-key.ts";
import { cleanText } from "./text.ts";

test.for([
  ['{"a":1,"a":2}', "a"],
  ['[{"a":1},{"b":{"c":1 , "c" : 2}}]', "c"],
  [String.raw`{"a\"":1,"a\"":2}`, 'a"'],
  [String.raw`{"\u0061":1,"a":2}`, "a"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ['{"google":1,"goo\u200bgle ":2}', "google"],
] as const)("%s has %s twice", ([json, name]) => {
  expect(duplicateKey(json)).toBe(name);
});

test.for(['{"a":{"a":1}}', '[{"a":1},{"a":2}]', '["a","a"]', '{"a":"b\\\\","b":"a"}', "7", '""'])(
  "%s has none twice",
  (json) => {
    expect(duplicateKey(json)).toBeUndefined();
  },
);

/** True if an object in the value has two names that are the same after cleaning. */
function hasEqualNames(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const names = Array.isArray(value) ? [] : Object.keys(value).map(cleanText);
  return new Set(names).size < names.length || Object.values(value).some(hasEqualNames);
}

test("a text that JSON.stringify makes has a key twice only where cleaning makes two names equal", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1), (json, indent) => {
      const value: unknown = JSON.parse(json);
      expect(duplicateKey(JSON.stringify(value, null, indent)) !== undefined).toBe(hasEqualNames(value));
    }),
  );
});

test("a million backslashes cost linear time", () => {
  const json = `{"a":"${"\\\\".repeat(500_000)}"}`;
  const startedAt = performance.now();
  expect(duplicateKey(json)).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
