import type { Content } from "../model/content.ts";
import { type Review, reviewPath } from "../model/review.ts";
import { annotateContent } from "./cache/llm-annotator.ts";
import type { Progress } from "./progress.ts";
import type { BuildConfig } from "./config.ts";
import { analyze } from "./insights/analyze.ts";
import { mentionedIds } from "./insights/entities/mentions.ts";
import type { ReadText } from "./insights/sentiment/read-text.ts";
import type { UnknownName } from "./insights/report/unknown-names.ts";
import { ReadingCache } from "./cache/reading-cache.ts";
import type { Insights } from "./render/pages/publication.ts";
import { batchesOf, type ListBatch } from "./render/pages/review-batch.ts";

/** What is known once all texts were read. The readings themselves, most of the memory, are not held any longer. */
export interface ReadReviews {
  readonly reviews: readonly Review[];
  readonly insights: Insights;
  readonly unknownNames: readonly UnknownName[];
  readonly textsRead: number;
  readonly unanswered: number;
}

interface Reading {
  readonly config: BuildConfig;
  readonly content: Content;
  readonly baseUrl: string;
  readonly progress: Progress;
}

/** `tell` hears of each batch as soon as its texts were read, long before all is counted. */
export async function readReviews(
  { config, content, baseUrl, progress }: Reading,
  tell: (batch: ListBatch) => void,
): Promise<ReadReviews> {
  progress("texts");
  const readings = await ReadingCache.open(config.cache, content);
  const { read } = readings;
  const reviews: Review[] = [];
  for (const { first, reviews: batch } of batchesOf(content.reviews)) {
    progress("texts", first, content.reviews.length);
    const published = batch.map((review) => publishedOf(review, baseUrl, read));
    reviews.push(...published);
    tell({ first, reviews: published });
  }
  progress("insights");
  const annotated = await annotateContent(content, read, config);
  const analysis = analyze(content, reviews, { read, ...(annotated ? { annotated } : {}) });
  await readings.save();
  return {
    reviews,
    insights: analysis.document,
    unknownNames: analysis.unknownNames,
    textsRead: readings.fresh,
    unanswered: annotated?.failures ?? 0,
  };
}

function publishedOf(review: Content["reviews"][number], baseUrl: string, read: ReadText): Review {
  const mentions = mentionedIds(review.text === null ? [] : read(review.text).names);
  return { ...review, url: baseUrl + reviewPath(review.id), mentions };
}
