import { createHash } from "node:crypto";
import { ulid } from "ulid";
import { type CalendarDate, startOfDay } from "../../model/calendar-date.ts";

/** What makes two rows the same review. */
export type Identity =
  | { readonly source: string; readonly sourceId: string }
  | {
      readonly source: string;
      /** As it is published: a digest of an e-mail address could be guessed back. */
      readonly author: string;
      readonly date: CalendarDate;
      readonly rating: number;
      readonly written: string;
    };

const NOON_MS = 12 * 60 * 60 * 1000;
const TIME_CHARS = 10;

/**
 * The same review gets the same ULID on every machine and at any time: noon UTC of its date, and 80 bits of a digest
 * of its identity instead of randomness. Never change this: ids are the merge key of every consumer.
 */
export function idOf(identity: Identity, date: CalendarDate): string {
  const digest = createHash("sha256")
    .update(JSON.stringify(partsOf(identity)))
    .digest();
  let at = 0;
  return ulid(startOfDay(date) + NOON_MS, () => ((digest[at++] ?? 0) % 32) / 32);
}

/** The part of an id that does not depend on the date: it finds a review again whose date was corrected. */
export const keyOf = (id: string): string => id.slice(TIME_CHARS);

function partsOf(identity: Identity): unknown[] {
  if ("sourceId" in identity) return ["id", identity.source, identity.sourceId];
  return ["content", identity.source, identity.author, identity.date, identity.rating, identity.written];
}
