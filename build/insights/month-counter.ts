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
import type { AnalyzeText, TextAnalysis } from "./sentiment/text-analyzer.ts";

/** A review with the findings in its text; without a verdict if the text was not read. */
interface ReadReview {
  readonly review: Review;
  readonly verdict: ReviewVerdict | undefined;
  readonly skipped: "no_text" | NonNullable<TextAnalysis["skipped"]>;
  /** Ids. */
  readonly topics: readonly string[];
}

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

  /** Takes the reviews of one month, newest first. */
  count(reviews: readonly Review[], analyzeText: AnalyzeText): CountedMonth {
    const unknownNames: (readonly string[])[] = [];
    const read = reviews.map((review): ReadReview => {
      const { text } = review;
      const analysis = text === null ? undefined : analyzeText(text, review);
      if (text === null || analysis === undefined || analysis.skipped !== undefined)
        return { review, verdict: undefined, skipped: analysis?.skipped ?? "no_text", topics: [] };
      unknownNames.push(analysis.unknownNames ?? []);
      const verdict = judge({ review, text, analysis }, this.stars);
      return { review, verdict, skipped: "no_text", topics: this.themes.find(text) };
    });
    const counts = { ...this.#countsOf(reviews, read), unknownNames: countUnknownNames(unknownNames) };
    return { reviews, counts, entries: (rules) => this.#entries(read, rules) };
  }

  #countsOf(reviews: readonly Review[], read: readonly ReadReview[]): Omit<MonthCounts, "unknownNames"> {
    const verdicts = read.flatMap(({ verdict }) => verdict ?? []);
    const found = read.flatMap(({ review, verdict, topics }) =>
      verdict === undefined ? [] : [[review, topics] as const],
    );
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
        topics: shareLists(read.map(({ topics }) => topics)),
      },
    };
  }

  /** One entry per review, from which every count can be recomputed. */
  #entries(read: readonly ReadReview[], rules: PersonRules): string {
    const isCriticised = (id: string): boolean => rules.criticised.includes(id);
    return read
      .map(({ review, verdict, skipped, topics }) => {
        const entry: ReviewInsight =
          verdict === undefined ? { skipped } : this.#entryOf(verdict, topics, rules, isCriticised);
        return `${JSON.stringify(review.id)}:${JSON.stringify(entry)}`;
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
  for (const { verdict, skipped } of read) coverage[verdict === undefined ? skipped : "analysed"] += 1;
  return coverage;
}

/** The mean score of texts, by the sum of their scores. */
export const meanScore = (thousandths: number, texts: number): number => thousandths / THOUSANDTHS / texts;
