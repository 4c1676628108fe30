import { type Review, reviewSchema } from "../../../model/review.ts";
import type { SearchFilter } from "../../../model/search-filter.ts";
import { cursorAfter } from "../../search/cursor.ts";
import type { SearchPage } from "../../search/search.ts";
import { type ReleaseDocuments, reviewAt } from "./release-documents.ts";
import { NOTICE, NOTICE_FIELD, resultOf, typesOf } from "./tool.ts";

/** Some clients refuse results over 25,000 tokens. A page stays well below; its cursor continues. */
const MAX_PAGE_BYTES = 48_000;

type ReviewField = keyof Review;

const FIELD_NAMES = Object.keys(reviewSchema.properties) as ReviewField[];

/** The argument that selects fields. */
export const FIELDS = {
  type: "array",
  items: { type: "string", enum: FIELD_NAMES },
  maxItems: FIELD_NAMES.length,
  description: "fields of each review to return, to save tokens; id always comes along; default all",
} as const;

/** A review with its id and the selected fields. */
export const PARTIAL_REVIEW = {
  type: "object",
  required: ["id"],
  properties: typesOf(reviewSchema.properties),
} as const;

export type PartialReview = Pick<Review, "id"> & Partial<Review>;

export function selectFields(review: Review, fields: readonly ReviewField[] | undefined): PartialReview {
  if (fields === undefined) return review;
  const names = FIELD_NAMES.filter((name) => name !== "id" && fields.includes(name));
  return { id: review.id, ...Object.fromEntries(names.map((name) => [name, review[name]])) };
}

export const PAGE_SCHEMA = {
  ...resultOf({
    ...NOTICE_FIELD,
    hint: { type: "string" },
    release: { type: "string", description: "names this release of the reviews" },
    matched: { type: "integer", description: "all that match, on every page" },
    returned: { type: "integer" },
    reviews: { type: "array", items: PARTIAL_REVIEW },
    next_cursor: { type: "string", description: "absent on the last page" },
  }),
  required: ["notice", "matched", "returned", "reviews"],
} as const;

interface ReviewPageRequest {
  readonly found: SearchPage;
  /** The filter of the search: a page that is cut short continues with it. */
  readonly filter: SearchFilter;
  readonly fields?: readonly ReviewField[] | undefined;
  readonly hint?: string | undefined;
}

export function pageOfReviews(
  { table, release }: ReleaseDocuments,
  { found, filter, fields, hint }: ReviewPageRequest,
) {
  const reviews: PartialReview[] = [];
  let bytes = 0;
  for (const row of found.rows) {
    const review = selectFields(reviewAt(table, row), fields);
    bytes += Buffer.byteLength(JSON.stringify(review));
    if (reviews.length > 0 && bytes > MAX_PAGE_BYTES) break;
    reviews.push(review);
  }
  const last = found.rows[reviews.length - 1];
  const isCut = reviews.length < found.rows.length && last !== undefined;
  const next = isCut ? cursorAfter(table, last, filter) : found.nextCursor;
  return {
    notice: NOTICE,
    ...(hint !== undefined && { hint }),
    release,
    matched: found.matched,
    returned: reviews.length,
    reviews,
    ...(next !== undefined && { next_cursor: next }),
  };
}
