import type { Polarity } from "../../../model/review-insight.ts";
import type { ReviewVerdict } from "./judge.ts";

/** Fewer reviews that criticise a person are no evidence against that person. */
export const MIN_CRITICAL_REVIEWS = 2;

/** Takes back every criticism of a person whom fewer reviews criticise. Praise and mentions stay. */
export function withSupportedCriticism(verdicts: readonly ReviewVerdict[]): ReviewVerdict[] {
  const critical = Map.groupBy(
    verdicts.flatMap(({ technicians }) => technicians.filter(({ polarity }) => isCritical(polarity))),
    ({ id }) => id,
  );
  const isSupported = (id: string): boolean => (critical.get(id)?.length ?? 0) >= MIN_CRITICAL_REVIEWS;
  const isUnsupported = ({ id, polarity }: Vote): boolean => isCritical(polarity) && !isSupported(id);
  return verdicts.map((verdict) =>
    verdict.technicians.some(isUnsupported)
      ? {
          ...verdict,
          technicians: verdict.technicians.map((vote) =>
            isUnsupported(vote) ? { ...vote, polarity: withoutCriticism(vote.polarity) } : vote,
          ),
        }
      : verdict,
  );
}

type Vote = ReviewVerdict["technicians"][number];

const isCritical = (polarity: Polarity): boolean => polarity === "negative" || polarity === "mixed";

function withoutCriticism(polarity: Polarity): Polarity {
  return polarity === "mixed" ? "positive" : "neutral";
}
