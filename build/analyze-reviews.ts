import { urlOf } from "../model/base-url.ts";
import type { Content } from "../model/content.ts";
import type { UndatedInsights } from "../model/insights.ts";
import { type ContentReview, type Mentions, type Review, reviewPath } from "../model/review.ts";
import { annotateContent } from "./cache/llm-annotator.ts";
import { type KeptMonth, MonthCountCache } from "./cache/month-count-cache.ts";
import { type ReviewMonth, TextAnalysisCache } from "./cache/text-analysis-cache.ts";
import type { AnnotatorConfig } from "./config.ts";
import { summarize } from "./insights/analyze.ts";
import { sharedNameWarnings } from "./insights/entities/gazetteer.ts";
import { mentionedIds } from "./insights/entities/mentions.ts";
import { MonthCounter } from "./insights/month-counter.ts";
import { withAnnotations } from "./insights/report/annotations.ts";
import { byMonth, type CountedMonth } from "./insights/report/month-counts.ts";
import { unshared } from "./insights/report/review-rows.ts";
import { uncoveredWarning } from "./insights/report/uncovered-texts.ts";
import type { UnknownName } from "./insights/report/unknown-names.ts";
import type { Progress } from "./progress.ts";
import type { ReviewFindings } from "./render/pages/render-input.ts";
import { batchesOf, type ListBatch } from "./render/pages/review-batch.ts";

/** The result of analyzing all texts. It does not retain the analyses themselves, which take most of the memory. */
export interface AnalyzedContent {
  readonly reviews: readonly Review[];
  readonly insights: UndatedInsights;
  /** The parts of `per_review`, as in `CountedMonth.entries`. */
  readonly entries: readonly string[];
  readonly findings: ReviewFindings;
  readonly unknownNames: readonly UnknownName[];
  readonly warnings: readonly string[];
  /** Texts whose analysis was not cached. */
  readonly analysedTexts: number;
  /** Texts that the language model did not answer. */
  readonly unansweredTexts: number;
}

interface AnalyzeReviewsOptions {
  readonly content: Content;
  readonly baseUrl: string;
  readonly cacheFolder: string | undefined;
  readonly annotator: AnnotatorConfig | undefined;
  readonly progress: Progress;
  /** Receives each batch as soon as its mentions are known, long before the insights are. */
  readonly onBatch: (batch: ListBatch) => void;
  /** Receives all reviews before they are counted. */
  readonly onReviews: (reviews: readonly Review[]) => Promise<void>;
}

export async function analyzeReviews(options: AnalyzeReviewsOptions): Promise<AnalyzedContent> {
  const { content, cacheFolder, annotator, progress, onReviews } = options;
  progress("texts");
  const months = byMonth(content.reviews);
  const analyses = new TextAnalysisCache(cacheFolder, content, months);
  const { analyzeText } = analyses;
  // A language model may answer what it did not answer before.
  const cache = new MonthCountCache(annotator === undefined ? cacheFolder : undefined, content);
  const kept = months.map((month) => cache.get(month));
  const reviews = reviewsToPublish(options, mentionsOf(months, kept, analyses));
  await onReviews(reviews);
  progress("insights");
  const annotated = await annotateContent(content, analyzeText, { annotator, cacheFolder });
  const annotations = annotated?.annotations;
  const counter = new MonthCounter(content);
  const annotate = annotations && withAnnotations(analyzeText, annotations);
  let first = 0;
  const counted = months.map((month, at): CountedMonth => {
    const ofMonth = reviews.slice(first, (first += month.length));
    const count = (): CountedMonth =>
      counter.count(ofMonth, annotate ?? ((_, place) => analyses.analysesOf(month)[place]));
    const same = kept[at];
    return same === undefined ? count() : keptMonth(ofMonth, same, count);
  });
  const summarized = summarize(content, counted, { counter, analyzeText, annotations });
  const { document, entries, unknownNames, uncoveredTexts } = summarized;
  const rules = JSON.stringify(summarized.rules);
  for (const [at, month] of months.entries()) {
    const [counts, ofMonth] = [counted[at]?.counts, entries[at]];
    if (counts !== undefined && ofMonth !== undefined && kept[at]?.rules !== rules)
      cache.set(month, { counts, entries: ofMonth, rules });
  }
  await Promise.all([analyses.save(), cache.save()]);
  return {
    reviews,
    insights: document,
    entries,
    findings: findingsOf(counted),
    unknownNames,
    warnings: [
      ...sharedNameWarnings(content.entities),
      ...(uncoveredTexts === undefined ? [] : [uncoveredWarning(uncoveredTexts)]),
      ...(annotated?.warnings ?? []),
    ],
    analysedTexts: analyses.misses,
    unansweredTexts: (annotations?.failures ?? 0) + (annotations?.unsent ?? 0),
  };
}

/** Gives each review its address and its mentions, batch by batch. */
function reviewsToPublish(
  { content, baseUrl, progress, onBatch }: AnalyzeReviewsOptions,
  mentions: Iterator<Mentions, undefined>,
): Review[] {
  const reviews: Review[] = [];
  for (const { first, reviews: batch } of batchesOf(content.reviews)) {
    progress("texts", first, content.reviews.length);
    const published = batch.map((review) => publishedReview(review, baseUrl, mentions));
    reviews.push(...published);
    onBatch({ first, reviews: published });
  }
  return reviews;
}

function findingsOf(months: readonly CountedMonth[]): ReviewFindings {
  const rows = months.flatMap(({ counts }) => counts.map((part) => part.rows));
  return {
    opinions: rows.flatMap(({ opinions }) => unshared(opinions)),
    topics: rows.flatMap(({ topics }) => unshared(topics)),
  };
}

/** The mentions of each review in turn, newest first. Only texts of months that are not kept are analyzed. */
function* mentionsOf(
  months: readonly ReviewMonth[],
  kept: readonly (KeptMonth | undefined)[],
  analyses: TextAnalysisCache,
): Generator<Mentions, undefined> {
  for (const [at, month] of months.entries()) {
    const counts = kept[at]?.counts;
    yield* counts === undefined
      ? analyses.analysesOf(month).map((analysis) => mentionedIds(analysis?.names ?? []))
      : counts.flatMap(({ rows }) => unshared(rows.mentions));
  }
  return undefined;
}

const NO_MENTIONS: Mentions = { technicians: [], services: [], service_areas: [] };

const publishedReview = (
  review: ContentReview,
  baseUrl: string,
  mentions: Iterator<Mentions, undefined>,
): Review => ({
  ...review,
  url: urlOf(baseUrl, reviewPath(review.id)),
  mentions: mentions.next().value ?? NO_MENTIONS,
});

/** A month as an earlier build counted it. It is counted again if the rules about persons are others. */
function keptMonth(
  reviews: readonly Review[],
  { counts, entries, rules }: KeptMonth,
  count: () => CountedMonth,
): CountedMonth {
  return {
    reviews,
    counts,
    entries: (current) => (JSON.stringify(current) === rules ? entries : count().entries(current)),
  };
}
