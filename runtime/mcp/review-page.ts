import { reviewSchema } from "../../model/schemas/published.ts";
import type { SearchFilter } from "../../model/search-filter.ts";
import { cursorAt, type Found } from "../search/search.ts";
import { type Loose, pick, type Publication } from "./publication.ts";
import { NOTICE, NOTICE_FIELD, resultOf } from "./tool.ts";

/** Some clients refuse results over 25,000 tokens: a page stays far below, and its cursor goes on. */
const MAX_PAGE_LETTERS = 40_000;

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
  readonly found: Found;
  /** What was asked: a page that is cut short continues with it. */
  readonly filter: SearchFilter;
  readonly fields?: readonly string[] | undefined;
  readonly extra?: Loose;
}

/** A page of reviews as JSON: whole reviews stay the bytes that were published. */
export function renderPage(
  { table, ...publication }: Pick<Publication, "table" | "release">,
  page: Page,
): string {
  const { found, filter, fields, extra } = page;
  const parts: string[] = [];
  let letters = 0;
  for (const row of found.rows) {
    const part = partOf(table.bytesOf(row).toString("utf8"), fields);
    letters += part.length;
    if (parts.length > 0 && letters > MAX_PAGE_LETTERS) break;
    parts.push(part);
  }
  const last = found.rows[parts.length - 1];
  const isCut = parts.length < found.rows.length && last !== undefined;
  const next = isCut ? cursorAt(table, last, filter) : found.nextCursor;
  const head = JSON.stringify({
    notice: NOTICE,
    ...extra,
    release: publication.release,
    matched: found.matched,
  });
  const tail = next === undefined ? "" : `,"next_cursor":"${next}"`;
  return `${head.slice(0, -1)},"returned":${parts.length},"reviews":[${parts.join(",")}]${tail}}`;
}

function partOf(json: string, fields: readonly string[] | undefined): string {
  return fields === undefined ? json : JSON.stringify(pick(JSON.parse(json) as Loose, ["id", ...fields]));
}
