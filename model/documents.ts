import type { AggregateRating, Business, Stars } from "./business.ts";
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

export interface EntityInsight extends EntityName {
  /** Reviews that mention it: one vote a review. */
  readonly mention_count: number;
  readonly rating_value: number | null;
  readonly distribution: Readonly<Record<Stars, number>>;
  readonly first_mention: CalendarDate | null;
  readonly last_mention: CalendarDate | null;
  readonly example_review_ids: readonly string[];
}

export interface MonthInsight {
  /** YYYY-MM */
  readonly month: string;
  readonly review_count: number;
  readonly rating_value: number | null;
  readonly distribution: Readonly<Record<Stars, number>>;
}

export interface FaqInsight {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly basis: "editorial";
}

export interface InsightsDocument {
  readonly version: number;
  readonly generated_at: string;
  /** Name and version of the method. */
  readonly model: string;
  readonly review_count: number;
  readonly date_range: { readonly earliest: CalendarDate | null; readonly latest: CalendarDate | null };
  readonly entities: {
    readonly technicians: readonly EntityInsight[];
    readonly services: readonly EntityInsight[];
    readonly service_areas: readonly EntityInsight[];
  };
  readonly temporal: { readonly monthly: readonly MonthInsight[] };
  readonly faq: readonly FaqInsight[];
  readonly summary?: { readonly kind: "editorial"; readonly text: string; readonly basis: "editorial" };
  readonly method: {
    readonly name: string;
    readonly version: string;
    readonly description: string;
    readonly limitations: readonly string[];
  };
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
