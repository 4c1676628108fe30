import { FORMATS } from "./formats.ts";
import type { Schema, SchemaType } from "./schema-pieces.ts";

type Accepts = (value: unknown) => boolean;
type Json = Readonly<Record<string, unknown>>;

type Guard<T> = (value: unknown) => value is T;

/**
 * Tells if values conform to a JSON Schema (draft 2020-12). `check` accepts the same values and explains what is wrong
 * with others, by ajv: loading it and compiling the schemas of a release took a fifth of a sidecar's start. Throws for a
 * keyword that none of our schemas has.
 */
export const conforms = <const S extends Schema>(schema: S): Guard<SchemaType<S>> =>
  guard<SchemaType<S>>(schema);

function guard<T>(schema: Json): Guard<T> {
  let accepts: Accepts | undefined;
  return (value): value is T => (accepts ??= compose(schema))(value);
}

function compose(schema: Json): Accepts {
  const rules = Object.entries(schema).flatMap(([keyword, argument]) => {
    if (ANNOTATIONS.has(keyword)) return [];
    const rule = KEYWORDS[keyword];
    if (rule === undefined) throw new Error(`no rule for the keyword ${keyword}`);
    return rule(argument as never, schema);
  });
  return (value) => rules.every((accepts) => accepts(value));
}

/** They assert nothing, or only beside `if`. */
const ANNOTATIONS = new Set(["title", "description", "default", "then", "else"]);

/** Each keyword asserts something of one type of value, and accepts all others. */
const KEYWORDS: Readonly<Record<string, (argument: never, schema: Json) => Accepts>> = {
  type: (names: string | readonly string[]) =>
    typeof names === "string"
      ? (TYPES[names] as Accepts)
      : (value) => names.some((name) => TYPES[name]?.(value)),
  const: (only: unknown) => (value) => value === only,
  enum: (values: readonly unknown[]) => (value) => values.includes(value),
  anyOf: (schemas: readonly Json[]) => {
    const all = schemas.map(compose);
    return (value) => all.some((accepts) => accepts(value));
  },
  minimum: (least: number) => ofNumber((value) => value >= least),
  maximum: (most: number) => ofNumber((value) => value <= most),
  if: (condition: Json, schema) => {
    const applies = compose(condition);
    const [ofThen, ofElse] = [schema["then"], schema["else"]].map((branch = {}) => compose(branch as Json));
    return (value) => (applies(value) ? ofThen : ofElse)?.(value) === true;
  },
  // A character is one or two code units.
  minLength: (least: number) => ofString((text) => text.length >= 2 * least || lengthOf(text) >= least),
  maxLength: (most: number) => ofString((text) => text.length <= most || lengthOf(text) <= most),
  pattern: (ofSchema: string) => {
    const pattern = new RegExp(ofSchema, "u");
    return ofString((text) => pattern.test(text));
  },
  format: (name: string) => ofString((text) => FORMATS[name]?.(text) === true),
  items: (schema: Json) => {
    const accepts = compose(schema);
    return ofArray((items) => items.every(accepts));
  },
  uniqueItems: (_: true, { items }) => {
    if ((items as Json | undefined)?.["type"] !== "string") throw new Error("uniqueItems needs strings");
    return ofArray((strings) => new Set(strings).size === strings.length);
  },
  minItems: (least: number) => ofArray((items) => items.length >= least),
  maxItems: (most: number) => ofArray((items) => items.length <= most),
  required: (names: readonly string[]) =>
    ofObject((value) => names.every((name) => value[name] !== undefined)),
  minProperties: (least: number) => ofObject((value) => Object.keys(value).length >= least),
  propertyNames: (schema: Json) => {
    const accepts = compose(schema);
    return ofObject((value) => Object.keys(value).every(accepts));
  },
  properties: (schemas: Readonly<Record<string, Json>>) => {
    const all = Object.entries(schemas).map(([name, schema]) => [name, compose(schema)] as const);
    return ofObject((value) =>
      all.every(([name, accepts]) => value[name] === undefined || accepts(value[name])),
    );
  },
  additionalProperties: (schema: Json | false, { properties = {} }) => {
    const accepts = schema === false ? () => false : compose(schema);
    const named = new Set(Object.keys(properties as Json));
    return ofObject((value) => Object.keys(value).every((name) => named.has(name) || accepts(value[name])));
  },
};

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, Accepts>> = {
  object: isObject,
  array: (value) => Array.isArray(value),
  string: (value) => typeof value === "string",
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};

const ofNumber =
  (accepts: (value: number) => boolean): Accepts =>
  (value) =>
    typeof value !== "number" || accepts(value);

const ofString =
  (accepts: (text: string) => boolean): Accepts =>
  (value) =>
    typeof value !== "string" || accepts(value);

const ofArray =
  (accepts: (items: readonly unknown[]) => boolean): Accepts =>
  (value) =>
    !Array.isArray(value) || accepts(value);

const ofObject =
  (accepts: (value: Json) => boolean): Accepts =>
  (value) =>
    !isObject(value) || accepts(value);

/** Code points, as JSON Schema counts. */
const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};
