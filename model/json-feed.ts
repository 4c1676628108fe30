import { METHOD } from "./policy.ts";
import {
  exactObject,
  HTTP_URL,
  INSTANT,
  listOf,
  RATING,
  TEXT,
  type SchemaType,
  ULID,
} from "./schema-pieces.ts";

const feedItemSchema = {
  type: "object",
  required: ["id", "url", "content_text", "date_published", "authors", "_review"],
  properties: {
    id: HTTP_URL,
    url: HTTP_URL,
    external_url: HTTP_URL,
    title: TEXT,
    content_text: { type: "string", minLength: 1 },
    date_published: INSTANT,
    date_modified: INSTANT,
    language: TEXT,
    authors: listOf({ type: "object", properties: { name: TEXT, avatar: HTTP_URL } }),
    tags: listOf(TEXT),
    _review: {
      type: "object",
      required: ["about", "id", "rating", "source", "verified", "verification"],
      properties: {
        about: HTTP_URL,
        id: ULID,
        rating: RATING,
        source: TEXT,
        verified: { const: true },
        verification: exactObject({ method: METHOD, words: TEXT }),
        incentive: { type: ["object", "null"] },
        photos: listOf(HTTP_URL),
      },
    },
  },
} as const;

/** JSON Feed 1.1 as this project uses it. */
export const jsonFeedSchema = {
  type: "object",
  required: ["version", "title", "home_page_url", "feed_url", "hubs", "items"],
  properties: {
    version: { const: "https://jsonfeed.org/version/1.1" },
    title: TEXT,
    home_page_url: HTTP_URL,
    feed_url: HTTP_URL,
    description: TEXT,
    language: TEXT,
    icon: HTTP_URL,
    authors: listOf({ type: "object", properties: { name: TEXT, url: HTTP_URL } }),
    hubs: listOf(exactObject({ type: TEXT, url: HTTP_URL })),
    items: { type: "array", maxItems: 50, items: feedItemSchema },
  },
} as const;

export type JsonFeed = SchemaType<typeof jsonFeedSchema>;
export type JsonFeedItem = SchemaType<typeof feedItemSchema>;
