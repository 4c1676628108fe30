import { describe, expect, test } from "vitest";
import { check, showValue } from "./check.ts";

const schema = {
  type: "object",
  additionalProperties: false,
  required: ["name", "rating"],
  properties: {
    name: { type: "string", minLength: 3, maxLength: 5, pattern: "^[a-z]+$", description: "small letters" },
    rating: { type: "integer", minimum: 1, maximum: 5 },
    kind: { enum: ["a", "b"] },
    day: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    url: { type: "string", format: "uri", description: "a URL" },
    note: { type: ["string", "null"], minLength: 1 },
    words: { type: "array", items: { type: "string" }, uniqueItems: true },
    list: { type: "array", items: { type: "object", properties: { "a/b~c": { const: 1 } } }, minItems: 1 },
  },
} as const;

const issuesOf = (value: unknown): unknown => {
  const checked = check(schema)(value);
  return checked.ok ? [] : checked.error;
};
const good = { name: "abcd", rating: 5 };
const messageOf = (different: object): string[] =>
  (issuesOf({ ...good, ...different }) as { path: string; message: string }[]).map(
    ({ path, message }) => `${path} ${message}`,
  );

test("a value that fits is returned as it is", () => {
  const checked = check(schema)(good);
  expect(checked.ok && checked.value).toBe(good);
});

test("an issue has path, code, message and value, a missing field no value", () => {
  expect(issuesOf({ rating: 9 })).toEqual([
    { path: "name", code: "required", message: "is missing" },
    { path: "rating", code: "maximum", message: "must be at most 5", value: 9 },
  ]);
});

test("an unknown field is shown with its value and the field that was meant", () => {
  expect(issuesOf({ ...good, ratng: 3 })).toEqual([
    {
      path: "ratng",
      code: "additionalProperties",
      message: "is not a known field; did you mean rating?",
      value: 3,
    },
  ]);
  expect(messageOf({ unheardOf: 1 })).toEqual(["unheardOf is not a known field"]);
});

test("what is listed twice is shown", () => {
  expect(issuesOf({ ...good, words: ["a", "b", "c", "b"] })).toEqual([
    { path: "words", code: "uniqueItems", message: "must not list anything twice", value: "b" },
  ]);
});

describe("messages", () => {
  test.for([
    [{ rating: 0 }, "rating must be at least 1"],
    [{ rating: "x" }, "rating must be of type integer"],
    [{ note: 5 }, "note must be of type string or null"],
    [{ note: "" }, "note must not be empty"],
    [{ name: "ab" }, "name must have at least 3 characters"],
    [{ name: "abcdef" }, "name must have at most 5 characters"],
    [{ name: "ABC" }, "name must be small letters"],
    [{ kind: "c" }, "kind must be one of a, b"],
    [{ day: "2026-02-30" }, "day must be a valid value"],
    [{ at: "yesterday" }, "at must be a valid value"],
    [{ url: "no url" }, "url must be a URL"],
    [{ list: [] }, "list must NOT have fewer than 1 items"],
    [{ list: [{}, { "a/b~c": 2 }] }, "list[1].a/b~c must be equal to constant"],
  ] as const)("%j: %s", ([different, message]) => {
    expect(messageOf(different)).toEqual([message]);
  });

  test("the tenth and later items of a list have their number in the path", () => {
    const list = Array.from({ length: 12 }, (_, index) => (index === 11 ? { "a/b~c": 2 } : {}));
    expect(messageOf({ list })).toEqual(["list[11].a/b~c must be equal to constant"]);
  });

  test("a text that breaks several rules is reported once", () => {
    expect(messageOf({ name: "A" })).toHaveLength(1);
    expect(messageOf({ name: "A", url: "no url" })).toHaveLength(2);
  });

  test("all issues are reported, at most a hundred", () => {
    expect(messageOf({ rating: 9, kind: "c", note: 5 })).toHaveLength(3);
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`unknown${index}`, 1]));
    expect(messageOf(many)).toHaveLength(100);
  });
});

test.for(["2026-02-28T00:00:00Z", "2026-02-28T01:02:03+01:00"])("%s is a date-time", (at) => {
  expect(messageOf({ at })).toEqual([]);
});

test.for(["https://a.example/x", "urn:x:y"])("%s is a URI", (url) => {
  expect(messageOf({ url })).toEqual([]);
});
test.for(["https://a.example/<x>", 'https://a.example/"', "https://a.example/a b", "/relative"])(
  "%s is no URI",
  (url) => {
    expect(messageOf({ url })).toEqual(["url must be a URL"]);
  },
);

test("a value is shown in one short line", () => {
  expect(showValue("a\nb")).toBe(String.raw`"a\nb"`);
  expect(showValue({ a: 1 })).toBe('{"a":1}');
  expect(showValue(undefined)).toBe("undefined");
  expect(showValue("x".repeat(58))).toBe(`"${"x".repeat(58)}"`);
  expect(showValue("x".repeat(59))).toBe(`"${"x".repeat(56)}...`);
});

test("an object without any of its optional fields names them", () => {
  const text = { type: "string" } as const;
  const report = { type: "object", properties: { email: text, url: text }, minProperties: 1 } as const;
  const checked = check(report)({});
  expect(checked.ok ? [] : checked.error.map(({ message }) => message)).toEqual(["must have email or url"]);
});
