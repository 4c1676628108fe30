import type { AspectInsight, FaqInsight, SummaryInsight } from "../../../model/insights.ts";
import type { Aspect, FaqEntry } from "../../../model/content.ts";
import { wilson } from "../statistics/statistics.ts";
import {
  mostCriticised,
  mostMentioned,
  mostPraised,
  NO_REVIEWS,
  nounOf,
  ratingSentence,
  textSentence,
} from "./grammar.ts";

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
    return [
      { id, question, answer: insight.sentence, basis: `aspect:${id}`, review_ids: example_review_ids },
    ];
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

/** The numbers that the computed summary states. */
export interface SummaryNumbers {
  readonly review_count: number;
  /** Reviews that the mean leaves out. */
  readonly incentivised_count: number;
  readonly analysed: number;
  readonly rating_value: number | null;
  readonly aspects: readonly AspectInsight[];
}

/** The editorial summary if there is one, else sentences by the grammar. */
export function summaryOf(
  editorial: string | null,
  aspects: readonly Aspect[],
  numbers: SummaryNumbers,
): SummaryInsight {
  if (editorial !== null) {
    const basis = "editorial";
    return { kind: "editorial", text: editorial, basis, sentences: [{ text: editorial, basis }] };
  }
  const sentences = templateSentences(aspects, numbers);
  const text = sentences.map((sentence) => sentence.text).join(" ");
  return { kind: "template", text, basis: "counts", sentences };
}

function templateSentences(aspects: readonly Aspect[], numbers: SummaryNumbers): SummaryInsight["sentences"] {
  const { review_count, analysed, aspects: insights } = numbers;
  if (review_count === 0) return [{ text: NO_REVIEWS, basis: "review_count" }];
  const counted = aspectSentences(aspects, insights);
  return [
    { text: ratingSentence(numbers), basis: "aggregate_rating" },
    ...(counted.length === 0 ? [] : [{ text: textSentence(analysed, numbers), basis: "method" }]),
    ...counted,
  ];
}

interface JudgedCounts {
  readonly basis: string;
  readonly noun: string;
  readonly sentence: string;
  readonly mentions: number;
  readonly praise: number;
  readonly complaints: number;
  readonly judging: number;
}

/** The aspect of which most is written, the one with most praise, and the one with most complaints, each by its share. */
function aspectSentences(
  aspects: readonly Aspect[],
  insights: readonly AspectInsight[],
): SummaryInsight["sentences"] {
  const known = insights.flatMap((insight, index): (JudgedCounts & { isGeneral: boolean })[] => {
    const aspect = aspects[index];
    const { id, positive_count, negative_count, mixed_count, mention_count: mentions } = insight;
    if (aspect === undefined || !insight.sufficient) return [];
    // Reviews that do both count on both sides, as on the front page.
    const praise = positive_count + mixed_count;
    const complaints = negative_count + mixed_count;
    const judging = praise + negative_count;
    const isGeneral = aspect.general === true;
    return [
      {
        basis: `aspect:${id}`,
        noun: nounOf(aspect),
        sentence: insight.sentence,
        mentions,
        praise,
        complaints,
        judging,
        isGeneral,
      },
    ];
  });
  const specific = known.filter(({ isGeneral }) => !isGeneral);
  const named = specific.length === 0 ? known : specific;
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return [{ text: only.sentence, basis: only.basis }];
  const praised = mostOf(named, ({ praise }) => praise);
  const criticised = mostOf(named, ({ complaints }) => complaints);
  const mentioned = mentionedMost(named);
  const isBoth = praised.length > 0 && isSame(praised, criticised);
  return [
    ...sentencesOf(mentioned, (nouns, { mentions }) => mostMentioned(nouns, mentions)),
    ...sentencesOf(isBoth ? [] : praised, (nouns, { praise, judging }) =>
      mostPraised(isSame(mentioned, praised) ? [] : nouns, praise, judging),
    ),
    // The counts of an aspect that is first in both say more than either.
    ...(isBoth
      ? praised.map((one) => ({ text: one.sentence, basis: one.basis }))
      : sentencesOf(criticised, (nouns, { complaints, judging }) =>
          mostCriticised(nouns, complaints, judging),
        )),
  ];
}

const isSame = (some: readonly JudgedCounts[], others: readonly JudgedCounts[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

/** With more aspects of the same count none is named. */
const MAX_TIES = 3;

/** A sentence for aspects of the same counts. */
function sentencesOf(
  judged: readonly JudgedCounts[],
  textOf: (nouns: readonly string[], counts: JudgedCounts) => string,
): SummaryInsight["sentences"] {
  const [first] = judged;
  if (first === undefined || judged.length > MAX_TIES) return [];
  const nouns = judged.map(({ noun }) => noun);
  return [{ text: textOf(nouns, first), basis: judged.map(({ basis }) => basis).join(" ") }];
}

/** Several if their counts are the same. */
function mentionedMost(judged: readonly JudgedCounts[]): JudgedCounts[] {
  const most = Math.max(...judged.map(({ mentions }) => mentions));
  return judged.filter(({ mentions }) => mentions === most);
}

/** Fewer reviews are no pattern. */
const MIN_PATTERN = 3;

/** By the lower end of the interval of the share, so that many reviews outweigh few. Several if their counts are the same. */
function mostOf(
  judged: readonly JudgedCounts[],
  countOf: (one: JudgedCounts) => number,
): readonly JudgedCounts[] {
  const least = (one: JudgedCounts): number => wilson(countOf(one), one.judging)[0];
  const patterns = judged.filter((one) => countOf(one) >= MIN_PATTERN);
  const [first] = patterns.toSorted((a, b) => least(b) - least(a));
  return patterns.filter((one) => countOf(one) === countOf(first ?? one) && one.judging === first?.judging);
}
