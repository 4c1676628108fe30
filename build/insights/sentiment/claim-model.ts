import { BoostedTrees } from "./boosted-trees.ts";
import { type ClaimSide, type PriorWeights, SHIPPED } from "./prior.ts";

/** Bins of stars, from 0 on: they speak against a claim, lean the other way, are undecided, agree, agree fully. */
const AGAINST = 2;

/** Decides which claims are published. */
export type ClaimJudge = Pick<ClaimModel, "isProbable">;

/** Weighs evidence and stars together. */
export class ClaimModel {
  readonly #weights: PriorWeights["evidence"];
  readonly #trees: Readonly<Record<ClaimSide, BoostedTrees>>;

  constructor({ evidence }: Pick<PriorWeights, "evidence">) {
    const { praise, complaint } = evidence;
    this.#weights = evidence;
    this.#trees = { praise: new BoostedTrees(praise), complaint: new BoostedTrees(complaint) };
  }

  /** True if a claim is probable enough. `evidence` is that of its review, see `EVIDENCE`. */
  isProbable(side: ClaimSide, evidence: string, rating: number): boolean {
    const { minLogOdds, minAgainstStars } = this.#weights[side];
    const towards = side === "praise" ? rating - 3 : 3 - rating;
    const least = towards < 0 ? minAgainstStars : minLogOdds;
    return this.#trees[side].logOdds(evidence, towards + AGAINST) >= least;
  }
}

export const SHIPPED_MODEL = new ClaimModel(SHIPPED);
