import { calendarDateOf } from "../model/calendar-date.ts";
import type { Content } from "../model/content.ts";
import type { ReleaseListing } from "./publish/release-listing.ts";
import { lastChange } from "./render/feed-entry.ts";

/** Last-Modified of artifacts that change in this build: RFC 3339, whole seconds. */
export const modifiedAtOf = (
  reviews: Content["reviews"],
  previous: ReleaseListing | undefined,
  now: Date,
): string => (previous === undefined ? firstModifiedAt(reviews, now) : instantOf(now));

/** Last-Modified of a first build: the newest date in the content, not the clock, so equal content gives equal bytes. */
function firstModifiedAt(reviews: Content["reviews"], now: Date): string {
  const today = calendarDateOf(now.getTime());
  const newest = reviews.map(lastChange).reduce((a, b) => (a > b ? a : b), "1970-01-01");
  return `${newest < today ? newest : today}T00:00:00Z`;
}

const instantOf = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
