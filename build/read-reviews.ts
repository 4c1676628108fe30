import type { Content } from "../model/content.ts";
import { type Review, reviewPath } from "../model/review.ts";
import { annotateContent } from "./cache/llm-annotator.ts";
import type { Progress } from "./progress.ts";
import type { AnnotatorConfig } from "./config.ts";
import { analyze } from "./insights/analyze.ts";
import { mentionedIds } from "./insights/entities/mentions.ts";
import type { ReadText } from "./insights/sentiment/read-text.ts";
import type { UnknownName } from "./insights/report/unknown-names.ts";
import { ReadingCache } from "./cache/reading-cache.ts";
import type { UndatedInsights } from "./render/pages/render-input.ts";
import { batchesOf, type ListBatch } from "./render/pages/review-batch.ts";

/** The result of analysing all texts. It does not retain the analyses themselves, which take most of the memory. */
export interface ReadReviews {
  readonly reviews: readonly Review[];
  readonly insights: UndatedInsights;
  readonly unknownNames: readonly UnknownName[];
  readonly analysedTexts: number;
  readonly unansweredTexts: number;
}

interface ReviewSource {
  readonly content: Content;
  readonly baseUrl: string;
  readonly cacheFolder: string | undefined;
  readonly annotator: AnnotatorConfig | undefined;
  readonly progress: Progress;
}

/** Analyses all texts, then counts. Calls `onBatch` as soon as a batch is analysed, long before the counting. */
export async function readReviews(
  { content, baseUrl, cacheFolder, annotator, progress }: ReviewSource,
  onBatch: (batch: ListBatch) => void,
): Promise<ReadReviews> {
  progress("texts");
  const readings = await ReadingCache.open(cacheFolder, content);
  const { read } = readings;
  const reviews: Review[] = [];
  for (const { first, reviews: batch } of batchesOf(content.reviews)) {
    progress("texts", first, content.reviews.length);
    const published = batch.map((review) => publishedOf(review, baseUrl, read));
    reviews.push(...published);
    onBatch({ first, reviews: published });
  }
  progress("insights");
  const annotated = await annotateContent(content, read, { annotator, cacheFolder });
  const analysis = analyze(content, reviews, { read, ...(annotated ? { annotated } : {}) });
  await readings.save();
  return {
    reviews,
    insights: analysis.document,
    unknownNames: analysis.unknownNames,
    analysedTexts: readings.fresh,
    unansweredTexts: annotated?.failures ?? 0,
  };
}

function publishedOf(review: Content["reviews"][number], baseUrl: string, read: ReadText): Review {
  const mentions = mentionedIds(review.text === null ? [] : read(review.text).names);
  return { ...review, url: baseUrl + reviewPath(review.id), mentions };
}
