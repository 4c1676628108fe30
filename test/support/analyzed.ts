import { type AnalyzedContent, analyzeReviews } from "../../build/analyze-reviews.ts";
import { perReview } from "../../build/insights/analyze.ts";
import type { Content } from "../../model/content.ts";
import type { InsightsDocument } from "../../model/insights.ts";

export interface AnalyzedReviews extends AnalyzedContent {
  readonly insights: Omit<InsightsDocument, "generated_at">;
}

/** The analysis of a build, without what follows it. */
export async function analyzed(content: Content, cacheFolder: string | undefined): Promise<AnalyzedReviews> {
  const found = await analyzeReviews({
    content,
    baseUrl: content.publishing.base_url,
    cacheFolder,
    annotator: undefined,
    progress: () => undefined,
    onBatch: () => undefined,
    onReviews: () => Promise.resolve(),
  });
  return { ...found, insights: { ...found.insights, per_review: perReview(found.entries) } };
}
