import type { MethodInsight } from "../../../model/insights-method.ts";
import { EVALUATION } from "./evaluation.ts";
import type { StarModel } from "../sentiment/star-model.ts";

/** Goes up whenever a text would be read otherwise: kept readings of another version are worth nothing. */
export const METHOD = "rules+own-ratings";
export const METHOD_VERSION = "2.1.0";

const DESCRIPTION =
  "Fixed rules and word lists find what a text says of each aspect; weights learned from this business's own star ratings are added where there are enough. A review has one vote an aspect. A review's stars are never copied to an aspect. Where nothing is said clearly, the vote is neutral.";

const LIMITATIONS = [
  "Sarcasm is read literally.",
  "An aspect that is described without any of its words is missed.",
  "Neutral votes include those that the rules cannot tell.",
  "Intervals cover chance in who writes, not errors of the method; those are under evaluation.",
  "Reviews in other languages than English are counted by stars and names only.",
  "Names written in ways that the business did not list are missed.",
];

export function methodOf(
  stars: StarModel,
  coverage: MethodInsight["coverage"],
  annotator: MethodInsight["annotator"],
): MethodInsight {
  return {
    name: METHOD,
    version: METHOD_VERSION,
    description: DESCRIPTION,
    language: "en",
    coverage,
    star_model: { high: stars.high, low: stars.low, blend: Math.round(stars.blend * 1000) / 1000 },
    annotator,
    evaluation: EVALUATION,
    limitations: LIMITATIONS,
  };
}
