import { reviewSchema } from "../../../model/review.ts";
import type { SearchFilter } from "../../../model/search-filter.ts";
import { cursorAfter, type SearchPage } from "../../search/search.ts";
import { JsonText } from "../protocol/json-text.ts";
import { type Loose, looseOf, pick, type Publication } from "../publication.ts";
import { NOTICE, NOTICE_FIELD, resultOf } from "./tool.ts";

/** Some clients refuse results over 25,000 tokens: a page stays far below, and its cursor goes on. */
const MAX_PAGE_BYTES = 48_000;

const FIELD_NAMES = Object.keys(reviewSchema.properties);

/** The argument that leaves fields out. */
export const FIELDS = {
  type: "array",
  items: { type: "string", enum: FIELD_NAMES },
  maxItems: FIELD_NAMES.length,
  description: "fields of each review to return, to save tokens; id always comes along; default all",
} as const;

/** A review whose fields may have been left out. Types only: the whole schema is at /schemas/review.json. */
export const PARTIAL_REVIEW = {
  type: "object",
  required: ["id"],
  properties: Object.fromEntries(
    Object.entries(reviewSchema.properties).map(([name, schema]) => [name, typeOnly(schema)]),
  ),
};

function typeOnly(schema: Loose): object {
  return "type" in schema ? { type: schema["type"] } : {};
}

export const PAGE_SCHEMA = resultOf(
  {
    ...NOTICE_FIELD,
    hint: { type: "string" },
    release: { type: "string", description: "names this release of the reviews" },
    matched: { type: "integer", description: "all that match, on every page" },
    returned: { type: "integer" },
    reviews: { type: "array", items: PARTIAL_REVIEW },
    next_cursor: { type: "string", description: "absent on the last page" },
  },
  ["notice", "matched", "returned", "reviews"],
);

interface Page {
  readonly found: SearchPage;
  /** What was asked: a page that is cut short continues with it. */
  readonly filter: SearchFilter;
  readonly fields?: readonly string[] | undefined;
  readonly extra?: Loose;
}

const OPEN = JsonText.fromJson(',"reviews":[');
const COMMA = JsonText.fromJson(",");

/** A page of reviews as JSON: whole reviews stay as they were published. */
export function renderPage(publication: Publication, { found, filter, fields, extra }: Page): JsonText {
  const parts: JsonText[] = [];
  let bytes = 0;
  let returned = 0;
  for (const row of found.rows) {
    const part = partOf(publication, row, fields);
    bytes += part.sizeBytes;
    if (returned > 0 && bytes > MAX_PAGE_BYTES) break;
    parts.push(returned === 0 ? OPEN : COMMA, part);
    returned += 1;
  }
  if (returned === 0) parts.push(OPEN);
  const { release, table } = publication;
  const last = found.rows[returned - 1];
  const isCut = returned < found.rows.length && last !== undefined;
  const next = isCut ? cursorAfter(table, last, filter) : found.nextCursor;
  const told = JSON.stringify({ notice: NOTICE, ...extra, release, matched: found.matched, returned });
  const tail = next === undefined ? "]}" : `],"next_cursor":"${next}"}`;
  return JsonText.join([JsonText.fromJson(told.slice(0, -1)), ...parts, JsonText.fromJson(tail)]);
}

function partOf(publication: Publication, row: number, fields: readonly string[] | undefined): JsonText {
  return fields === undefined
    ? publication.textAt(row)
    : JsonText.of(pick(looseOf(publication.reviewAt(row)), ["id", ...fields]));
}
