import { urlOf } from "../../model/base-url.ts";
import { dateTimeOf } from "../../model/calendar-date.ts";
import type { JsonFeed, JsonFeedItem } from "../../model/json-feed.ts";
import type { Review } from "../../model/review.ts";
import { HUB_PATH } from "../../model/topics.ts";
import { methodWords } from "./method-words.ts";
import { describe, FEED_SIZE, lastChange, type Site, titleOf } from "./feed-entry.ts";

/** Builds JSON Feed 1.1 with the 50 newest reviews; `feed_url` is the WebSub topic. */
export function jsonFeed(site: Site, reviews: readonly Review[]): JsonFeed {
  const { business, publishing, baseUrl } = site;
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: publishing.title,
    home_page_url: urlOf(baseUrl, "/"),
    feed_url: urlOf(baseUrl, "/api/feed.json"),
    description: describe(site),
    ...(business.logo_url ? { icon: business.logo_url } : {}),
    authors: [{ name: business.name, url: business.url }],
    language: business.language,
    hubs: [{ type: "WebSub", url: urlOf(baseUrl, HUB_PATH) }],
    items: reviews.slice(0, FEED_SIZE).map((review) => item(review, site)),
  };
}

function item(review: Review, { baseUrl }: Site): JsonFeedItem {
  const { id, rating, source, verified, incentive, photos, owner_reply, mentions } = review;
  const { method } = review.verification;
  const title = titleOf(review);
  return {
    id: review.url,
    url: review.url,
    ...(review.source_url ? { external_url: review.source_url } : {}),
    title,
    content_text: review.text ?? `${title}, without a text.`,
    date_published: dateTimeOf(review.date),
    ...(review.owner_reply ? { date_modified: dateTimeOf(lastChange(review)) } : {}),
    authors: [
      { name: review.author, ...(review.author_avatar_url ? { avatar: review.author_avatar_url } : {}) },
    ],
    tags: [`${rating}-star`, ...mentions.technicians, ...mentions.services, ...mentions.service_areas],
    _review: {
      about: urlOf(baseUrl, "/schemas/review.json"),
      id,
      rating,
      source,
      verified,
      verification: { method, words: methodWords(method, source) },
      incentive,
      photos,
      owner_reply,
    },
  };
}
