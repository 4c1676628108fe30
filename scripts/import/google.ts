import type { JsonRow } from "./json-path.ts";
import { Stop } from "./stop.ts";
import { isObject, listOf, parseDocument, present, textOf } from "./whole-document.ts";

/** One review of a whole document, its members named as columns are. */
export interface PublishedRow {
  readonly row: unknown;
  /** When the review was last changed, in milliseconds: of two states of one review the later one counts. */
  readonly changedAt?: number;
}

/** Pages of Takeout and of the API: `{reviews: [...]}`, or several answers in a list. */
export function googleRows(file: string, text: string): PublishedRow[] {
  const pages = listOf(parseDocument(file, text));
  return pages.flatMap((page) => {
    if (isObject(page) && page["type"] === "FeatureCollection") throw new Stop([`${file}: ${OTHER_REVIEWS}`]);
    if (isObject(page) && isEmptyAnswer(page)) return [];
    const reviews = isObject(page) ? (page["reviews"] ?? page["locationReviews"]) : undefined;
    if (!Array.isArray(reviews)) throw new Stop([`${file}: ${NO_REVIEWS}`]);
    return reviews.map((review: unknown) => googleRow(unwrapped(review)));
  });
}

const OTHER_REVIEWS =
  "holds reviews that this account wrote on Google Maps, not those that customers wrote about the business; " +
  "export Google Business Profile instead";

const NO_REVIEWS =
  "has no list named reviews; Google keeps them in reviews.json and in reviews-*.json beside it, " +
  "not in data.json";

/** The API leaves the list out when a location has no reviews. */
const isEmptyAnswer = (page: JsonRow): boolean =>
  Object.keys(page).length === 0 || (page["totalReviewCount"] === 0 && !("reviews" in page));

/** Reviews of several locations at once come one level deeper. */
const unwrapped = (review: unknown): unknown =>
  isObject(review) && isObject(review["review"]) ? { name: review["name"], ...review["review"] } : review;

function googleRow(review: unknown): PublishedRow {
  if (!isObject(review)) return { row: review };
  const reviewer = isObject(review["reviewer"]) ? review["reviewer"] : {};
  const reply = isObject(review["reviewReply"]) ? review["reviewReply"] : {};
  const isNamed = reviewer["isAnonymous"] !== true;
  const changedAt = Date.parse(textOf(review["updateTime"] ?? review["createTime"]) ?? "");
  const row = present({
    ...review,
    id: idOf(review),
    author: isNamed ? (reviewer["displayName"] ?? "") : "",
    author_avatar_url: isNamed ? reviewer["profilePhotoUrl"] : undefined,
    rating: review["starRating"] === "STAR_RATING_UNSPECIFIED" ? "" : review["starRating"],
    date: review["createTime"],
    text: review["comment"] ?? null,
    reply: reply["comment"],
    reply_date: reply["updateTime"],
  });
  return Number.isNaN(changedAt) ? { row } : { row, changedAt };
}

/** One location may be exported under several accounts: what follows the account is the same. */
function idOf(review: JsonRow): string | undefined {
  const name = textOf(review["name"]);
  return name?.replace(/^.*?(?=locations\/)/, "") ?? textOf(review["reviewId"]);
}
