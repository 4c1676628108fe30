import type { JsonRow } from "./json-fields.ts";
import { CommandError } from "./reasons.ts";
import type { ExportSink } from "./fields.ts";
import { type DocumentRow, isObject, listOf, parseDocument, present, textOf } from "./whole-document.ts";

/** Members that the rows carry under other names. */
export const GOOGLE_MEMBERS = [
  "name",
  "reviewId",
  "reviewer",
  "reviewReply",
  "starRating",
  "comment",
  "createTime",
  "updateTime",
  "reviewText",
  "reviewTimestampMicros",
  "confirmedCustomer",
];

/** Reads pages of Takeout and of the API: `{reviews: [...]}`, or a list of several answers. */
export function googleRows(file: string, text: string, stated: ExportSink["stated"]): DocumentRow[] {
  const pages = listOf(parseDocument(file, text));
  return pages.flatMap((page) => {
    if (isObject(page) && page["type"] === "FeatureCollection")
      throw new CommandError([`${file}: ${OTHER_REVIEWS}`]);
    if (isObject(page) && isEmptyAnswer(page)) return [];
    const reviews = isObject(page) ? (page["reviews"] ?? page["locationReviews"]) : undefined;
    if (!isObject(page) || !Array.isArray(reviews)) throw new CommandError([`${file}: ${NO_REVIEWS}`]);
    const rows = reviews.map((review: unknown) => googleRow(unwrapped(review)));
    const count = page["totalReviewCount"];
    if (Number.isSafeInteger(count)) stated(locationOf(rows[0]), Number(count));
    return rows;
  });
}

const OTHER_REVIEWS =
  "holds reviews that this account wrote on Google Maps, not those that customers wrote about the business; " +
  "export Google Business Profile instead";

const NO_REVIEWS =
  "has no list named reviews; Google keeps them in reviews.json and in reviews-*.json next to it, " +
  "not in data.json";

/** The API leaves the list out when a location has no reviews. */
const isEmptyAnswer = (page: JsonRow): boolean =>
  Object.keys(page).length === 0 || (page["totalReviewCount"] === 0 && !("reviews" in page));

/** batchGetReviews, for several locations at once, nests each review one level deeper. */
const unwrapped = (review: unknown): unknown =>
  isObject(review) && isObject(review["review"]) ? { name: review["name"], ...review["review"] } : review;

function googleRow(review: unknown): DocumentRow {
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

/** The name without its account: one location may be exported under several accounts. */
function idOf(review: JsonRow): string | undefined {
  const name = textOf(review["name"]);
  return name?.replace(/^.*?(?=locations\/)/, "") ?? textOf(review["reviewId"]);
}

/** `locations/2` of a review: an export may hold several locations, each with its own total. */
const locationOf = (first: DocumentRow | undefined): string =>
  isObject(first?.row) ? (/^locations\/[^/]+/.exec(textOf(first.row["id"]) ?? "")?.[0] ?? "") : "";

/** Reads the review feed of Google Local Services: providers, each with its reviews. */
export function localServicesRows(file: string, text: string): DocumentRow[] {
  const feed = parseDocument(file, text);
  const items = isObject(feed) ? feed["reviewItems"] : undefined;
  if (!Array.isArray(items))
    throw new CommandError([`${file}: has no list named reviewItems, as a Local Services review feed has`]);
  return items.flatMap((item: unknown, at) => {
    const reviews = isObject(item) ? item["reviews"] : undefined;
    if (!isObject(item) || !Array.isArray(reviews))
      throw new CommandError([`${file}: reviewItems[${at}] has no list named reviews`]);
    return reviews.map((review: unknown) => localServicesRow(review, item["confirmedCustomer"]));
  });
}

function localServicesRow(review: unknown, isConfirmed: unknown): DocumentRow {
  if (!isObject(review)) return { row: review };
  const row = present({
    ...review,
    id: review["reviewId"],
    author: review["author"] ?? "",
    text: review["reviewText"] ?? null,
    date: dateOfMicros(textOf(review["reviewTimestampMicros"])),
    verified: review["confirmedCustomer"] ?? isConfirmed,
  });
  return { row };
}

/** The last instant that a Date can hold. */
const MAX_DATE_MS = 8.64e15;

function dateOfMicros(micros: string | undefined): string | undefined {
  if (micros === undefined || !/^\d{1,19}$/.test(micros)) return micros;
  const ms = Number(BigInt(micros) / 1000n);
  return ms > MAX_DATE_MS ? micros : new Date(ms).toISOString();
}
