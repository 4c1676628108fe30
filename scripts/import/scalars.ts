import { showValue } from "../../model/check.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { cleanText } from "../../model/text.ts";
import type { Carried } from "./carried.ts";
import { type Field, FIELDS, type RowValues } from "./fields.ts";
import { NOTED, type Noted, type Remark, SKIPPED, type Skipped } from "./reasons.ts";

/** A row's values as text. An empty text is carried, an absent one is not. */
export type Scalars = { [F in Field]?: string };

/** JSON may hold numbers, booleans and null where a text is wanted; objects and lists are left out and noted. */
export function scalarsOf(values: RowValues, notes: Remark<Noted>[]): Scalars {
  const row: Scalars = {};
  for (const field of FIELDS) {
    const value = values[field];
    if (value === undefined) continue;
    if (typeof value === "string") row[field] = value;
    else if (typeof value === "number" || typeof value === "boolean") row[field] = String(value);
    else if (value === null) row[field] = "";
    else notes.push({ reason: NOTED.object, detail: `${field} ${showValue(value)}` });
  }
  return row;
}

/** Characters as JSON Schema counts them: code points. */
export const isLong = (text: string, max: number): boolean =>
  text.length > max && Array.from(text).length > max;

const YES = new Set(["true", "yes", "y", "1", "verified"]);
const NO = new Set(["false", "no", "n", "0", "unverified", "not verified"]);

/** Undefined where the row does not say. */
export function parseYesNo(raw: string): Result<boolean | undefined, Skipped> {
  const word = raw.trim().toLowerCase();
  if (word === "") return ok(undefined);
  if (YES.has(word)) return ok(true);
  return NO.has(word) ? ok(false) : err(SKIPPED.verifiedUnreadable);
}

/** The bound of the schema. */
export const MAX_TEXT_CHARS = 20_000;

const MAX_URL_CHARS = 2048;

/** The two addresses of a review, as far as the row has them and they are http or https. */
export function imageAndPage(
  row: Scalars,
  notes: Remark<Noted>[],
): Pick<Carried, "author_avatar_url" | "source_url"> {
  const carried: { author_avatar_url?: string; source_url?: string } = {};
  for (const field of ["author_avatar_url", "source_url"] as const) {
    const raw = cleanText(row[field] ?? "");
    if (raw === "") continue;
    if (isHttpUrl(raw)) carried[field] = raw;
    else notes.push({ reason: NOTED.url, detail: `${field} ${showValue(raw)}` });
  }
  return carried;
}

function isHttpUrl(raw: string): boolean {
  return raw.length <= MAX_URL_CHARS && /^https?:\/\/[^\s<>"]+$/.test(raw) && URL.canParse(raw);
}
