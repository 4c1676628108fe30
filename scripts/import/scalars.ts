import { showValue } from "../../model/check.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { cleanText } from "../../model/text.ts";
import type { CarriedFields } from "./carried.ts";
import { type Field, FIELDS, type RowValues } from "./fields.ts";
import { originalText } from "./prose.ts";
import { NOTED, type NoteReason, type Remark, SKIPPED, type SkipReason } from "./reasons.ts";
import { isObject, textOf } from "./whole-document.ts";
import { type DateRules, readDate } from "./written-date.ts";

/** A row's values as text. An empty text is carried, an absent one is not. */
export type TextValues = { [F in Field]?: string };

/** JSON may hold numbers, booleans and null instead of text; objects and lists are left out and noted. */
export function textValuesOf(values: RowValues, notes: Remark<NoteReason>[]): TextValues {
  const row: TextValues = {};
  for (const field of FIELDS) {
    const value = values[field];
    if (value === undefined || field === "photos") continue;
    if (typeof value === "string") row[field] = value;
    else if (typeof value === "number" || typeof value === "boolean") row[field] = String(value);
    else if (value === null) row[field] = "";
    else notes.push({ reason: NOTED.object, detail: `${field} ${showValue(value)}` });
  }
  return row;
}

/** Counts code points, as JSON Schema does. */
export const isLong = (text: string, max: number): boolean =>
  text.length > max && Array.from(text).length > max;

const STAR_WORDS = ["one", "two", "three", "four", "five"];

/** `4`, `4.0`, `4,0`, `4 stars`, `4/5`, `4 out of 5`. */
const STARS = /^(-?\d{1,4})(?:[.,](\d{1,6}))?\s*(?:stars?|\/\s*5(?:[.,]0+)?|out of 5)?$/i;

/** Whole stars from 1 to 5; nothing is rounded or rescaled. */
export function parseRating(raw: string): Result<number, SkipReason> {
  const text = raw.trim();
  if (text === "") return err(SKIPPED.noRating);
  const word = STAR_WORDS.indexOf(
    text
      .toLowerCase()
      .replace(/stars?$/, "")
      .trimEnd(),
  );
  if (word !== -1) return ok(word + 1);
  const match = STARS.exec(text);
  if (!match) return err(SKIPPED.ratingUnreadable);
  const rating = Number(`${match[1]}.${match[2] ?? "0"}`);
  if (rating < 1 || rating > 5) return err(SKIPPED.ratingRange);
  return Number.isInteger(rating) ? ok(rating) : err(SKIPPED.halfStars);
}

const YES = new Set(["true", "yes", "y", "1", "verified"]);
const NO = new Set(["false", "no", "n", "0", "unverified", "not verified"]);

/** Undefined for an empty text. */
export function parseYesNo(raw: string): Result<boolean | undefined, SkipReason> {
  const word = raw.trim().toLowerCase();
  if (word === "") return ok(undefined);
  if (YES.has(word)) return ok(true);
  return NO.has(word) ? ok(false) : err(SKIPPED.verifiedUnreadable);
}

/** The limit of the schema. */
export const MAX_TEXT_CHARS = 20_000;

/** The owner's reply. Without a readable date it is left out: an invented date would be published as fact. */
export function readReply(
  row: TextValues,
  rules: DateRules,
  notes: Remark<NoteReason>[],
): Pick<CarriedFields, "owner_reply"> {
  const text = originalText(cleanText(row.reply ?? ""));
  if (text === "") return {};
  if (isLong(text, MAX_TEXT_CHARS)) {
    notes.push({ reason: NOTED.replyLength, detail: showValue(text) });
    return {};
  }
  const date = readDate(row.reply_date ?? "", rules);
  if (date.ok) return { owner_reply: { text, date: date.value } };
  notes.push({ reason: NOTED.replyDate, detail: `${showValue(row.reply_date ?? null)} ${date.error}` });
  return {};
}

const MAX_URL_CHARS = 2048;

/** The URLs of the author's image and the review's page. URLs that are not http or https are left out and noted. */
export function readUrls(
  row: TextValues,
  notes: Remark<NoteReason>[],
): Pick<CarriedFields, "author_avatar_url" | "source_url"> {
  const carried: { author_avatar_url?: string; source_url?: string } = {};
  for (const field of ["author_avatar_url", "source_url"] as const) {
    const url = readUrl(row[field] ?? "", field, notes);
    if (url !== undefined) carried[field] = url;
  }
  return carried;
}

/** The limit of the schema. */
const MAX_PHOTOS = 20;

/** Members that hold the URL of a photo, in the layouts of Yotpo, Reviews.io and Mangrove. */
const PHOTO_MEMBERS = ["original_url", "image", "src", "url"];

/** The URLs of the photos: a list of texts or objects, or one text with commas, spaces, bars or semicolons between. */
export function readPhotos(value: unknown, notes: Remark<NoteReason>[]): Pick<CarriedFields, "photos"> {
  if (value === undefined) return {};
  const listed = typeof value === "string" && value.trimStart().startsWith("[") ? parseList(value) : value;
  const items: unknown[] = Array.isArray(listed) ? listed : (textOf(listed) ?? "").split(/[\s,;|]+/);
  const urls = items.flatMap((item) => readUrl(photoUrl(item), "photos", notes) ?? []);
  return { photos: [...new Set(urls)].slice(0, MAX_PHOTOS) };
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function photoUrl(item: unknown): string {
  if (!isObject(item)) return textOf(item) ?? "";
  return PHOTO_MEMBERS.map((name) => item[name]).find((url) => typeof url === "string") ?? "";
}

function readUrl(raw: string, field: Field, notes: Remark<NoteReason>[]): string | undefined {
  const url = cleanText(raw);
  if (url === "" || isHttpUrl(url)) return url || undefined;
  notes.push({ reason: NOTED.url, detail: `${field} ${showValue(url)}` });
  return undefined;
}

function isHttpUrl(raw: string): boolean {
  return raw.length <= MAX_URL_CHARS && /^https?:\/\/[^\s<>"]+$/.test(raw) && URL.canParse(raw);
}
