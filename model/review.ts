import type { CalendarDate } from "./calendar-date.ts";

export interface OwnerReply {
  readonly text: string;
  readonly date: CalendarDate;
}

/** A review as a person keeps it in `content/reviews/`. */
export interface ContentReview {
  /** ULID, never reused: the merge key of consumers. */
  readonly id: string;
  readonly author: string;
  readonly author_avatar_url: string | null;
  /** Whole stars, 1 to 5. */
  readonly rating: number;
  readonly date: CalendarDate;
  /** Null when the customer left stars only. */
  readonly text: string | null;
  /** Where it was written, such as "google". */
  readonly source: string;
  readonly source_url: string | null;
  readonly owner_reply: OwnerReply | null;
  /** False keeps a review out of every artifact, count and insight. */
  readonly verified: boolean;
}

/** Ids of the entities that a review's text names, each in the order of its first mention. */
export interface Mentions {
  readonly technicians: readonly string[];
  readonly services: readonly string[];
  readonly service_areas: readonly string[];
}

/** A published review: the same on every artifact. */
export interface Review extends ContentReview {
  /** Its page in this publication. */
  readonly url: string;
  readonly mentions: Mentions;
}

/** Where the pages of reviews are. */
export const REVIEWS_FOLDER = "/reviews/";

export const reviewPath = (id: string): string => `${REVIEWS_FOLDER}${id}/`;

/** The pages that grow in number with the reviews: one a review, and those of the list after the first. */
export const isReviewPage = (path: string): boolean =>
  path.startsWith(REVIEWS_FOLDER) && path.length > REVIEWS_FOLDER.length;

/** The one order: date descending, then id descending. Plain code-unit comparison, so no locale can change it. */
export function newestFirst(
  a: { readonly date: string; readonly id: string },
  b: { readonly date: string; readonly id: string },
): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  if (a.id !== b.id) return a.id < b.id ? 1 : -1;
  return 0;
}
