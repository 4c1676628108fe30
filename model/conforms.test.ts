import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ROOT } from "../test/support/content.ts";
import { check } from "./check.ts";
import { conforms } from "./conforms.ts";
import { PUBLISHED_SCHEMAS } from "./documents.ts";
import type { Schema } from "./schema-pieces.ts";
import { searchFilterSchema } from "./search-filter.ts";

const VALUES: readonly unknown[] = [
  [null, true, false, 0, 1, 2, 2.5, 5, 6, -1, Number.NaN, Infinity],
  ["", "a", "ab", "abcd", "😀", "😀😀", "😀😀😀😀", "2026-02-28", "2026-02-30", "2026-03-04T10:00:00Z"],
  ["https://a.example/b", "https://a b", "ftp://a.example", "not a URL"],
  [[], [1], [1, 2], [1, 2, 3], ["a"], {}, { a: 1 }, { a: "x" }, { b: 1 }, { a: 1, b: 1 }, { a: undefined }],
].flat(1);

test.for<Schema>([
  { type: "string" },
  { type: ["integer", "null"] },
  { type: "number" },
  { type: "boolean" },
  { const: 2 },
  { enum: ["a", null, 5] },
  { type: "number", minimum: 1, maximum: 5 },
  { type: "string", minLength: 2, maxLength: 3 },
  { type: "string", pattern: "^.$" },
  { type: "string", format: "date" },
  { type: "string", format: "date-time" },
  { type: "string", format: "uri" },
  { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 2 },
  { type: "object" },
  { type: "object", minProperties: 1 },
  { type: "object", properties: { a: { type: "integer" } } },
  { type: "object", properties: { a: {} }, required: ["a"], additionalProperties: false },
  { type: "object", properties: { a: {} }, additionalProperties: { type: "string" } },
  { type: "object", propertyNames: { enum: ["a"] } },
  { anyOf: [{ type: "string" }, { const: 1 }] },
])("accepts what ajv accepts: %j", (schema) => {
  for (const value of VALUES)
    expect([value, conforms(schema)(value)]).toEqual([value, check(schema)(value).ok]);
});

const expected = (file: string): unknown =>
  JSON.parse(readFileSync(join(ROOT, "test/golden/home-services/expected", file), "utf8"));

test.for([
  ["manifest.json", PUBLISHED_SCHEMAS.manifest],
  ["insights.json", PUBLISHED_SCHEMAS.insights],
  ["api/entities.json", PUBLISHED_SCHEMAS.entities],
  ["policy.json", PUBLISHED_SCHEMAS.policy],
  ["api/reviews/since/index.json", PUBLISHED_SCHEMAS["since-index"]],
] as const)("accepts %s, and with a change only if ajv does", ([file, schema]) => {
  const document = expected(file);
  const [accepts, checked] = [conforms<Schema>(schema), check<Schema>(schema)];
  expect(accepts(document)).toBe(true);
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 6 }), fc.constantFrom(...VALUES), (path, value) => {
      const other = withValue(document, path, value);
      expect(accepts(other)).toBe(checked(other).ok);
    }),
    { numRuns: 300 },
  );
});

/** A copy in which the value at a path, of indexes into lists and into the entries of objects, is another one. */
function withValue(document: unknown, [index, ...path]: readonly number[], value: unknown): unknown {
  if (index === undefined || typeof document !== "object" || document === null) return value;
  const entries = Object.entries(document);
  const [name, old] = entries[index % (entries.length + 1)] ?? ["added", undefined];
  const changed = Object.fromEntries([...entries, [name, withValue(old, path, value)]]) as object;
  return Array.isArray(document) ? Object.values(changed) : changed;
}

test("a keyword without a rule is refused", () => {
  expect(() => conforms({ type: "array", uniqueItems: true })([])).toThrow(
    "no rule for the keyword uniqueItems",
  );
  for (const schema of [...Object.values(PUBLISHED_SCHEMAS), searchFilterSchema])
    expect(conforms<Schema>(schema)("none of them")).toBe(false);
});
