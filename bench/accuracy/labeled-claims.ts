import type { Polarity } from "../../model/review-insight.ts";
import type { ClaimSide } from "../../build/insights/sentiment/prior.ts";
import type { Label } from "./labeled-reviews.ts";

const LABEL_OF: Readonly<Record<Polarity, Label>> = {
  positive: "+",
  negative: "-",
  mixed: "~",
  neutral: "0",
};

/** Verdicts by id. */
export const claimsOf = (
  verdicts: readonly { readonly id: string; readonly polarity: Polarity }[],
): ReadonlyMap<string, Label> => new Map(verdicts.map(({ id, polarity }) => [id, LABEL_OF[polarity]]));

const SIDES: Readonly<Record<ClaimSide, readonly Label[]>> = { complaint: ["-", "~"], praise: ["+", "~"] };

export const isOn = (side: ClaimSide, label: Label | undefined): boolean =>
  label !== undefined && SIDES[side].includes(label);

export interface SideCounts {
  readonly right: number;
  readonly claimed: number;
  readonly labeled: number;
}

/** The label of something in a text, and the claim of a method about it. Undefined where it is not named. */
export interface LabeledClaim {
  readonly label: Label | undefined;
  readonly claim: Label | undefined;
}

/** Pairs labels with claims by id. */
export function labeledClaims(
  labels: ReadonlyMap<string, Label>,
  claims: ReadonlyMap<string, Label>,
): LabeledClaim[] {
  const ids = new Set([...labels.keys(), ...claims.keys()]);
  return [...ids].map((id) => ({ label: labels.get(id), claim: claims.get(id) }));
}

/** Counts the pairs that judge on one side. */
export function countsOn(side: ClaimSide, pairs: readonly LabeledClaim[]): SideCounts {
  const claimed = pairs.filter(({ claim }) => isOn(side, claim));
  return {
    right: claimed.filter(({ label }) => isOn(side, label)).length,
    claimed: claimed.length,
    labeled: pairs.filter(({ label }) => isOn(side, label)).length,
  };
}
