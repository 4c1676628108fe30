import type { MethodInsight } from "../../../model/insights-method.ts";
import type { StarModel } from "../sentiment/star-model.ts";
import { rounded } from "../statistics/statistics.ts";

export const METHOD = "rules+own-ratings";
/** Published as `method.version`: raise it with every change to verdicts. */
export const METHOD_VERSION = "3.36.0";

const DESCRIPTION =
  "Fixed rules and word lists find what a text says of each aspect. Weights of words that come with the software, and small decision trees that weigh the whole review and its stars, check what the rules find and add what they miss. These weights were learned from invented reviews of local businesses and from openly licensed comments of patients (NHS England) and sentences of restaurant customers (MAMS); how often reviews of restaurants judge each aspect was counted in those of real customers (Yelp). Where there are enough ratings, weights learned from this business's own stars are added for the sentiment of whole texts and for aspects that the weights of the software do not know. A review has one vote per aspect. Only what the text tells of this business counts: not other firms, the customer's own doings, the time before the visit, hypotheses or questions. A complaint with five stars and praise with one need an explicit event, and stars alone say nothing of an aspect. A named person is criticised only where two reviews of at most three stars plainly tell of rude or dishonest conduct, and praised where the words around the name or its sentence praise, or where a text with four or five stars only praises and does not say that the person was absent. Where nothing is said clearly, the vote is neutral. A whole text is positive if at least twice as many votes praise as criticise, negative the other way round; otherwise its words decide if the stars agree with them, and it is neutral if they do not. Where no aspect is judged, its words decide alone. It is never called the opposite of its stars, but neutral.";

const LIMITATIONS = [
  "In long reviews that tell of many things, more judgements are wrong and more are missed than in the invented ones that are measured.",
  "Sarcasm is read literally.",
  "An aspect that is described in a roundabout way is often missed.",
  "Complaints are missed more often than praise, so shares of praise are probably too high.",
  "Neutral votes include those that the rules cannot decide.",
  "Intervals cover chance in who writes, not errors of the method.",
  "Names written in ways that the business did not list are missed.",
];

export function methodOf(
  { high, low, blend }: StarModel,
  {
    coverage,
    annotator,
    evaluation,
    accuracy,
  }: Pick<MethodInsight, "coverage" | "annotator" | "evaluation" | "accuracy">,
): MethodInsight {
  return {
    name: METHOD,
    version: METHOD_VERSION,
    description: DESCRIPTION,
    language: "en",
    coverage,
    star_model: { high, low, blend: rounded(blend, 3) },
    annotator,
    // The figures are those of the rules, not of a language model.
    evaluation: annotator === null ? evaluation : [],
    accuracy,
    limitations: [
      ...LIMITATIONS,
      annotator === null
        ? "Reviews in languages other than English are counted by stars and names only."
        : "Reviews in other languages that the language model did not answer are counted by stars and names only.",
    ],
  };
}
