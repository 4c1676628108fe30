import type { PublishedRow } from "./google.ts";
import type { JsonRow } from "./json-path.ts";
import { Stop } from "./stop.ts";
import { isObject, parseDocument } from "./whole-document.ts";

/** The reviews.json of a release, or any list of such reviews. What the build adds to a review is left out. */
export function ownRows(file: string, text: string): PublishedRow[] {
  const document = parseDocument(file, text);
  const reviews = isObject(document) ? document["reviews"] : document;
  if (!Array.isArray(reviews)) throw new Stop([`${file}: is no reviews.json: it has no list named reviews`]);
  return reviews.map((review: unknown) => ({ row: isObject(review) ? withoutAdded(review) : review }));
}

const ADDED_BY_BUILD = new Set(["url", "mentions"]);

const withoutAdded = (review: JsonRow): JsonRow =>
  Object.fromEntries(Object.entries(review).filter(([name]) => !ADDED_BY_BUILD.has(name)));
