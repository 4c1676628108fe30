import { createRequire } from "node:module";
import type * as Ajv from "ajv/dist/2020.js";
import type { JSONSchema } from "json-schema-to-ts";
import { conforms } from "./conforms.ts";
import { FORMATS } from "./formats.ts";
import { nearest } from "./nearest.ts";
import { err, ok, type Result } from "./result.ts";
import type { Schema, SchemaType } from "./schema-pieces.ts";

/** One violation: its place, the rule, a message and the value found. */
export interface Issue {
  /** JavaScript-like path below the checked value, such as `[14].rating`; empty for the value itself. */
  readonly path: string;
  /** The JSON Schema keyword that failed. */
  readonly code: string;
  readonly message: string;
  readonly value?: unknown;
}

export type Check<T> = (value: unknown) => Result<T, Issue[]>;

const MAX_ISSUES = 100;

let ajv: Ajv.Ajv2020 | undefined;

/**
 * Loads ajv once, at the latest when there is something to explain: that and compiling the schemas take a quarter of a
 * second, and most builds have nothing to explain.
 */
export const loadAjv = (): Ajv.Ajv2020 => (ajv ??= createAjv());

function createAjv(): Ajv.Ajv2020 {
  const { Ajv2020 } = createRequire(import.meta.url)("ajv/dist/2020.js") as typeof Ajv;
  const loaded = new Ajv2020({
    allErrors: true,
    strict: true,
    verbose: true,
    allowUnionTypes: true,
    // The schemas are ours: comparing each with the meta-schema takes as long as compiling it. A test does that.
    validateSchema: false,
    // Optimizing the generated code takes as long as generating it, and V8 does it again where it matters.
    code: { optimize: false },
  });
  for (const [name, isValid] of Object.entries(FORMATS)) loaded.addFormat(name, isValid);
  return loaded;
}

/** Compiles a JSON Schema (draft 2020-12) to a check of the type it describes, which reports every issue. */
export const check = <const S extends JSONSchema & object>(schema: S): Check<SchemaType<S>> =>
  checkAs<SchemaType<S>>(schema);

function checkAs<T>(schema: object): Check<T> {
  const isValid = conforms(schema as Schema);
  let validate: Ajv.ValidateFunction<T> | undefined;
  return (value) => {
    if (isValid(value)) return ok(value as T);
    validate ??= loadAjv().compile<T>(schema);
    if (validate(value)) return ok(value);
    return err(firstOfEach((validate.errors ?? []).slice(0, MAX_ISSUES).map(toIssue)));
  };
}

/**
 * Keeps the first issue of a text that violates length, pattern and format at once: it is one mistake. An "if" only
 * says that its branch failed, which has issues of its own.
 */
function firstOfEach(issues: readonly Issue[]): Issue[] {
  const reported = new Set<string>();
  return issues.filter(({ path, code }) => {
    if (code === "if") return false;
    const isAboutText = /^(?:pattern|format|m\w+Length)$/.test(code);
    if (isAboutText && reported.has(path)) return false;
    if (isAboutText) reported.add(path);
    return true;
  });
}

function toIssue(error: Ajv.ErrorObject): Issue {
  const params = error.params as Readonly<Record<string, unknown>>;
  const missing = params["missingProperty"] as string | undefined;
  const unknown = params["additionalProperty"] as string | undefined;
  const path = pathOf(error.instancePath, missing ?? unknown);
  const issue = { path, code: error.keyword, message: messageOf(error, params) };
  if (missing !== undefined) return issue;
  const repeated = error.keyword === "uniqueItems" ? String(params["i"]) : undefined;
  const field = unknown ?? repeated;
  const value = field === undefined ? error.data : (error.data as Record<string, unknown>)[field];
  return { ...issue, value };
}

/** `/reviews/14/rating` -> `reviews[14].rating` */
function pathOf(pointer: string, last?: string): string {
  const steps = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (last !== undefined) steps.push(last);
  return steps.reduce((path, step) => {
    if (/^\d+$/.test(step)) return `${path}[${step}]`;
    return path === "" ? step : `${path}.${step}`;
  }, "");
}

function messageOf(error: Ajv.ErrorObject, params: Readonly<Record<string, unknown>>): string {
  const parent = error.parentSchema as { description?: string; properties?: object } | undefined;
  switch (error.keyword) {
    case "required":
      return "is missing";
    case "additionalProperties":
      return `is not a known field${likely(String(params["additionalProperty"]), parent?.properties)}`;
    case "enum":
      return `must be one of ${(params["allowedValues"] as unknown[]).join(", ")}`;
    case "minimum":
      return `must be at least ${String(params["limit"])}`;
    case "maximum":
      return `must be at most ${String(params["limit"])}`;
    case "minLength":
      return params["limit"] === 1
        ? "must not be empty"
        : `must have at least ${String(params["limit"])} characters`;
    case "uniqueItems":
      return "must not list anything twice";
    case "minProperties":
      return `must have ${Object.keys(parent?.properties ?? {}).join(" or ")}`;
    case "maxLength":
      return `must have at most ${String(params["limit"])} characters`;
    case "type":
      return `must be of type ${String(params["type"]).replaceAll(",", " or ")}`;
    case "pattern":
    case "format":
      return `must be ${parent?.description ?? "a valid value"}`;
    default:
      return error.message ?? "is not valid";
  }
}

function likely(name: string, properties: object = {}): string {
  const near = nearest(name, Object.keys(properties));
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** A value as messages show it: short, and on one line. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
