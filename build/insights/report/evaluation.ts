import type { MethodInsight } from "../../../model/insights-method.ts";

/** As `npm run bench -- insights` prints it; `bench/accuracy/accuracy.test.ts` refuses numbers better than the measured ones. */
export const EVALUATION: MethodInsight["evaluation"] = [
  { set: "home services, all", measure: "aspect F1", n: 95, value: 93.6 },
  { set: "home services, all", measure: "polarity of found aspects", n: 88, value: 94.3 },
  { set: "home services, even: errors not read", measure: "aspect F1", n: 42, value: 88.3 },
  { set: "home services, even: errors not read", measure: "polarity of found aspects", n: 38, value: 89.4 },
  { set: "own sentences, errors not read", measure: "aspect F1", n: 72, value: 66.1 },
  { set: "own sentences, errors not read", measure: "polarity of found aspects", n: 41, value: 85.3 },
  { set: "home services, all", measure: "technicians F1", n: 19, value: 100 },
  { set: "home services, all", measure: "services F1", n: 17, value: 100 },
  { set: "home services, all", measure: "areas F1", n: 8, value: 100 },
  {
    set: "patients' comments, 5 folds by respondent",
    measure: "balanced accuracy, rules alone",
    n: 5009,
    value: 76.3,
  },
  {
    set: "patients' comments, 5 folds by respondent",
    measure: "balanced accuracy, with own ratings",
    n: 5009,
    value: 78.2,
  },
  { set: "MAMS terms, test", measure: "praise or blame", n: 729, value: 81 },
];
