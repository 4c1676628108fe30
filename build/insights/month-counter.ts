import { ratingCounts } from "../../model/business.ts";
import type { Content } from "../../model/content.ts";
import type { MethodInsight } from "../../model/insights-method.ts";
import type { ReviewInsight } from "../../model/review-insight.ts";
import type { Review } from "../../model/review.ts";
import { nameWords } from "./entities/name-words.ts";
import { countAspects } from "./report/aspect-insights.ts";
import { countEntities, type PersonRules } from "./report/entity-insights.ts";
import { type CountedMonth, type MonthCounts, monthOf } from "./report/month-counts.ts";
import { countStatements, quotableStatements } from "./report/quotes.ts";
import { shareLists } from "./report/review-rows.ts";
import { countSentiments } from "./report/temporal.ts";
import { countThemes, Themes } from "./report/themes.ts";
import { countUncovered } from "./report/uncovered-texts.ts";
import { countUnknownNames } from "./report/unknown-names.ts";
import { judge, type ReviewVerdict } from "./sentiment/judge.ts";
import { withSupportedCriticism } from "./sentiment/persons.ts";
import { type StarModel, starModelOf } from "./sentiment/star-model.ts";
import type { TextAnalysis } from "./sentiment/text-analyzer.ts";

/** A review whose text was judged, or the reason why it was not. Topics are ids. */
type ReadReview =
  | { readonly review: Review; readonly verdict: ReviewVerdict; readonly topics: readonly string[] }
  | {
      readonly review: Review;
      readonly verdict?: undefined;
      readonly skipped: "no_text" | NonNullable<TextAnalysis["skipped"]>;
    };

const THOUSANDTHS = 1000;

/** Judges and counts the reviews of a month. */
export class MonthCounter {
  readonly stars: StarModel;
  readonly themes: Themes;
  readonly #aspects: Content["aspects"];

  constructor({ entities, aspects, learned }: Pick<Content, "entities" | "aspects" | "learned">) {
    this.stars = starModelOf(learned, nameWords(entities));
    this.themes = new Themes(learned?.topics ?? []);
    this.#aspects = aspects;
  }

  /** Takes the reviews of one month, newest first, and the analyses of their texts in the same order. */
  count(reviews: readonly Review[], analyses: readonly (TextAnalysis | undefined)[]): CountedMonth {
    const read = this.#read(reviews, analyses);
    const names = analyses.map((analysis) => analysis?.unknownNames ?? []);
    const counts = { ...this.#countsOf(reviews, read), unknownNames: countUnknownNames(names) };
    return { reviews, counts, entries: (rules) => this.#entries(read, rules) };
  }

  /** Not a part of `count`, whose `entries` would keep the scope with the analyses. */
  #read(reviews: readonly Review[], analyses: readonly (TextAnalysis | undefined)[]): ReadReview[] {
    return reviews.map((review, place) => {
      const { text } = review;
      const analysis = analyses[place];
      if (text === null || analysis === undefined) return { review, skipped: "no_text" };
      if (analysis.skipped !== undefined) return { review, skipped: analysis.skipped };
      const verdict = judge({ review, text, analysis }, this.stars);
      return { review, verdict, topics: this.themes.find(text) };
    });
  }

  #countsOf(reviews: readonly Review[], read: readonly ReadReview[]): Omit<MonthCounts, "unknownNames"> {
    const verdicts = read.flatMap(({ verdict }) => verdict ?? []);
    const found = read.flatMap((one) => (one.verdict ? [[one.review, one.topics] as const] : []));
    return {
      month: reviews[0] === undefined ? "" : monthOf(reviews[0]),
      ratings: ratingCounts(reviews),
      coverage: coverageOf(read),
      sentiments: countSentiments(verdicts),
      score: verdicts.reduce((sum, { score }) => sum + Math.round(score * THOUSANDTHS), 0),
      aspects: countAspects(this.#aspects.length, verdicts),
      quotable: countStatements(quotableStatements(verdicts)),
      entities: countEntities(reviews, verdicts),
      themes: countThemes(found),
      uncovered: countUncovered(verdicts, this.#aspects),
      rows: {
        mentions: shareLists(reviews.map(({ mentions }) => mentions)),
        opinions: shareLists(
          read.map(({ verdict }) => (verdict?.votes ?? []).map(({ aspect, polarity }) => [aspect, polarity])),
        ),
        topics: shareLists(read.map((one) => (one.verdict ? one.topics : []))),
      },
    };
  }

  /** One entry per review, from which every count can be recomputed. */
  #entries(read: readonly ReadReview[], rules: PersonRules): string {
    const isCriticised = (id: string): boolean => rules.criticised.includes(id);
    return read
      .map((one) => {
        const entry: ReviewInsight = one.verdict
          ? this.#entryOf(one.verdict, one.topics, rules, isCriticised)
          : { skipped: one.skipped };
        return `${JSON.stringify(one.review.id)}:${JSON.stringify(entry)}`;
      })
      .join(",");
  }

  #entryOf(
    verdict: ReviewVerdict,
    topics: readonly string[],
    { published }: PersonRules,
    isCriticised: (id: string) => boolean,
  ): ReviewInsight {
    return {
      sentiment: verdict.sentiment,
      score: verdict.score,
      aspects: verdict.votes.map(({ aspect, polarity, mentions }) => ({
        id: this.#aspects[aspect]?.id ?? "",
        polarity,
        mentions: mentions.map((mention) => ({
          polarity: mention.polarity,
          start: mention.start,
          end: mention.end,
        })),
      })),
      technicians: withSupportedCriticism(verdict.technicians, isCriticised).filter(({ id }) =>
        published.includes(id),
      ),
      problems: verdict.problems,
      topics,
    };
  }
}

function coverageOf(read: readonly ReadReview[]): MethodInsight["coverage"] {
  const coverage = { analysed: 0, no_text: 0, placeholder: 0, language: 0 };
  for (const one of read) coverage[one.verdict ? "analysed" : one.skipped] += 1;
  return coverage;
}

/** The mean score of texts, by the sum of their scores. */
export const meanScore = (thousandths: number, texts: number): number => thousandths / THOUSANDTHS / texts;
