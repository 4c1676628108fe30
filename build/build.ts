import { join } from "node:path";
import { calendarDateOf } from "../model/calendar-date.ts";
import type { Content } from "../model/content.ts";
import type { Manifest } from "../model/manifest.ts";
import { err, ok, type Result } from "../model/result.ts";
import type { BuildConfig } from "./config.ts";
import type { UnknownName } from "./insights/report/unknown-names.ts";
import { load } from "./load/load.ts";
import { PageStager } from "./page-workers/page-stager.ts";
import { readManifest, Releases } from "./publish/releases.ts";
import { settleAll, Staging } from "./publish/staging.ts";
import type { Progress } from "./progress.ts";
import { analyzeReviews } from "./analyze-reviews.ts";
import { lastChange } from "./render/feed-entry.ts";
import { type PageContext, pageContextOf } from "./render/pages/render-input.ts";
import { TemplateError, Templates } from "./render/pages/templates.ts";
import { INSIGHTS_PATH, stageDocuments } from "./stage-documents.ts";

export interface BuildOutcome {
  readonly manifest: Manifest;
  readonly previous: Manifest | undefined;
  /** False if the same release is already published. */
  readonly isPublished: boolean;
  readonly reviewCount: number;
  readonly withheldCount: number;
  readonly hubOrigin: string;
  /** Texts that were analysed now rather than taken from the cache. */
  readonly analysedTexts: number;
  /** Probable technicians that entities.json does not list. */
  readonly unknownNames: readonly UnknownName[];
  /** Texts for which the language model failed to answer. */
  readonly unansweredTexts: number;
}

/** Builds content and publishes it as a release. The error lists every reason why nothing was published. */
export async function build(
  config: BuildConfig,
  pid: number,
  progress: Progress,
): Promise<Result<BuildOutcome, readonly string[]>> {
  progress("load");
  const loaded = await load(config.contentFolder, calendarDateOf(config.now.getTime()));
  if (!loaded.ok) return loaded;
  const content = loaded.value;
  const { business, publishing } = content;
  const templates = Templates.open(content.templates);
  if (!templates.ok) return err([join(config.contentFolder, templates.error)]);
  const site = { business, publishing, baseUrl: config.baseUrl ?? publishing.base_url };
  const context = pageContextOf(content, site, templates.value);
  const releases = new Releases(config.outFolder);
  const staging = await releases.begin(pid);
  if (!staging.ok) return err([`${config.outFolder}: ${staging.error}`]);
  try {
    return ok(await publish({ config, content, context, releases, folder: staging.value, progress }));
  } catch (error) {
    if (error instanceof TemplateError) return err([join(config.contentFolder, error.message)]);
    throw error;
  } finally {
    await releases.discard(staging.value);
    await releases.unlock();
  }
}

interface PublishTask {
  readonly config: BuildConfig;
  readonly content: Content;
  readonly context: PageContext;
  readonly releases: Releases;
  /** The staging folder. */
  readonly folder: string;
  readonly progress: Progress;
}

async function publish(task: PublishTask): Promise<BuildOutcome> {
  const { content, context, releases, folder, progress } = task;
  const { now, previousManifestFile, workerCount, cacheFolder, annotator } = task.config;
  const { baseUrl, publishing } = context.site;
  const current = await releases.current();
  const previous =
    current ?? (previousManifestFile === undefined ? undefined : await readManifest(previousManifestFile));
  const modifiedAt = previous === undefined ? firstModifiedAt(content.reviews, now) : instantOf(now);
  const staging = new Staging(folder, previous, modifiedAt);
  const pages = new PageStager(staging, context, workerCount);
  try {
    const analyzed = await analyzeReviews({
      content,
      baseUrl,
      cacheFolder,
      annotator,
      progress,
      onBatch: (batch) => pages.startList(batch),
    });
    progress("pages");
    const input = { ...context, content, reviews: analyzed.reviews, insights: analyzed.insights };
    await settleAll([pages.stage(input), stageDocuments(staging, input, previous?.artifacts[INSIGHTS_PATH])]);
    progress("publish");
    const manifest = await staging.finish(baseUrl);
    const isPublished = manifest.release !== current?.release || !(await releases.isComplete(manifest));
    if (isPublished) await releases.swap(folder, manifest.release);
    return {
      manifest,
      previous,
      isPublished,
      reviewCount: analyzed.reviews.length,
      withheldCount: content.withheld,
      hubOrigin: publishing.sidecar_url ?? baseUrl,
      analysedTexts: analyzed.analysedTexts,
      unknownNames: analyzed.unknownNames,
      unansweredTexts: analyzed.unansweredTexts,
    };
  } finally {
    await pages.close();
  }
}

/** Last-Modified of a first build: the newest date in the content, not the clock, so equal content gives equal bytes. */
function firstModifiedAt(reviews: Content["reviews"], now: Date): string {
  const today = calendarDateOf(now.getTime());
  const newest = reviews.map(lastChange).reduce((a, b) => (a > b ? a : b), "1970-01-01");
  return `${newest < today ? newest : today}T00:00:00Z`;
}

const instantOf = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
