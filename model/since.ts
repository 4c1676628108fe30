import type { CalendarDate } from "./calendar-date.ts";
import type { SinceIndex } from "./documents.ts";
import { firstIndex } from "./first-index.ts";

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

/** Counts the dates, sorted newest first, that are on or after `since`: the row before that index holds the end of the body. */
export const datesSince = (dates: readonly { readonly date: CalendarDate }[], since: CalendarDate): number =>
  firstIndex(dates, ({ date }) => date < since);

/** A part of a file: offset and length in bytes. */
export interface ByteSpan {
  readonly start: number;
  readonly bytes: number;
}

/** The reviews of one date in the two representations of reviews.json. */
export interface DateSpans {
  readonly date: CalendarDate;
  /** Reviews separated by commas. Begins with a comma, except that of the newest date. */
  readonly identity: ByteSpan;
  /** The same as deflate blocks. */
  readonly gzip: ByteSpan;
}

/** The parts that the reviews array consists of, newest date first. Far shorter than V8's longest string each. */
export function dateSpans({ reviews_offset, gzip_offset, dates }: SinceIndex): DateSpans[] {
  return dates.map(({ date, bytes, gzip_bytes }, index) => {
    const before = dates[index - 1] ?? { bytes: 0, gzip_bytes: 0 };
    return {
      date,
      identity: { start: reviews_offset + before.bytes, bytes: bytes - before.bytes },
      gzip: { start: gzip_offset + before.gzip_bytes, bytes: gzip_bytes - before.gzip_bytes },
    };
  });
}
