import { METHOD, withheldDigest, type WithheldReason, WITHHELD_REASONS } from "./policy.ts";
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

const verificationSchema = exactObject({ method: METHOD, by: LINE, at: DATE }, ["by", "at"]);

const withheldSchema = exactObject({ reason: { enum: WITHHELD_REASONS }, note: LINE }, ["note"]);

const RELATIONSHIPS = ["employee", "family", "owner"] as const;

const INCENTIVE_KINDS = [
  "discount",
  "gift",
  "points",
  "prize_draw",
  "free_service",
  "payment",
  "other",
] as const;

const incentiveSchema = exactObject({
  kind: { enum: INCENTIVE_KINDS },
  note: { ...LINE, description: "what readers see: what the author was given or promised" },
});

const PHOTOS = {
  type: "array",
  items: HTTP_URL,
  maxItems: 20,
  description: "URLs of pictures that the customer published with the review",
} as const;

/** Online reviews are younger. An older date is a mistake, and would add a month to every trend since then. */
export const MIN_DATE = "1990-01-01";

/** The fields of a review in content that are published as they are. */
const CARRIED_PROPERTIES = {
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
} as const;

/** A review as its author writes it in `content/reviews/`. One that its source removed has no author, text or reply. */
export const contentReviewSchema = {
  ...exactObject(
    {
      ...CARRIED_PROPERTIES,
      verified: {
        type: "boolean",
        description: "false keeps the review out of everything that is published",
      },
      verification: {
        ...verificationSchema,
        description: "how this review was verified, if not as policy.json says of its source",
      },
      withheld: { ...withheldSchema, description: "why the review is kept out" },
      incentive: { ...incentiveSchema, description: "what the author got for the review, if anything" },
      relationship: { enum: RELATIONSHIPS, description: "an insider, whose review must be withheld" },
      photos: PHOTOS,
      signature: {
        type: "string",
        maxLength: 40_000,
        pattern: "^[\\w-]+\\.[\\w-]+\\.[\\w-]+$",
        description: "the author's own signature (a JWS), kept with the review and not published",
      },
    },
    [
      "author",
      "author_avatar_url",
      "text",
      "source_url",
      "owner_reply",
      "verification",
      "withheld",
      "incentive",
      "relationship",
      "photos",
      "signature",
    ],
  ),
  if: { properties: { withheld: {} }, required: ["withheld"] },
  else: { properties: { author: {} }, required: ["author"] },
} as const;

/** A review as a content file states it: nullable fields may be absent. */
export type WrittenReview = SchemaType<typeof contentReviewSchema>;

const SLUGS = listOf(SLUG);

/** A published review, the same in every artifact. */
export const reviewSchema = exactObject({
  ...CARRIED_PROPERTIES,
  verified: { const: true },
  verification: exactObject({ method: METHOD }),
  incentive: {
    ...incentiveSchema,
    type: ["object", "null"],
    description: "what the author got for the review; rating_value leaves it out",
  },
  photos: PHOTOS,
  /** Its page in this publication. */
  url: HTTP_URL,
  /** Ids of the entities that the text names, each in the order of its first mention. */
  mentions: exactObject({ technicians: SLUGS, services: SLUGS, service_areas: SLUGS }),
});

export type Review = SchemaType<typeof reviewSchema>;

/** A review after loading: verified, cleaned, every field present. */
export type ContentReview = Omit<Review, "url" | "mentions">;

/** A review in content that is not published, as far as it is counted. */
export interface WithheldReview {
  readonly id: string;
  readonly rating: number;
  readonly source: string;
  readonly reason: WithheldReason;
}

export type Mentions = Review["mentions"];

/** The folder of the review pages. */
export const REVIEWS_FOLDER = "/reviews/";

export const reviewPath = (id: string): string => `${REVIEWS_FOLDER}${id}/`;

/** True for pages whose number grows with the reviews: one per review, and all list pages after the first. */
export const isReviewPage = (path: string): boolean =>
  path.startsWith(REVIEWS_FOLDER) && path.length > REVIEWS_FOLDER.length;

/** True for the page of a review whose id is one of the digests. */
export function isWithheldPage(path: string, digests: ReadonlySet<string> | undefined): boolean {
  const id = /^\/reviews\/([0-9A-Z]{26})\/?$/.exec(path)?.[1];
  return id !== undefined && digests?.has(withheldDigest(id)) === true;
}

/** The one order: date descending, then id descending. Plain code-unit comparison, so no locale can change it. */
export function newestFirst(
  a: { readonly date: string; readonly id: string },
  b: { readonly date: string; readonly id: string },
): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  if (a.id !== b.id) return a.id < b.id ? 1 : -1;
  return 0;
}
