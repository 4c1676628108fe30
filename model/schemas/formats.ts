/** Pieces that several schemas share. */
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
export function exactObject<P extends Readonly<Record<string, unknown>>>(
  properties: P,
  optional: readonly (keyof P & string)[] = [],
): { type: "object"; additionalProperties: false; required: string[]; properties: P } {
  return {
    type: "object",
    additionalProperties: false,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    properties,
  };
}

export function listOf<S>(items: S): { type: "array"; items: S } {
  return { type: "array", items };
}

export const MEAN = {
  type: ["number", "null"],
  minimum: 1,
  maximum: 5,
  description: "mean stars, two decimals",
} as const;
export const distributionSchema = exactObject({ "1": COUNT, "2": COUNT, "3": COUNT, "4": COUNT, "5": COUNT });

export const SCHEMA_LINK = { type: "string", description: "path of this schema, for editors" } as const;

export const LINE = {
  type: "string",
  minLength: 1,
  maxLength: 200,
  pattern: "^[^\\n]*\\S[^\\n]*$",
  description: "one line of text",
} as const;
