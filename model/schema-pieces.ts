/**
 * Building blocks of the schemas. Each shape is written once, as a JSON Schema (draft 2020-12); its type is inferred.
 */
import type { FromSchema, JSONSchema } from "json-schema-to-ts";
import type { CalendarDate } from "./calendar-date.ts";

interface Inference {
  keepDefaultedPropertiesOptional: true;
  deserialize: [
    { pattern: { type: "string"; format: "date" }; output: CalendarDate },
    { pattern: { type: readonly ["string", "null"]; format: "date" }; output: CalendarDate | null },
    {
      pattern: { type: readonly ["array", "null"]; minItems: 2; maxItems: 2 };
      output: [number, number] | null;
    },
  ];
}

type DeepReadonly<T> = T extends CalendarDate
  ? T
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** A JSON Schema, draft 2020-12. */
export type Schema = JSONSchema & object;

/** The type of the values that the schema accepts. Strings of format "date" are calendar dates; arrays of exactly two are intervals. */
export type SchemaType<S extends JSONSchema> = DeepReadonly<FromSchema<S, Inference>>;

export const ULID = {
  type: "string",
  pattern: "^[0-7][0-9A-HJKMNP-TV-Z]{25}$",
  description: "a ULID: 26 characters of Crockford base 32",
} as const;

export const DATE = {
  type: "string",
  format: "date",
  description: "a day that exists, YYYY-MM-DD",
} as const;

export const HTTP_URL = {
  type: "string",
  format: "uri",
  pattern: "^https?://",
  maxLength: 2048,
  description: "an http or https URL",
} as const;

export const NULLABLE_URL = { ...HTTP_URL, type: ["string", "null"] } as const;

export const SLUG = {
  type: "string",
  pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
  maxLength: 64,
  description: "lower-case words joined by hyphens",
} as const;

export const RATING = { type: "integer", minimum: 1, maximum: 5 } as const;

export const COUNT = { type: "integer", minimum: 0 } as const;

/** An object that has exactly these properties; `optional` names those that may be absent. */
export function exactObject<
  const P extends Readonly<Record<string, unknown>>,
  const O extends readonly (keyof P & string)[] = [],
>(properties: P, optional?: O) {
  const isRequired = (name: string): name is Exclude<keyof P & string, O[number]> =>
    optional?.includes(name) !== true;
  return {
    type: "object",
    additionalProperties: false,
    required: Object.keys(properties).filter(isRequired),
    properties,
  } as const;
}

export const listOf = <const S>(items: S) => ({ type: "array", items }) as const;

export const MEAN = {
  type: ["number", "null"],
  minimum: 1,
  maximum: 5,
  description: "mean stars, two decimals",
} as const;

export const TEXT = { type: "string" } as const;

export const INSTANT = { type: "string", format: "date-time" } as const;

/** An object with one value of the same schema for each name. */
export const eachOf = <const N extends string, const S>(names: readonly N[], schema: S) =>
  exactObject(Object.fromEntries(names.map((name) => [name, schema])) as Readonly<Record<N, S>>);

export const STARS = ["1", "2", "3", "4", "5"] as const;

export const distributionSchema = eachOf(STARS, COUNT);

export const SCHEMA_LINK = { type: "string", description: "path of this schema, for editors" } as const;

/** One line of text in a content file. */
export const LINE = {
  type: "string",
  minLength: 1,
  maxLength: 200,
  pattern: "^(?!\\s*$)[^\\n]+$",
  description: "one line of text",
} as const;

export const PROSE = { type: "string", minLength: 1, maxLength: 5000 } as const;

export const EMAIL = { ...LINE, pattern: "^[^@\\s]+@[^@\\s]+$", description: "an e-mail address" } as const;
