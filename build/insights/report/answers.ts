import type { AspectInsight, FaqInsight, SummaryInsight } from "../../../model/insights.ts";
import type { Aspect, FaqEntry } from "../../../model/content.ts";

/** What a person wrote comes first; a computed answer follows for every aspect that is asked about and known. */
export function answers(
  written: readonly FaqEntry[],
  aspects: readonly Aspect[],
  insights: readonly AspectInsight[],
): FaqInsight[] {
  const taken = new Set(written.map(({ id }) => id));
  const computed = insights.flatMap((insight, index): FaqInsight[] => {
    const question = aspects[index]?.question;
    if (question === undefined || !insight.sufficient || taken.has(insight.id)) return [];
    return [
      {
        id: insight.id,
        question,
        answer: sentenceOf(insight),
        basis: `aspect:${insight.id}`,
        review_ids: insight.example_review_ids,
      },
    ];
  });
  return [
    ...written.map(({ id, question, answer }) => ({
      id,
      question,
      answer,
      basis: "editorial",
      review_ids: [],
    })),
    ...computed,
  ];
}

/** Every number of the sentence stands in the aspect's row. */
function sentenceOf(insight: AspectInsight): string {
  const { mention_count, positive_count, negative_count, mixed_count, neutral_count } = insight;
  const others = [
    mixed_count > 0 ? `${mixed_count} ${mixed_count === 1 ? "does" : "do"} both` : "",
    neutral_count > 0 ? `${neutral_count} cannot be told` : "",
  ].filter((part) => part !== "");
  const rest = others.length > 0 ? `; ${others.join(", ")}` : "";
  const interval = insight.positive_ci95;
  const share =
    interval === null
      ? ""
      : ` That is ${insight.positive_pct} % praise (95 % interval ${interval[0]} to ${interval[1]} %).`;
  return `Of ${mention_count} reviews that speak of it, ${positive_count} praise and ${negative_count} complain${rest}.${share}`;
}

export interface Counted {
  readonly review_count: number;
  readonly analysed: number;
  readonly rating_value: number | null;
  readonly aspects: readonly AspectInsight[];
}

/** The editorial summary if there is one; else sentences by template, praise and complaint alike. */
export function summaryOf(written: string | null, counted: Counted): SummaryInsight {
  if (written !== null) {
    const basis = "editorial";
    return { kind: "editorial", text: written, basis, sentences: [{ text: written, basis }] };
  }
  const sentences = templateSentences(counted);
  const text = sentences.map((sentence) => sentence.text).join(" ");
  return { kind: "template", text, basis: "counts", sentences };
}

function templateSentences({ review_count, analysed, rating_value, aspects }: Counted): {
  text: string;
  basis: string;
}[] {
  if (rating_value === null) return [{ text: "There are no reviews yet.", basis: "review_count" }];
  const known = aspects.filter(({ sufficient }) => sufficient);
  const praised = known.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))[0];
  const blamed = known.toSorted((a, b) => b.negative_count - a.negative_count)[0];
  const spoken = known.toSorted((a, b) => b.mention_count - a.mention_count)[0];
  const sentences = [
    {
      text: `${review_count} verified reviews give ${rating_value.toFixed(2)} of 5 stars on average; the texts of ${analysed} were read by fixed rules.`,
      basis: "aggregate_rating",
    },
  ];
  const add = (aspect: AspectInsight | undefined, text: string): void => {
    if (aspect) sentences.push({ text, basis: `aspect:${aspect.id}` });
  };
  add(spoken, `They speak most often of ${lower(spoken)}, in ${spoken?.mention_count} reviews.`);
  add(
    praised,
    `The clearest praise goes to ${lower(praised)}: ${praised?.positive_count} of ${praised?.mention_count} reviews that speak of it.`,
  );
  if (blamed && blamed.negative_count > 0)
    add(
      blamed,
      `Complaints are most often about ${lower(blamed)}: ${blamed.negative_count} of ${blamed.mention_count}.`,
    );
  return sentences;
}

const lower = (aspect: AspectInsight | undefined): string => aspect?.label.toLowerCase() ?? "";
