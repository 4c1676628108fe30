import type { AspectInsight, FaqInsight, SummaryInsight } from "../../../model/insights.ts";
import type { Aspect, FaqEntry } from "../../../model/content.ts";

/** Editorial answers first, then a computed one for each aspect that has a question and enough mentions. */
export function answers(
  editorial: readonly FaqEntry[],
  aspects: readonly Aspect[],
  insights: readonly AspectInsight[],
): FaqInsight[] {
  const taken = new Set(editorial.map(({ id }) => id));
  const computed = insights.flatMap((insight, index): FaqInsight[] => {
    const { id, sufficient, example_review_ids } = insight;
    const question = aspects[index]?.question;
    if (question === undefined || !sufficient || taken.has(id)) return [];
    const answer = answerOf(insight);
    return [{ id, question, answer, basis: `aspect:${id}`, review_ids: example_review_ids }];
  });
  return [
    ...editorial.map(({ id, question, answer }) => ({
      id,
      question,
      answer,
      basis: "editorial",
      review_ids: [],
    })),
    ...computed,
  ];
}

function answerOf({
  mention_count,
  positive_count,
  negative_count,
  mixed_count,
  neutral_count,
  positive_pct,
  positive_ci95: interval,
}: AspectInsight): string {
  const mixed = mixed_count > 0 ? `; ${mixed_count} ${mixed_count === 1 ? "does" : "do"} both` : "";
  const neutral = neutral_count > 0 ? `${mixed === "" ? ";" : ","} ${neutral_count} undecided` : "";
  const share =
    interval === null
      ? ""
      : ` Of those that judge, ${positive_pct} % praise (95 % interval ${interval[0]} to ${interval[1]} %).`;
  return `Of ${mention_count} reviews that speak of it, ${positive_count} praise and ${negative_count} complain${mixed}${neutral}.${share}`;
}

/** The numbers that the computed summary states. */
export interface SummaryNumbers {
  readonly review_count: number;
  /** Reviews that the mean leaves out. */
  readonly incentivised_count: number;
  readonly analysed: number;
  readonly rating_value: number | null;
  readonly aspects: readonly AspectInsight[];
}

/** The editorial summary if there is one, else sentences by template. */
export function summaryOf(editorial: string | null, numbers: SummaryNumbers): SummaryInsight {
  if (editorial !== null) {
    const basis = "editorial";
    return { kind: "editorial", text: editorial, basis, sentences: [{ text: editorial, basis }] };
  }
  const sentences = templateSentences(numbers);
  const text = sentences.map((sentence) => sentence.text).join(" ");
  return { kind: "template", text, basis: "counts", sentences };
}

function templateSentences({
  review_count,
  incentivised_count,
  analysed,
  rating_value,
  aspects,
}: SummaryNumbers): SummaryInsight["sentences"] {
  if (review_count === 0) return [{ text: "There are no reviews yet.", basis: "review_count" }];
  const rated = review_count - incentivised_count;
  const mean = rating_value === null ? "no rating" : `${rating_value.toFixed(2)} of 5 stars on average`;
  const sentences = [
    {
      text: `${rated} reviews give ${mean}; the texts of ${analysed} were read by fixed rules.`,
      basis: "aggregate_rating",
    },
  ];
  const add = (aspect: AspectInsight, sentence: (label: string) => string): void => {
    sentences.push({ text: sentence(aspect.label.toLowerCase()), basis: `aspect:${aspect.id}` });
  };
  const known = aspects.filter(({ sufficient }) => sufficient);
  const [mentioned] = known.toSorted((a, b) => b.mention_count - a.mention_count);
  const [praised] = known.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const [blamed] = known.toSorted((a, b) => b.negative_count - a.negative_count);
  if (mentioned)
    add(mentioned, (label) => `They speak most often of ${label}, in ${mentioned.mention_count} reviews.`);
  if (praised)
    add(
      praised,
      (label) =>
        `The clearest praise goes to ${label}: ${praised.positive_count} of ${praised.mention_count} reviews that speak of it.`,
    );
  if (blamed && blamed.negative_count > 0)
    add(
      blamed,
      (label) =>
        `Complaints are most often about ${label}: ${blamed.negative_count} of ${blamed.mention_count}.`,
    );
  return sentences;
}
