import type { Polarity } from "../../../model/review-insight.ts";
import type { ReviewVerdict } from "./judge.ts";

/** Fewer reviews that criticise a person are no evidence against that person. */
export const MIN_CRITICAL_REVIEWS = 2;

type Votes = ReviewVerdict["technicians"];

/** Takes back every criticism of a person whom too few reviews criticise. Praise and mentions stay. */
export const withSupportedCriticism = (votes: Votes, isSupported: (id: string) => boolean): Votes =>
  votes.some(({ id, polarity }) => isCritical(polarity) && !isSupported(id))
    ? votes.map(({ id, polarity }) => ({
        id,
        polarity: isSupported(id) ? polarity : withoutCriticism(polarity),
      }))
    : votes;

const isCritical = (polarity: Polarity): boolean => polarity === "negative" || polarity === "mixed";

function withoutCriticism(polarity: Polarity): Polarity {
  if (polarity === "mixed") return "positive";
  return polarity === "negative" ? "neutral" : polarity;
}
