import type { AggregateRating, Business } from "./business.ts";
import type { CalendarDate } from "./calendar-date.ts";
import type { EntityName } from "./entities.ts";
import type { Review } from "./review.ts";

/** `reviews.json`: business with its vocabulary, aggregate, all reviews newest first. */
export interface ReviewsDocument {
  readonly business: Business & {
    readonly technicians: readonly EntityName[];
    readonly services: readonly EntityName[];
    readonly service_areas: readonly EntityName[];
  };
  readonly aggregate_rating: AggregateRating;
  readonly reviews: readonly Review[];
}

/** `api/reviews/since/DATE`: reviews first, so that every body is a prefix of one byte sequence plus a short tail. */
export interface SinceDocument {
  readonly reviews: readonly Review[];
  readonly since: CalendarDate;
  readonly count: number;
}

/** A cut of the reviews array: all reviews on or after `date`. */
export interface SinceIndexRow {
  readonly date: CalendarDate;
  readonly count: number;
  readonly bytes: number;
  readonly gzip_bytes: number;
  readonly crc32: number;
}

/** `api/reviews/since/index.json`: from it and the two forms of reviews.json, any date can be answered by slicing. */
export interface SinceIndex {
  readonly reviews_offset: number;
  readonly gzip_offset: number;
  readonly window_start: CalendarDate | null;
  /** Dates that have reviews, newest first. */
  readonly dates: readonly SinceIndexRow[];
}
