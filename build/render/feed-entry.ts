import type { Business, Publishing } from "../../model/business.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { Review } from "../../model/review.ts";

/** What every renderer needs to know of the publication as a whole. */
export interface Site {
  readonly business: Business;
  readonly publishing: Publishing;
  /** Public origin, no trailing slash. */
  readonly baseUrl: string;
}

/** Spec section 8: both feeds hold the 50 newest reviews. */
export const FEED_SIZE = 50;

export function titleOf(review: Review): string {
  return `${review.rating} of 5 stars from ${review.author}`;
}

export function describe({ business, publishing }: Site): string {
  const notice = publishing.sample_notice ? `${publishing.sample_notice} ` : "";
  return `${notice}The newest verified customer reviews of ${business.name}.`;
}

/** The day of the owner's reply if there is one, else the day of the review. */
export function lastChange(review: Pick<Review, "date" | "owner_reply">): CalendarDate {
  const reply = review.owner_reply;
  return reply !== null && reply.date > review.date ? reply.date : review.date;
}
