import { createHash } from "node:crypto";
import { ulid } from "ulid";
import { type CalendarDate, startOfDay } from "../../model/calendar-date.ts";
import { contentReviewSchema, type WrittenReview } from "../../model/review.ts";

/** The fields of a review that a row carries. A field that is absent here is never touched in content. */
export type CarriedFields = Pick<WrittenReview, "rating" | "date"> &
  Partial<Omit<WrittenReview, "id" | "rating" | "date">>;

/** Values of a new review for fields that its row does not carry. */
export interface Defaults {
  readonly author: string;
  /** Absent when every row has to name its own. */
  readonly source?: string;
}

const FIELD_ORDER = Object.keys(contentReviewSchema.properties) as (keyof WrittenReview)[];

/** Every field that a review always has; unverified unless the row says otherwise. */
export function withDefaults(id: string, carried: CarriedFields, defaults: Defaults): WrittenReview {
  return inOrder({
    id,
    author: defaults.author,
    author_avatar_url: null,
    text: null,
    source: defaults.source ?? "",
    source_url: null,
    owner_reply: null,
    verified: false,
    ...carried,
  });
}

/** The review with the carried fields, in the usual order; the same object when it has all of them already. */
export function withCarried(review: WrittenReview, carried: Partial<WrittenReview>): WrittenReview {
  const merged = { ...review, ...carried };
  return changedFields(review, merged).length === 0 ? review : inOrder(merged);
}

/** The fields in which two states of a review differ. Null, an empty list and an absent field are the same. */
export function changedFields(before: WrittenReview, after: WrittenReview): (keyof WrittenReview)[] {
  return FIELD_ORDER.filter((field) => {
    const [old, current] = [before[field], after[field]];
    return old !== current && comparable(old) !== comparable(current);
  });
}

const comparable = (value: WrittenReview[keyof WrittenReview] | null): string =>
  Array.isArray(value) && value.length === 0 ? "null" : JSON.stringify(value ?? null);

/** The fields in the order in which files of content have them, without empty lists. */
function inOrder(review: WrittenReview): WrittenReview {
  const entries = Object.entries(review)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b));
  return Object.fromEntries(entries) as unknown as WrittenReview;
}

const placeOf = (field: string): number => FIELD_ORDER.indexOf(field as keyof WrittenReview);

/** Two rows with equal identities are the same review. */
export type ReviewIdentity =
  | { readonly source: string; readonly sourceId: string }
  | {
      readonly source: string;
      /** The full published name, never an e-mail address, whose digest could be guessed. */
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
export function idOf(identity: ReviewIdentity, date: CalendarDate): string {
  const parts =
    "sourceId" in identity
      ? ["id", identity.source, identity.sourceId]
      : ["content", identity.source, identity.author, identity.date, identity.rating, identity.written];
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest();
  let at = 0;
  return ulid(startOfDay(date) + NOON_MS, () => ((digest[at++] ?? 0) % 32) / 32);
}

/** The part of an id that does not depend on the date, and so survives a correction of the date. */
export const keyOf = (id: string): string => id.slice(TIME_CHARS);
