import type { JsonRow } from "./json-fields.ts";
import { CommandError } from "./reasons.ts";
import { type DocumentRow, isObject, listOf, parseDocument, present, textOf } from "./whole-document.ts";

const OPENING_TAG = /<script\b([^>]{0,1000})>/gi;
const JSON_LD_TYPE = /\btype\s*=\s*["']?application\/ld\+json\b/i;
const CLOSING_TAG = /<\/script\s*>/gi;
const OPENING_MARK = /^(?:<!--|(?:\/\/\s*)?<!\[CDATA\[)/;
const CLOSING_MARK = /(?:-->|(?:\/\/\s*)?\]\]>)$/;

/** Reads every schema.org Review of a page's JSON-LD blocks, or of a JSON file. */
export function jsonLdRows(file: string, text: string): DocumentRow[] {
  const isJson = /^\s*[[{]/.test(text);
  const blocks = isJson
    ? [parseDocument(file, text)]
    : scriptBlocks(text).map(({ line, block }) =>
        parseDocument(`${file}: line ${line}: the JSON-LD block`, withoutComment(block)),
      );
  if (blocks.length === 0)
    throw new CommandError([
      `${file}: has no <script type="application/ld+json">; save the page's source, as served`,
    ]);
  const rows = new Map<unknown, DocumentRow>();
  for (const block of blocks) collect(block, rows);
  if (rows.size === 0) throw new CommandError([`${file}: has JSON-LD, but no Review in it`]);
  return [...rows.values()];
}

/** The JSON-LD scripts of a page, found in time linear in its length. */
function scriptBlocks(text: string): { readonly line: number; readonly block: string }[] {
  const blocks: { line: number; block: string }[] = [];
  let [line, counted, end] = [1, 0, 0];
  for (const { 0: tag, 1: attributes = "", index } of text.matchAll(OPENING_TAG)) {
    if (index < end || !JSON_LD_TYPE.test(attributes)) continue;
    CLOSING_TAG.lastIndex = index + tag.length;
    const closing = CLOSING_TAG.exec(text);
    if (closing === null) break;
    line += text.slice(counted, index).split("\n").length - 1;
    counted = index;
    end = closing.index;
    blocks.push({ line, block: text.slice(index + tag.length, end) });
  }
  return blocks;
}

/** The block without the comment marks that hide scripts from very old browsers. */
const withoutComment = (block: string): string =>
  block.trim().replace(OPENING_MARK, "").replace(CLOSING_MARK, "");

function collect(value: unknown, rows: Map<unknown, DocumentRow>): void {
  if (typeof value !== "object" || value === null) return;
  if (isObject(value) && isReview(value)) rows.set(value, { row: rowOf(value) });
  for (const member of Object.values(value)) collect(member, rows);
}

const isReview = (value: JsonRow): boolean =>
  listOf(value["@type"]).some((type) => /^(?:https?:\/\/schema\.org\/)?(?:User)?Review$/.test(String(type)));

function rowOf(review: JsonRow): JsonRow {
  return present({
    id: textOf(review["identifier"]) ?? textOf(review["@id"]),
    author: nameOf(review["author"]) ?? "",
    author_avatar_url: imageOf(review["author"]),
    rating: stars(listOf(review["reviewRating"])[0]),
    date: review["datePublished"] ?? review["dateCreated"],
    title: textOf(review["headline"] ?? review["name"]),
    text: textOf(review["reviewBody"] ?? review["description"]) ?? null,
    source: nameOf(review["publisher"]),
    source_url: textOf(review["url"]),
  });
}

function nameOf(value: unknown): string | undefined {
  const first = listOf(value)[0];
  return isObject(first) ? textOf(first["name"]) : textOf(first);
}

function imageOf(author: unknown): string | undefined {
  const first = listOf(author)[0];
  const image = isObject(first) ? listOf(first["image"])[0] : undefined;
  return isObject(image) ? textOf(image["url"]) : textOf(image);
}

/** The rating on a scale of five stars; a result that is not whole is skipped later, as half stars are. */
function stars(rating: unknown): string | undefined {
  if (!isObject(rating)) return textOf(rating);
  const raw = textOf(rating["ratingValue"])?.replace(",", ".");
  const best = Number(textOf(rating["bestRating"])?.replace(",", ".") ?? "5");
  if (raw === undefined || best === 5 || !(best > 0) || Number.isNaN(Number(raw))) return raw;
  return String(Number(((Number(raw) * 5) / best).toFixed(6)));
}
