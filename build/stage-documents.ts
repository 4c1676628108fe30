import type { CalendarDate } from "../model/calendar-date.ts";
import type { ReviewsDocument } from "../model/documents.ts";
import type { UndatedInsights } from "../model/insights.ts";
import { type Artifact, sha256Hex } from "../model/manifest.ts";
import { SINCE_INDEX_PATH } from "../model/since.ts";
import { compressOnThread } from "./publish/compress-on-thread.ts";
import { compressComplete, type StartCompressor } from "./publish/compress-file.ts";
import type { KeptRelease } from "./publish/kept-release.ts";
import { KeptRuns } from "./publish/kept-runs.ts";
import { keptTexts } from "./publish/kept-texts.ts";
import type { Staging } from "./publish/staging.ts";
import { nextLastModified } from "./publish/write-artifact.ts";
import type { RenderInput } from "./render/pages/render-input.ts";
import { JSON_TYPE, renderJson } from "./render/rendered-file.ts";
import type { ReviewRun } from "./render/review-array.ts";
import { renderReviews, reviewsDocument } from "./render/reviews.ts";
import { SearchTableRenderer } from "./render/search-table.ts";
import { SinceWindow } from "./render/since.ts";
import { smallArtifacts } from "./render/small-artifacts.ts";

/** The entries of reviews follow it in insights.json. */
const FIELD_BEFORE_ENTRIES: keyof UndatedInsights = "temporal";
const INSIGHTS_PATH = "/insights.json";

const BYTES_PER_MB = 1_000_000;
const LINE_END = Buffer.from("\n");

/**
 * Stages all artifacts except pages and what `stageReviews` stages: insights, feeds and host files. Takes the parts of
 * `per_review`, as in `CountedMonth.entries`.
 */
export async function stageDocuments(
  staging: Staging,
  { site, content, reviews, insights }: RenderInput,
  entries: readonly string[],
): Promise<void> {
  const body = insightsDocument(
    insights,
    entries,
    staging.previousArtifact(INSIGHTS_PATH),
    staging.modifiedAt,
  );
  await staging.add({ path: INSIGHTS_PATH, mediaType: JSON_TYPE, body });
  await staging.addAll(smallArtifacts(site, content, reviews));
}

interface ReviewsInput extends Pick<RenderInput, "site" | "content" | "reviews"> {
  readonly kept: KeptRelease | undefined;
  readonly hasThreads: boolean;
}

interface StagedReviews {
  /** As in `Staging.addStream`. */
  readonly compressed: Promise<void>;
  /** Dates whose reviews are those of the published release. */
  readonly sameDates: ReadonlySet<CalendarDate>;
}

/** Stages reviews.json, its search table and its shards. */
export async function stageReviews(
  staging: Staging,
  { site, content, reviews, kept, hasThreads }: ReviewsInput,
): Promise<StagedReviews> {
  const document = reviewsDocument(content, site, reviews);
  const runs = KeptRuns.open(kept);
  try {
    const compress = hasThreads ? compressOnThread : compressComplete;
    const { compressed } = await stageDocument(staging, content, { document, kept, runs, compress });
    return { compressed, sameDates: runs?.sameDates ?? new Set() };
  } finally {
    runs?.close();
  }
}

interface DocumentInput {
  readonly document: ReviewsDocument;
  readonly kept: KeptRelease | undefined;
  readonly runs: KeptRuns | undefined;
  readonly compress: StartCompressor;
}

async function stageDocument(
  staging: Staging,
  content: RenderInput["content"],
  { document, kept, runs, compress }: DocumentInput,
): Promise<{ readonly compressed: Promise<void> }> {
  const { since_window_days, since_budget_mb } = content.publishing;
  const window = new SinceWindow(since_window_days, since_budget_mb * BYTES_PER_MB);
  const onRun = (run: ReviewRun): void => {
    window.retain(run);
    table.add(run);
  };
  const rendering = renderReviews(document, onRun, runs?.find);
  const table = new SearchTableRenderer(rendering.index.reviews_offset);
  const added = await staging.addStream({
    path: "/reviews.json",
    mediaType: JSON_TYPE,
    ...rendering,
    compress,
  });
  const findTexts = runs && keptTexts(kept, runs.sameDates);
  await staging.add(table.render(document.reviews, findTexts));
  const { dates } = rendering.index;
  for await (const shard of window.render(dates)) await staging.add(shard);
  const index = { ...rendering.index, window_start: window.dates(dates).at(-1) ?? null };
  await staging.add({ path: SINCE_INDEX_PATH, mediaType: JSON_TYPE, body: renderJson(index) });
  return added;
}

/** Renders insights.json. Its `generated_at` is its Last-Modified, and changes only when another field changes. */
function insightsDocument(
  insights: UndatedInsights,
  entries: readonly string[],
  previous: Artifact | undefined,
  modifiedAt: string,
): Buffer {
  const { version, ...rest } = insights;
  const fields = Object.entries(rest).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  const at = Object.keys(rest).indexOf(FIELD_BEFORE_ENTRIES) + 1;
  const perReview = `"per_review":{${entries.join(",")}}`;
  const body = Buffer.from(`${fields.toSpliced(at, 0, perReview).join(",")}}`);
  const headAt = (generated_at: string): Buffer =>
    Buffer.from(`${JSON.stringify({ version, generated_at }).slice(0, -1)},`);
  const dated = (head: Buffer): Buffer => Buffer.concat([head, body, LINE_END]);
  if (previous !== undefined) {
    const head = headAt(previous.last_modified);
    // With one review more the length differs, and megabytes need not be hashed.
    const isSameLength = previous.bytes === head.length + body.length + LINE_END.length;
    const before = isSameLength ? dated(head) : undefined;
    if (before !== undefined && sha256Hex(before) === previous.sha256) return before;
  }
  return dated(headAt(nextLastModified(previous, false, modifiedAt)));
}
