import type { CalendarDate } from "./calendar-date.ts";

/**
 * Newest first makes "since d" a prefix of the reviews array. Every body is therefore the same opening, a part
 * of one byte sequence, and a short tail. Nothing is serialized, hashed or compressed twice.
 */
export const SINCE_OPENING: Buffer = Buffer.from('{"reviews":[');

export const SINCE_PATH = "/api/reviews/since/";
export const SINCE_INDEX_PATH = "/api/reviews/since/index.json";

export function sinceTail(since: CalendarDate, count: number): Buffer {
  return Buffer.from(`],"since":"${since}","count":${count}}\n`);
}

/**
 * Counts the dates, sorted newest first, that are on or after `since`: the row before that index holds the end of
 * the body. A binary search.
 */
export function datesSince(dates: readonly { readonly date: CalendarDate }[], since: CalendarDate): number {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = dates[middle];
    if (row !== undefined && row.date >= since) low = middle + 1;
    else high = middle;
  }
  return low;
}
