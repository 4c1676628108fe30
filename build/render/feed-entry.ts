import { claim, reviewNoun } from "./claims.ts";
import type { Business, Publishing } from "../../model/business.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { PolicyDocument } from "../../model/policy.ts";
import type { Review } from "../../model/review.ts";

/** Identifies the publication as a whole. */
export interface Site {
  readonly business: Business;
  readonly publishing: Publishing;
  readonly policy: PolicyDocument;
  /** All published paths lie below it (model/base-url.ts). */
  readonly baseUrl: string;
}

/** Says who publishes: one of the two holds. */
export const publisherClaim = (policy: PolicyDocument): string =>
  claim("publishedByBusiness", policy) ?? claim("publishedByOther", policy) ?? "";

/** Both feeds hold the 50 newest reviews (spec section 8). */
export const FEED_SIZE = 50;

export function titleOf(review: Review): string {
  const rewarded = review.incentive === null ? "" : ", rewarded";
  return `${review.rating} of 5 stars from ${review.author}${rewarded}`;
}

export function describe({ business, publishing, policy }: Site): string {
  const notice = publishing.sample_notice ? `${publishing.sample_notice} ` : "";
  return `${notice}The newest ${reviewNoun(policy)}s of ${business.name}. ${publisherClaim(policy)}`;
}

/** Returns the date of the review or of the owner's reply, whichever is later. */
export function lastChange(review: Pick<Review, "date" | "owner_reply">): CalendarDate {
  const reply = review.owner_reply;
  return reply !== null && reply.date > review.date ? reply.date : review.date;
}
