import { aggregateOf } from "../../model/business.ts";
import type { Content } from "../../model/content.ts";
import type { InsightsDocument, UndatedInsights } from "../../model/insights.ts";
import type { MethodInsight } from "../../model/insights-method.ts";
import { newestFirst, type Review } from "../../model/review.ts";
import { nameWords } from "./entities/name-words.ts";
import { meanScore, MonthCounter } from "./month-counter.ts";
import { accuracyOf } from "./report/accuracy.ts";
import { agreementOf, type Annotations, withAnnotations } from "./report/annotations.ts";
import { answers, summaryOf } from "./report/answers.ts";
import { aspectInsights, MIN_MENTIONS } from "./report/aspect-insights.ts";
import { entityInsights } from "./report/entity-insights.ts";
import { personRules, type PersonRules } from "./report/person-rules.ts";
import { byMonth, type CountedMonth, type MonthCounts } from "./report/month-counts.ts";
import { METHOD, METHOD_VERSION, methodOf } from "./report/method.ts";
import { pullQuote } from "./report/quotes.ts";
import { monthInsights, type SentimentCounts, trendOf } from "./report/temporal.ts";
import { uncoveredTexts, type UncoveredTexts } from "./report/uncovered-texts.ts";
import { type UnknownName, unknownNames } from "./report/unknown-names.ts";
import { type AnalyzeText, compileTextAnalyzer } from "./sentiment/text-analyzer.ts";
import { percent, rounded } from "./statistics/statistics.ts";
import { sumOfLists } from "./statistics/sums.ts";

const VERSION = 3;

/** Reported to the owner, never published. */
interface OwnersReport {
  readonly unknownNames: readonly UnknownName[];
  readonly uncoveredTexts: UncoveredTexts | undefined;
}

interface CountedInsights extends OwnersReport {
  readonly document: UndatedInsights;
  /** The parts of `per_review`, as in `CountedMonth.entries`. */
  readonly entries: readonly string[];
  readonly rules: PersonRules;
}

export interface Analysis extends OwnersReport {
  /** insights.json without its date. */
  readonly document: Omit<InsightsDocument, "generated_at">;
}

/** The content that the analysis depends on. */
type InsightsContent = Pick<Content, "entities" | "aspects" | "faq" | "summary" | "learned" | "audit"> &
  Partial<Pick<Content, "evaluation">> & { readonly business?: Pick<Content["business"], "name"> };

interface AnalyzeOptions {
  /** The rules, possibly with a cache. */
  readonly analyzeText?: AnalyzeText;
  readonly annotations?: Annotations | undefined;
}

/** Computes insights.json from the verified reviews. Their order does not matter. */
export function analyze(
  content: InsightsContent,
  published: readonly Review[],
  { analyzeText = compileTextAnalyzer(content.aspects, content.entities), annotations }: AnalyzeOptions = {},
): Analysis {
  const reviews = published.filter(({ verified }) => verified).toSorted(newestFirst);
  const read = annotations ? withAnnotations(analyzeText, annotations) : analyzeText;
  const counter = new MonthCounter(content);
  const options = { counter, analyzeText, annotations };
  // No name keeps the months, which are not needed any more when the entries are parsed.
  const counted = summarize(
    content,
    byMonth(reviews).map((ofMonth) => counter.count(ofMonth, read)),
    options,
  );
  const { document, entries, unknownNames: unknown, uncoveredTexts: uncovered } = counted;
  return {
    document: { ...document, per_review: perReview(entries) },
    unknownNames: unknown,
    uncoveredTexts: uncovered,
  };
}

interface SummarizeOptions {
  readonly counter: MonthCounter;
  readonly analyzeText: AnalyzeText;
  readonly annotations?: Annotations | undefined;
}

/** Computes the insights from the counts of all months, the newest first. */
export function summarize(
  content: InsightsContent,
  months: readonly CountedMonth[],
  { counter, analyzeText, annotations }: SummarizeOptions,
): CountedInsights {
  const counts = months.flatMap((month) => month.counts);
  const rules = personRules(content.entities.technicians, counts);
  const entries = months.map((month) => month.entries(rules));
  const reviewOf = reviewFinder(months);
  const aspects = aspectInsights(content.aspects, counts, reviewOf);
  const monthly = monthInsights(counts);
  const quote = pullQuote(counts, reviewOf);
  const ratings = sumOfLists(counts.map((month) => month.ratings));
  const { incentivised_count, rating_value, review_count } = aggregateOf(ratings);
  const coverage = coverageOf(counts);
  const document: UndatedInsights = {
    version: VERSION,
    model: `${METHOD}${annotations ? `+${annotations.model}` : ""}/${METHOD_VERSION}`,
    review_count,
    date_range: {
      earliest: months.at(-1)?.reviews.at(-1)?.date ?? null,
      latest: months[0]?.reviews[0]?.date ?? null,
    },
    overall_sentiment: overallSentiment(counts),
    aspects,
    entities: entityInsights(content.entities, counts, rules),
    topics: counter.themes.topics(counts),
    temporal: { monthly, trend: trendOf(counts) },
    faq: answers(content.faq, content.aspects, aspects),
    summary: summaryOf(content.summary, content.aspects, {
      review_count,
      analysed: coverage.analysed,
      incentivised_count,
      rating_value,
      aspects,
    }),
    ...(quote ? { pull_quote: quote } : {}),
    method: methodOf(counter.stars, {
      coverage,
      annotator: annotations ? agreementOf(analyzeText, annotations) : null,
      evaluation: content.evaluation ?? [],
      accuracy:
        content.audit === undefined
          ? null
          : accuracyOf(
              content.audit,
              months.flatMap(({ reviews }) => reviews),
              { aspects, per_review: perReview(entries) },
            ),
    }),
  };
  return {
    document,
    entries,
    rules,
    unknownNames: unknownNames(counts),
    // Without aspects no text can name one; `loadAspects` warns of that.
    uncoveredTexts:
      aspects.length === 0
        ? undefined
        : uncoveredTexts(counts, (id) => reviewOf(id).text ?? "", nameWords(content.entities)),
  };
}

/** The entries of all reviews by id. */
export function perReview(entries: readonly string[]): InsightsDocument["per_review"] {
  const all = {};
  for (const ofMonth of entries) Object.assign(all, JSON.parse(`{${ofMonth}}`));
  return all;
}

/** Finds reviews by id. Few are ever needed. */
function reviewFinder(months: readonly CountedMonth[]): (id: string) => Review {
  let byId: Map<string, Review> | undefined;
  return (id) => {
    byId ??= new Map(months.flatMap(({ reviews }) => reviews.map((review) => [review.id, review])));
    return byId.get(id) as Review;
  };
}

function overallSentiment(months: readonly MonthCounts[]): InsightsDocument["overall_sentiment"] {
  const { analysed } = coverageOf(months);
  if (analysed < MIN_MENTIONS)
    return { score: null, positive_pct: null, neutral_pct: null, negative_pct: null };
  const score = months.reduce((sum, month) => sum + month.score, 0);
  const shareOf = (sentiment: keyof SentimentCounts): number =>
    percent(
      months.reduce((sum, { sentiments }) => sum + sentiments[sentiment], 0),
      analysed,
    );
  return {
    score: rounded(meanScore(score, analysed), 3),
    positive_pct: shareOf("positive"),
    neutral_pct: shareOf("neutral"),
    negative_pct: shareOf("negative"),
  };
}

function coverageOf(months: readonly MonthCounts[]): MethodInsight["coverage"] {
  const coverage = { analysed: 0, no_text: 0, placeholder: 0, language: 0 };
  for (const month of months)
    for (const field of ["analysed", "no_text", "placeholder", "language"] as const)
      coverage[field] += month.coverage[field];
  return coverage;
}
