import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ROOT } from "../test/support/content.ts";
import { contentBusinessSchema } from "./business.ts";
import { conforms } from "./conforms.ts";
import { contentAspectsSchema, contentFaqSchema, contentReviewsSchema } from "./content.ts";
import { PUBLISHED_SCHEMAS } from "./documents.ts";
import { contentEntitiesSchema } from "./entities.ts";
import { FORMATS } from "./formats.ts";
import { contentPolicySchema } from "./policy.ts";
import type { Schema } from "./schema-pieces.ts";
import { searchFilterSchema } from "./search-filter.ts";

function compiled(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateSchema: false });
  for (const [name, isValid] of Object.entries(FORMATS)) ajv.addFormat(name, isValid);
  return ajv.compile(schema);
}

const VALUES: readonly unknown[] = [
  [null, true, false, 0, 1, 2, 2.5, 5, 6, -1, Number.NaN, Infinity],
  ["", "a", "ab", "abcd", "😀", "😀😀", "😀😀😀😀", "2026-02-28", "2026-02-30", "2026-03-04T10:00:00Z"],
  ["https://a.example/b", "https://a b", "ftp://a.example", "not a URL"],
  [
    [],
    [1],
    [1, 2],
    [1, 2, 3],
    ["a"],
    ["a", "b"],
    ["a", "b", "a"],
    {},
    { a: 1 },
    { a: "x" },
    { b: 1 },
    { a: 1, b: 1 },
    { a: undefined },
  ],
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
  { type: "array", items: { type: "string" }, uniqueItems: true },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  { if: { type: "string" }, then: { type: "string", minLength: 2 } },
  { if: { type: "string", maxLength: 1 }, else: { type: "integer" } },
])("accepts what ajv accepts: %j", (schema) => {
  const byAjv = compiled(schema);
  for (const value of VALUES) expect([value, conforms(schema)(value)]).toEqual([value, byAjv(value)]);
});

const GOLDEN = "test/golden/home-services";

test.for([
  [`${GOLDEN}/expected/manifest.json`, PUBLISHED_SCHEMAS.manifest],
  [`${GOLDEN}/expected/insights.json`, PUBLISHED_SCHEMAS.insights],
  [`${GOLDEN}/expected/api/entities.json`, PUBLISHED_SCHEMAS.entities],
  [`${GOLDEN}/expected/policy.json`, PUBLISHED_SCHEMAS.policy],
  [`${GOLDEN}/expected/api/reviews/since/index.json`, PUBLISHED_SCHEMAS["since-index"]],
  ["content/business.json", contentBusinessSchema],
  ["content/entities.json", contentEntitiesSchema],
  ["content/faq.json", contentFaqSchema],
  ["content/policy.json", contentPolicySchema],
  ["test/golden/bakery/content/aspects.json", contentAspectsSchema],
  ["content/reviews/2024-02.json", contentReviewsSchema],
] as const)("accepts %s, and with a change only if ajv does", ([file, schema]) => {
  const document: unknown = JSON.parse(readFileSync(join(ROOT, file), "utf8"));
  const [accepts, byAjv] = [conforms<Schema>(schema), compiled(schema)];
  expect(accepts(document)).toBe(true);
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 6 }), fc.constantFrom(...VALUES), (path, value) => {
      const other = withValue(document, path, value);
      expect(accepts(other)).toBe(byAjv(other));
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
  expect(() => conforms({ type: "array", contains: {} })([])).toThrow("no rule for the keyword contains");
  expect(() => conforms({ type: "array", uniqueItems: true })([])).toThrow("uniqueItems needs strings");
  for (const schema of [...Object.values(PUBLISHED_SCHEMAS), searchFilterSchema])
    expect(conforms<Schema>(schema)("none of them")).toBe(false);
});
