import { urlOf } from "../model/base-url.ts";
import type { Content } from "../model/content.ts";
import { type Review, reviewPath } from "../model/review.ts";
import { annotateContent } from "./cache/llm-annotator.ts";
import { TextAnalysisCache } from "./cache/text-analysis-cache.ts";
import type { AnnotatorConfig } from "./config.ts";
import { analyze } from "./insights/analyze.ts";
import { mentionedIds } from "./insights/entities/mentions.ts";
import { uncoveredWarning } from "./insights/report/uncovered-texts.ts";
import type { UnknownName } from "./insights/report/unknown-names.ts";
import type { AnalyzeText, TextAnalysis } from "./insights/sentiment/text-analyzer.ts";
import type { Progress } from "./progress.ts";
import type { UndatedInsights } from "./render/pages/render-input.ts";
import { batchesOf, type ListBatch } from "./render/pages/review-batch.ts";

/** The result of analyzing all texts. It does not retain the analyses themselves, which take most of the memory. */
export interface AnalyzedContent {
  readonly reviews: readonly Review[];
  readonly insights: UndatedInsights;
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

export async function analyzeReviews({
  content,
  baseUrl,
  cacheFolder,
  annotator,
  progress,
  onBatch,
  onReviews,
}: AnalyzeReviewsOptions): Promise<AnalyzedContent> {
  progress("texts");
  const cache = await TextAnalysisCache.open(cacheFolder, content);
  const analyses = new Map<Review, TextAnalysis>();
  const reviews: Review[] = [];
  for (const { first, reviews: batch } of batchesOf(content.reviews)) {
    progress("texts", first, content.reviews.length);
    const published = batch.map((review, index) => {
      const analysis = cache.analysisAt(first + index);
      const result = publishedReview(review, baseUrl, analysis);
      if (analysis !== undefined) analyses.set(result, analysis);
      return result;
    });
    reviews.push(...published);
    onBatch({ first, reviews: published });
  }
  await onReviews(reviews);
  progress("insights");
  const annotated = await annotateContent(content, cache.analyzeText, { annotator, cacheFolder });
  const annotations = annotated?.annotations;
  const analyzeText: AnalyzeText = (text, review) =>
    (review && analyses.get(review)) ?? cache.analyzeText(text);
  const { document, unknownNames, uncoveredTexts } = analyze(content, reviews, { analyzeText, annotations });
  await cache.save();
  return {
    reviews,
    insights: document,
    unknownNames,
    warnings: [
      ...(uncoveredTexts === undefined ? [] : [uncoveredWarning(uncoveredTexts)]),
      ...(annotated?.warnings ?? []),
    ],
    analysedTexts: cache.misses,
    unansweredTexts: (annotations?.failures ?? 0) + (annotations?.unsent ?? 0),
  };
}

function publishedReview(
  review: Content["reviews"][number],
  baseUrl: string,
  analysis: TextAnalysis | undefined,
): Review {
  const mentions = mentionedIds(analysis?.names ?? []);
  return { ...review, url: urlOf(baseUrl, reviewPath(review.id)), mentions };
}
