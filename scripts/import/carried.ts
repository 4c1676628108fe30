import type { WrittenReview } from "../../model/review.ts";

/** What one row says of a review. A field that is absent here is never touched in content. */
export type Carried = Pick<WrittenReview, "rating" | "date"> &
  Partial<Omit<WrittenReview, "id" | "rating" | "date">>;

/** What a new review gets where its row says nothing. */
export interface Defaults {
  readonly author: string;
  /** Absent when every row has to name its own. */
  readonly source?: string;
  readonly verified: boolean;
}

/** Every field, in the order in which files of content have them. */
export function withDefaults(id: string, carried: Carried, defaults: Defaults): Required<WrittenReview> {
  return {
    id,
    author: carried.author ?? defaults.author,
    author_avatar_url: carried.author_avatar_url ?? null,
    rating: carried.rating,
    date: carried.date,
    text: carried.text ?? null,
    source: carried.source ?? defaults.source ?? "",
    source_url: carried.source_url ?? null,
    owner_reply: carried.owner_reply ?? null,
    verified: carried.verified ?? defaults.verified,
  };
}

/** The review with what the row carries, its fields in the usual order. */
export function withCarried(review: WrittenReview, carried: Carried): WrittenReview {
  const merged = { ...review, ...carried };
  const order = Object.keys(withDefaults("", carried, { author: "", verified: true }));
  const entries = Object.entries(merged).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return Object.fromEntries(entries) as unknown as WrittenReview;
}

/** True when `before` says already what the row carries; null and absent are one. */
export function isSameCarried(before: Partial<Carried>, carried: Carried): boolean {
  const fields = Object.keys(carried) as (keyof Carried)[];
  return fields.every((field) =>
    field === "owner_reply"
      ? before.owner_reply?.text === carried.owner_reply?.text &&
        before.owner_reply?.date === carried.owner_reply?.date
      : (before[field] ?? null) === (carried[field] ?? null),
  );
}
