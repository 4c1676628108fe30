import type { PublishedRow } from "./google.ts";
import { Stop } from "./stop.ts";
import { isObject, parseDocument, present, textOf } from "./whole-document.ts";

/** The review feed of Google Local Services: providers, each with its reviews. */
export function localServicesRows(file: string, text: string): PublishedRow[] {
  const feed = parseDocument(file, text);
  const items = isObject(feed) ? feed["reviewItems"] : undefined;
  if (!Array.isArray(items))
    throw new Stop([`${file}: has no list named reviewItems, as a Local Services review feed has`]);
  return items.flatMap((item: unknown, at) => {
    const reviews = isObject(item) ? item["reviews"] : undefined;
    if (!isObject(item) || !Array.isArray(reviews))
      throw new Stop([`${file}: reviewItems[${at}] has no list named reviews`]);
    return reviews.map((review: unknown) => feedRow(review, item["confirmedCustomer"]));
  });
}

function feedRow(review: unknown, confirmed: unknown): PublishedRow {
  if (!isObject(review)) return { row: review };
  return {
    row: present({
      ...review,
      id: review["reviewId"],
      author: review["author"] ?? "",
      text: review["reviewText"] ?? null,
      date: dateOfMicros(textOf(review["reviewTimestampMicros"])),
      verified: review["confirmedCustomer"] ?? confirmed,
    }),
  };
}

const MAX_MS = 8.64e15;

function dateOfMicros(micros: string | undefined): string | undefined {
  if (micros === undefined || !/^\d{1,19}$/.test(micros)) return micros;
  const ms = Number(BigInt(micros) / 1000n);
  return ms > MAX_MS ? micros : new Date(ms).toISOString();
}
