import { stat } from "node:fs/promises";
import type { JsonRow } from "./json-path.ts";
import { isNestedDeeper } from "../../model/json-depth.ts";
import { MAX_STRING_BYTES } from "../../model/text.ts";
import { readText } from "./read-text.ts";
import { errorCode, Stop } from "./stop.ts";

/** The text of a file that only makes sense as a whole. */
export async function readWholeText(file: string, encoding: string): Promise<string> {
  const size = await stat(file).then(
    (stats) => stats.size,
    (error: unknown) => {
      throw new Stop([`${file}: cannot be read (${errorCode(error)})`]);
    },
  );
  if (size > MAX_STRING_BYTES)
    throw new Stop([`${file}: is over 500 MB; split it, or turn it into JSON Lines and import that`]);
  const parts: string[] = [];
  for await (const part of readText(file, encoding)) {
    if (parts.length === 0 && part.startsWith("PK\u0003\u0004")) throw zipped(file);
    parts.push(part);
  }
  return parts.join("");
}

const zipped = (file: string): Stop =>
  new Stop([`${file}: is a ZIP archive; unpack it and name the files in it`]);

/** Deeper than any export or page nests, and far from the end of memory and stack. */
const MAX_DEPTH = 64;

/** The value of a JSON file. */
export function parseDocument(where: string, text: string): unknown {
  // A parser makes some 50 bytes of each bracket before it finds out.
  if (isNestedDeeper(text, MAX_DEPTH))
    throw new Stop([`${where}: is nested over ${MAX_DEPTH} levels deep, as no export is`]);
  try {
    return JSON.parse(text, reviverFor(text)) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    throw new Stop([`${where}: is not JSON: ${reason}; it may be cut, so export it again`]);
  }
}

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Ids beyond 2^53 would be rounded, and two reviews would become one: their digits are kept as text. */
export const reviverFor = (text: string): Reviver | undefined =>
  /\d{16}/.test(text) ? keepDigits : undefined;

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
}

export const isObject = (value: unknown): value is JsonRow =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A member as a list: absent is none, and one alone is a list of one. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** A text or a number as text; anything else is none. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Only the members that are there. */
export function present(members: Readonly<Record<string, unknown>>): JsonRow {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
