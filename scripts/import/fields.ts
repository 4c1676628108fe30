/** The parts of a review that a column or a JSON member can be mapped to. */
export const FIELDS = [
  "id",
  "author",
  "rating",
  "date",
  "text",
  "title",
  "source",
  "source_url",
  "reply",
  "reply_date",
  "author_avatar_url",
  "verified",
] as const;

export type Field = (typeof FIELDS)[number];

/** One row's values by field. An absent member means that the row does not carry the field at all. */
export type RowValues = { [F in Field]?: unknown };

/**
 * Names that exports of review sites and shops use, best first; read without case, spaces and punctuation.
 * A dot reaches into a JSON object. Scores out of ten or a hundred have other names and are not guessed at.
 */
export const KNOWN_NAMES: Readonly<Record<Field, readonly string[]>> = {
  id: ["id", "review_id"],
  author: [
    "author.name",
    "author",
    "author_name",
    "reviewer_name",
    "reviewer.displayName",
    "reviewer.name",
    "consumer.displayName",
    "display_name",
    "review_username",
    "nickname",
    "full_name",
    "customer_name",
    "reviewer",
    "name",
  ],
  rating: ["rating", "stars", "star_rating", "review_stars", "review_rating", "review_score"],
  date: [
    "date",
    "review_date",
    "created_at",
    "date_created",
    "create_time",
    "review_created_utc",
    "review_created",
    "date_published",
    "published_at",
  ],
  text: ["text", "review_text", "review", "review_body", "review_content", "body", "content", "comment"],
  title: ["title", "review_title", "headline"],
  source: ["source", "source_name", "site_name", "publisher"],
  source_url: ["source_url", "review_url", "permalink", "url"],
  reply: [
    "reply",
    "owner_reply.text",
    "owner_reply",
    "owner_response",
    "company_response",
    "companyReply.text",
    "company_reply",
    "business_reply",
    "reviewReply.comment",
  ],
  reply_date: [
    "reply_date",
    "owner_reply.date",
    "replied_at",
    "company_reply_date_utc",
    "business_reply_date_utc",
    "companyReply.createdAt",
    "reviewReply.updateTime",
  ],
  author_avatar_url: ["author_avatar_url", "avatar_url", "avatar", "reviewer.profilePhotoUrl"],
  verified: ["verified", "is_verified", "verified_purchase", "verified_buyer", "is_verified_buyer"],
};

/** `Review Created (UTC)` and `review_created_utc` are one name. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");
