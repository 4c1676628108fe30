import type { EntityInsight, TechnicianInsight } from "../../../model/insights.ts";
import { counted } from "./wording.ts";

/** Stars beside people in a list would be a league table of what others did as well. */
export const withoutStars = (person: EntityInsight): EntityInsight => ({ ...person, rating_value: null });

/** The stars of few reviews, or beside a person who keeps opinions private, would be taken for that person's. */
export const personOf = (person: TechnicianInsight): PersonRow =>
  person.sentiment === undefined ? { ...person, rating_value: null, distribution: null } : person;

export type PersonRow = Omit<TechnicianInsight, "distribution"> & {
  readonly distribution: TechnicianInsight["distribution"] | null;
};

type RatedSubject = Pick<EntityInsight, "mention_count" | "incentivised_count" | "rating_value">;

/** The reviews of a subject, and those that its mean is of. */
export function basisLine(
  { mention_count, incentivised_count, rating_value }: RatedSubject,
  naming: string,
): string {
  if (mention_count === 0) return `No reviews ${naming} yet.`;
  const all = `${counted(mention_count, "review")} ${naming}`;
  if (rating_value === null)
    return incentivised_count === mention_count ? `${all}, written for a reward: no mean` : all;
  const rated = mention_count - incentivised_count;
  const which = incentivised_count === 0 ? naming : `${naming} without a reward`;
  return rated === 1 ? `from the only review ${which}` : `mean of the ${counted(rated, "review")} ${which}`;
}

/** Completes "Ada Fern: ". */
export function mentionLine(
  { mention_count, rating_value }: Omit<RatedSubject, "incentivised_count">,
  noun: string,
): string {
  const mean = rating_value === null ? "" : `, mean rating ${rating_value.toFixed(2)} of 5`;
  return `named in ${counted(mention_count, noun)}${mean}`;
}
