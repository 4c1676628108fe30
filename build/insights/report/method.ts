import type { MethodInsight } from "../../../model/insights-method.ts";
import type { StarModel } from "../sentiment/star-model.ts";
import { rounded } from "../statistics/statistics.ts";

export const METHOD = "rules+own-ratings";
/** Raise it with every change to the analysis of a text: cached analyses of other versions are discarded. */
export const METHOD_VERSION = "3.0.0";

const DESCRIPTION =
  "Fixed rules and word lists find what a text says of each aspect; weights learned from this business's own star ratings are added where there are enough. A review has one vote per aspect. Only what the text tells of this business counts: not other firms, the customer's own doings, the time before the visit, hypotheses or questions. A statement against the review's stars needs an explicit event, and stars alone say nothing of an aspect. A named person is criticised only where two reviews of at most three stars do so plainly. Where nothing is said clearly, the vote is neutral.";

const LIMITATIONS = [
  "Sarcasm is read literally.",
  "An aspect that is described without any of its words is missed.",
  "Neutral votes include those that the rules cannot decide.",
  "Intervals cover chance in who writes, not errors of the method; those are under evaluation.",
  "Reviews in other languages than English are counted by stars and names only.",
  "Names written in ways that the business did not list are missed.",
];

/** Measured by `npm run bench -- insights`. `bench/accuracy/accuracy.test.ts` fails if a number is better than measured. */
export const EVALUATION: MethodInsight["evaluation"] = [
  { set: "home services, all", measure: "aspect F1", n: 95, value: 93.6 },
  { set: "home services, all", measure: "polarity of found aspects", n: 88, value: 94.3 },
  { set: "home services, even: errors not read", measure: "aspect F1", n: 42, value: 88.3 },
  { set: "home services, even: errors not read", measure: "polarity of found aspects", n: 38, value: 89.4 },
  { set: "own sentences, errors not read", measure: "aspect F1", n: 72, value: 65.6 },
  { set: "own sentences, errors not read", measure: "polarity of found aspects", n: 40, value: 85 },
  { set: "home services, all", measure: "technicians F1", n: 19, value: 100 },
  { set: "home services, all", measure: "services F1", n: 17, value: 100 },
  { set: "home services, all", measure: "areas F1", n: 8, value: 100 },
  {
    set: "patients' comments, 5 folds by respondent",
    measure: "balanced accuracy, rules alone",
    n: 5009,
    value: 76,
  },
  {
    set: "patients' comments, 5 folds by respondent",
    measure: "balanced accuracy, with own ratings",
    n: 5009,
    value: 78,
  },
  { set: "MAMS terms, test", measure: "praise or blame", n: 729, value: 81 },
];

export function methodOf(
  { high, low, blend }: StarModel,
  coverage: MethodInsight["coverage"],
  annotator: MethodInsight["annotator"],
): MethodInsight {
  return {
    name: METHOD,
    version: METHOD_VERSION,
    description: DESCRIPTION,
    language: "en",
    coverage,
    star_model: { high, low, blend: rounded(blend, 3) },
    annotator,
    evaluation: EVALUATION,
    limitations: LIMITATIONS,
  };
}
