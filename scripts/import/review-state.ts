import type { VerificationMethod } from "../../model/policy.ts";
import type { WrittenReview } from "../../model/review.ts";
import type { Candidate } from "./candidate.ts";
import type { Field } from "./fields.ts";
import { type CarriedFields, changedFields, type Defaults, withCarried, withDefaults } from "./carried.ts";

export interface StateRules {
  readonly defaults: Defaults;
  /** The method that the command line names for all rows. */
  readonly method?: VerificationMethod;
  /** Sources of which policy.json says how they are verified. */
  readonly statedSources: ReadonlySet<string>;
  /** Set if the export is complete: the values of fields that it could carry, for rows that do not. */
  readonly gone?: Partial<CarriedFields>;
}

/** Values of fields that a complete export could carry: a row without such a field says that it is gone. */
export function valuesOfGone(
  { author }: Defaults,
  hasColumnFor: (field: Field) => boolean,
): Partial<CarriedFields> {
  return {
    ...(hasColumnFor("author") && { author }),
    ...(hasColumnFor("author_avatar_url") && { author_avatar_url: null }),
    ...((hasColumnFor("text") || hasColumnFor("title")) && { text: null }),
    ...(hasColumnFor("source_url") && { source_url: null }),
    ...(hasColumnFor("reply") && { owner_reply: null }),
    ...(hasColumnFor("photos") && { photos: [] }),
  };
}

/** Marks a review that an import lifts once there is a method. */
const WAITING_NOTE = "imported before anything said how its source is verified";

export const isWaiting = ({ withheld }: WrittenReview): boolean =>
  withheld?.reason === "unverified" && withheld.note === WAITING_NOTE;

/** The review of a row that is not in content yet. */
export function newReview({ id, carried, hidden }: Candidate, rules: StateRules): WrittenReview {
  const review = withDefaults(id, carried, rules.defaults);
  if (carried.withheld !== undefined) return review;
  return hidden === undefined
    ? verifiedBy(rules, review, carried.verified)
    : withheldAsRemoved(review, noteOf(hidden));
}

/**
 * The review in content as its row states it; the same object when nothing changes. What somebody withheld by hand
 * stays withheld: an import lifts only what imports withheld.
 */
export function updatedReview(
  review: WrittenReview,
  { carried, hidden }: Pick<Candidate, "carried" | "hidden">,
  rules: StateRules,
): WrittenReview {
  if (hidden !== undefined) return withheldAsRemoved(review, noteOf(hidden));
  const { verified: said, ...fields } = { ...rules.gone, ...carried };
  const complete = review.author === undefined ? withDefaults(review.id, review, rules.defaults) : review;
  const carrying = withCarried(complete, fields);
  if (carried.withheld !== undefined) return withCarried(carrying, { verified: said ?? false });
  const isLifted = review.withheld?.reason === "source_removed" || isWaiting(review);
  if (!isLifted)
    return methodAdded(rules, said === undefined ? carrying : withCarried(carrying, { verified: said }));
  const { withheld: _withheld, ...lifted } = carrying;
  const decided = verifiedBy(rules, lifted, said);
  return changedFields(review, decided).length === 0 ? review : decided;
}

/** The review without what its source no longer shows. A reason that somebody wrote by hand stays. */
export function withheldAsRemoved(review: WrittenReview, note: string): WrittenReview {
  const { id, rating, date, source, verification, withheld, incentive, relationship } = review;
  const isByHand = withheld !== undefined && withheld.reason !== "source_removed" && !isWaiting(review);
  const removed: WrittenReview = {
    id,
    rating,
    date,
    source,
    verified: false,
    ...(verification && { verification }),
    withheld: isByHand ? withheld : { reason: "source_removed", note },
    ...(incentive && { incentive }),
    ...(relationship && { relationship }),
  };
  return changedFields(review, removed).length === 0 ? review : removed;
}

/** A note is at most one line of 200 characters. */
const noteOf = (hidden: string): string => `hidden at its source: ${hidden}`.slice(0, 200);

/** Verified only if something says how, and the row does not deny it; a review without a method waits for one. */
function verifiedBy(rules: StateRules, review: WrittenReview, said: boolean | undefined): WrittenReview {
  if (said === false) return withCarried(review, { verified: false });
  const isKnown =
    rules.method !== undefined || review.verification !== undefined || rules.statedSources.has(review.source);
  if (isKnown) return methodAdded(rules, withCarried(review, { verified: true }));
  return withCarried(review, { verified: false, withheld: { reason: "unverified", note: WAITING_NOTE } });
}

/** The method of the command line, for verified reviews that have none of their own. */
const methodAdded = ({ method }: StateRules, review: WrittenReview): WrittenReview =>
  method === undefined || !review.verified || review.verification !== undefined
    ? review
    : withCarried(review, { verification: { method } });
