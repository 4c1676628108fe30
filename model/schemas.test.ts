import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { ROOT } from "../test/support/content.ts";
import { check } from "./check.ts";
import { contentAspectsSchema, contentFaqSchema, editorSchemas } from "./content.ts";
import { PUBLISHED_SCHEMAS } from "./documents.ts";
import { contentEntitiesSchema } from "./entities.ts";
import { contentReviewSchema } from "./review.ts";
import { searchFilterSchema } from "./search-filter.ts";

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const EXPECTED = "test/golden/home-services/expected";

test.for(Object.entries(editorSchemas()))("%s is the file that editors read", ([name, text]) => {
  expect(text).toBe(read(`model/schemas/json/${name}`));
});

test("every schema is valid by the meta-schema, which a check does not compare it with", () => {
  const editors = Object.values(editorSchemas()).map((text) => JSON.parse(text) as object);
  const ajv = new Ajv2020({ allowUnionTypes: true });
  for (const schema of [...editors, ...Object.values(PUBLISHED_SCHEMAS), searchFilterSchema])
    expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
});

test("every content file has a schema for editors", () => {
  expect(Object.keys(editorSchemas()).toSorted()).toEqual([
    "aspects.schema.json",
    "audit.schema.json",
    "business.schema.json",
    "entities.schema.json",
    "faq.schema.json",
    "learned.schema.json",
    "pack.schema.json",
    "policy.schema.json",
    "reviews.schema.json",
    "source-totals.schema.json",
    "sources.schema.json",
  ]);
});

test.for(Object.entries(PUBLISHED_SCHEMAS))("the schema %s is published as expected", ([name, schema]) => {
  const {
    $schema: _,
    $id: __,
    title: ___,
    ...published
  } = JSON.parse(read(`${EXPECTED}/schemas/${name}.json`)) as Record<string, unknown>;
  expect(JSON.parse(JSON.stringify(schema))).toEqual(published);
});

test("the search parameters are described as expected", () => {
  const { paths } = JSON.parse(read(`${EXPECTED}/openapi.json`)) as {
    paths: Record<string, { get: { parameters: { name: string; description: string; schema: object }[] } }>;
  };
  const parameters = paths["/api/reviews/search"]?.get.parameters ?? [];
  const described = parameters.map(({ name, description, schema }) => [name, { ...schema, description }]);
  expect(JSON.parse(JSON.stringify(searchFilterSchema.properties))).toEqual(Object.fromEntries(described));
  expect(check(searchFilterSchema)({ rating: 5 }).ok).toBe(true);
  expect(check(searchFilterSchema)({ stars: 5 }).ok).toBe(false);
});

describe("patterns accept and refuse", () => {
  const review = {
    id: "01J0000000000000000000000Z",
    author: "Kim",
    rating: 5,
    date: "2026-03-01",
    source: "google",
    verified: true,
  };
  const accepts = (different: object): boolean => check(contentReviewSchema)({ ...review, ...different }).ok;

  test.for([
    [{ id: "01J0000000000000000000000I" }, false],
    [{ id: "81J0000000000000000000000Z" }, false],
    [{ id: "01J0000000000000000000000ZZ" }, false],
    [{ id: "x01J0000000000000000000000Z" }, false],
    [{ author: " " }, false],
    [{ author: "a\nb" }, false],
    [{ author: " a " }, true],
    [{ author: "x".repeat(200) }, true],
    [{ author: "x".repeat(201) }, false],
    [{ rating: 0 }, false],
    [{ rating: 6 }, false],
    [{ rating: 4.5 }, false],
    [{ source_url: "http://a.example" }, true],
    [{ source_url: "https://a.example/x?y" }, true],
    [{ source_url: "ftp://a.example" }, false],
    [{ source_url: "xhttps://a.example" }, false],
    [{ source_url: null }, true],
    [{ text: null }, true],
    [{ text: "" }, true],
    [{ text: "x".repeat(20_001) }, false],
    [{ owner_reply: null }, true],
    [{ owner_reply: { text: "", date: "2026-03-02" } }, false],
    [{ owner_reply: { text: "Thanks." } }, false],
    [{ stars: 5 }, false],
  ] as const)("review %j: %s", ([different, isAccepted]) => {
    expect(accepts(different)).toBe(isAccepted);
  });

  const entity = { id: "a", name: "A" };
  const entities = (different: object): object => ({
    technicians: [{ ...entity, ...different }],
    services: [],
    service_areas: [],
  });

  test.for([
    [entities({}), true],
    [entities({ id: "a-b-2" }), true],
    [entities({ id: "a--b" }), false],
    [entities({ id: "-a" }), false],
    [entities({ id: "a-" }), false],
    [entities({ id: "A" }), false],
    [entities({ id: "a".repeat(65) }), false],
    [entities({ aliases: ["x", "x"] }), false],
    [entities({ publish_sentiment: false }), true],
    [{ ...entities({}), services: [{ ...entity, publish_sentiment: false }] }, false],
    [{ ...entities({}), problems: [{ ...entity, phrases: [] }] }, false],
    [{ ...entities({}), problems: [{ ...entity, phrases: ["x"] }] }, true],
    [{ technicians: [], services: [] }, false],
  ] as const)("entities %j: %s", ([value, isAccepted]) => {
    expect(check(contentEntitiesSchema)(value).ok).toBe(isAccepted);
  });

  test("aspects and FAQ need their required fields only", () => {
    const aspects = (aspect: object): boolean => check(contentAspectsSchema)({ aspects: [aspect] }).ok;
    expect(aspects({ id: "price", label: "Price", words: ["price"] })).toBe(true);
    expect(aspects({ id: "price", label: "Price", words: [] })).toBe(false);
    expect(aspects({ id: "price", label: "Price" })).toBe(false);
    const faq = check(contentFaqSchema);
    expect(faq({ $schema: "x", faq: [{ id: "a", question: "Q?", answer: "A." }] }).ok).toBe(true);
    expect(faq({ faq: [{ id: "a", question: "Q?", answer: "" }] }).ok).toBe(false);
  });
});
