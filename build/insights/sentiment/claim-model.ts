import type { Aspect } from "../../../model/content.ts";
import { BoostedTrees } from "./boosted-trees.ts";
import { EVIDENCE } from "./evidence.ts";
import { knownIndex } from "./known-aspects.ts";
import { type ClaimSide, type PriorWeights, tradeOf } from "./prior.ts";

/** The bin of stars: they speak against a claim (0), lean the other way, are undecided (2), agree, or agree fully. */
export const starsBin = (side: ClaimSide, rating: number): number =>
  side === "praise" ? rating - 1 : 5 - rating;
const AGAINST = 0;
const LEANING_AGAINST = 1;
/**
 * A claim with less is more probably none: the text does not judge the aspect. It is also the bound against all stars,
 * where only an event stands that the text sets apart.
 */
export const MIN_POSSIBLE = 0;

/** Decides which claims are published, and which are undecided. */
export type ClaimJudge = Pick<ClaimModel, "logOdds" | "minLogOdds">;

/** Weighs evidence and stars together. */
export class ClaimModel {
  readonly #weights: PriorWeights["evidence"];
  /** By aspect of the business. */
  readonly #isKnown: readonly boolean[];
  /** Made for the first claim of a side: many commands judge nothing. */
  readonly #trees: Partial<Record<ClaimSide, BoostedTrees>> = {};

  constructor(
    weights: Pick<PriorWeights, "aspects" | "evidence" | "evidenceOfTrades" | "trades">,
    ofBusiness: readonly Aspect[],
  ) {
    const isOfTrade = tradeOf(weights, ofBusiness) !== undefined;
    this.#weights = isOfTrade ? weights.evidenceOfTrades : weights.evidence;
    this.#isKnown = ofBusiness.map((one) => knownIndex(weights.aspects, one) >= 0);
  }

  /** True for an aspect of the business whose claims have evidence. */
  knows(aspect: number): boolean {
    return this.#isKnown[aspect] ?? false;
  }

  /**
   * The log-odds that a text makes a claim: the mean of those by the evidence of each network. `evidence` is that of its
   * review by one network after the other, see `EVIDENCE`; of one at least.
   */
  logOdds(side: ClaimSide, evidence: string, rating: number): number {
    const trees = (this.#trees[side] ??= new BoostedTrees(this.#weights[side]));
    const stars = starsBin(side, rating);
    let sum = 0;
    for (let at = 0; at < evidence.length; at += EVIDENCE.length)
      sum += trees.logOdds(evidence.slice(at, at + EVIDENCE.length), stars);
    return (sum * EVIDENCE.length) / evidence.length;
  }

  /** The log-odds from which a claim is probable enough to be published. */
  minLogOdds(side: ClaimSide, rating: number): number {
    const { minLogOdds, minAgainstStars } = this.#weights[side];
    const stars = starsBin(side, rating);
    if (stars === AGAINST) return MIN_POSSIBLE;
    return stars === LEANING_AGAINST ? minAgainstStars : minLogOdds;
  }
}
