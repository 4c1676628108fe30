import { type Artifact, sha256Hex } from "../model/manifest.ts";
import { SINCE_INDEX_PATH } from "../model/since.ts";
import type { Staging } from "./publish/staging.ts";
import { renderJson } from "./render/json.ts";
import type { Insights, Publication } from "./render/pages/publication.ts";
import { JSON_TYPE } from "./render/rendered.ts";
import { reviewsDocument } from "./render/reviews-document.ts";
import { renderReviews } from "./render/reviews.ts";
import { SinceWindow } from "./render/since.ts";
import { smallArtifacts } from "./render/small-artifacts.ts";

export const INSIGHTS_PATH = "/insights.json";

const MB = 1_000_000;

/** Everything but pages: the documents, feeds, shards and host files. */
export async function stageDocuments(
  staging: Staging,
  publication: Publication,
  insightsBefore: Artifact | undefined,
): Promise<void> {
  const { site, content, reviews, insights } = publication;
  await stageReviews(staging, publication);
  const body = insightsDocument(insights, insightsBefore, staging.modifiedAt);
  await staging.add({ path: INSIGHTS_PATH, mediaType: JSON_TYPE, body });
  await staging.addAll(smallArtifacts(site, content, reviews));
}

async function stageReviews(staging: Staging, { content, reviews }: Publication): Promise<void> {
  const { since_window_days, since_budget_mb } = content.publishing;
  const window = new SinceWindow(since_window_days, since_budget_mb * MB);
  const rendering = renderReviews(reviewsDocument(content, reviews), window.keep);
  await staging.addStream({ path: "/reviews.json", mediaType: JSON_TYPE, ...rendering });
  const { dates } = rendering.index;
  for await (const shard of window.render(dates)) await staging.add(shard);
  const index = { ...rendering.index, window_start: window.dates(dates).at(-1) ?? null };
  await staging.add({ path: SINCE_INDEX_PATH, mediaType: JSON_TYPE, body: renderJson(index) });
}

/** generated_at moves only when something else in the document moves. */
function insightsDocument(insights: Insights, before: Artifact | undefined, modifiedAt: string): Buffer {
  const { version, ...found } = insights;
  const renderAt = (generated_at: string): Buffer => renderJson({ version, generated_at, ...found });
  const unmoved = before && renderAt(before.last_modified);
  return unmoved && sha256Hex(unmoved) === before.sha256 ? unmoved : renderAt(modifiedAt);
}
