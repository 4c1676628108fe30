import {
  DATE,
  exactObject,
  HTTP_URL,
  LINE,
  listOf,
  NULLABLE_URL,
  RATING,
  SLUG,
  type SchemaType,
  ULID,
} from "./schema-pieces.ts";

const REPLY_TEXT = { type: "string", minLength: 1, maxLength: 20_000 } as const;

/** A review as its author writes it in `content/reviews/`. */
export const contentReviewSchema = exactObject(
  {
    /** Never reused, so consumers can merge by it. */
    id: ULID,
    author: LINE,
    author_avatar_url: NULLABLE_URL,
    rating: RATING,
    date: DATE,
    text: {
      type: ["string", "null"],
      maxLength: 20_000,
      description: "null when the customer left stars only",
    },
    /** The site where the customer wrote the review, such as "google". */
    source: LINE,
    source_url: NULLABLE_URL,
    owner_reply: {
      ...exactObject({ text: REPLY_TEXT, date: DATE }),
      type: ["object", "null"],
      description: "the business's public answer, or null",
    },
    verified: { type: "boolean", description: "false keeps the review out of everything that is published" },
  },
  ["author_avatar_url", "text", "source_url", "owner_reply"],
);

/** A review as a content file states it: nullable fields may be absent. */
export type WrittenReview = SchemaType<typeof contentReviewSchema>;

const SLUGS = listOf(SLUG);

/** A published review, the same in every artifact. */
export const reviewSchema = exactObject({
  ...contentReviewSchema.properties,
  verified: { const: true },
  /** Its page in this publication. */
  url: HTTP_URL,
  /** Ids of the entities that the text names, each in the order of its first mention. */
  mentions: exactObject({ technicians: SLUGS, services: SLUGS, service_areas: SLUGS }),
});

export type Review = SchemaType<typeof reviewSchema>;

/** A review after loading: verified, cleaned, every field present. */
export type ContentReview = Omit<Review, "url" | "mentions">;

export type Mentions = Review["mentions"];

/** The folder of the review pages. */
export const REVIEWS_FOLDER = "/reviews/";

export const reviewPath = (id: string): string => `${REVIEWS_FOLDER}${id}/`;

/** True for pages whose number grows with the reviews: one per review, and all list pages after the first. */
export const isReviewPage = (path: string): boolean =>
  path.startsWith(REVIEWS_FOLDER) && path.length > REVIEWS_FOLDER.length;

/** The one order: date descending, then id descending. Plain code-unit comparison, so no locale can change it. */
export function newestFirst(
  a: { readonly date: string; readonly id: string },
  b: { readonly date: string; readonly id: string },
): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  if (a.id !== b.id) return a.id < b.id ? 1 : -1;
  return 0;
}
