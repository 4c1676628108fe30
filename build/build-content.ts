import { join } from "node:path";
import { atOrigin } from "../model/base-url.ts";
import { calendarDateOf } from "../model/calendar-date.ts";
import type { Content } from "../model/content.ts";
import type { Manifest } from "../model/manifest.ts";
import { faultAt } from "../model/fault.ts";
import { err, ok, type Result } from "../model/result.ts";
import { LineCache } from "./cache/line-cache.ts";
import type { BuildConfig } from "./config.ts";
import { exceededLimits } from "./host-limits.ts";
import type { LastBuild } from "./last-build.ts";
import type { FileProblem } from "./verify/inventory.ts";
import { ReadingBudget } from "./verify/reading-budget.ts";
import { load } from "./load/load.ts";
import { PageStager } from "./page-workers/page-stager.ts";
import { modifiedAtOf } from "./modified-at.ts";
import { keyOf } from "./publish/kept-release.ts";
import { readManifest } from "./publish/read-manifest.ts";
import type { Releases } from "./publish/releases.ts";
import { publishStaged } from "./publish-staged.ts";
import { settleAll } from "./publish/settle-all.ts";
import { Staging } from "./publish/staging.ts";
import type { BuildOutcome } from "./outcome.ts";
import type { Progress } from "./progress.ts";
import { analyzeReviews } from "./analyze-reviews.ts";
import { type PageContext, pageContextOf, sharedContext } from "./render/pages/render-input.ts";
import { TemplateError, Templates } from "./render/pages/templates.ts";
import {
  changesSince,
  publishedReviews,
  reviewDigest,
  type ReleasedReviews,
  shrinkProblem,
} from "./review-changes.ts";
import { INSIGHTS_PATH, stageDocuments } from "./stage-documents.ts";

/** Share of the build's time that reading review pages back may take. */
const VERIFY_SHARE = 0.08;

interface ContentTask {
  readonly config: BuildConfig;
  readonly releases: Releases;
  readonly last: LastBuild;
  readonly progress: Progress;
  /** Milliseconds from an arbitrary moment. */
  readonly clock: () => number;
  readonly startedAt: number;
}

/** Builds content that differs from that of the last build, and publishes it unless the release stays the same. */
export async function buildContent(task: ContentTask): Promise<Result<BuildOutcome, readonly string[]>> {
  const { config, releases, last, progress, clock, startedAt } = task;
  const { outFolder, contentFolder } = config;
  const budget = () => verifyBudget(config, clock, startedAt);
  progress("load");
  const checked = await LineCache.open<true>(config.cacheFolder, "checked-texts.jsonl", last.inputs.code);
  const loaded = await load(contentFolder, calendarDateOf(config.now.getTime()), {
    has: (text) => checked.has(text),
    add: (text) => checked.set(text, true),
  });
  if (!loaded.ok) return loaded;
  await checked.save();
  const content = loaded.value;
  const baseUrl = config.baseUrl ?? atOrigin(content.publishing.base_url, config.localOrigin);
  const templates = Templates.open(content.templates, baseUrl);
  if (!templates.ok) return err([join(contentFolder, templates.error)]);
  const context = pageContextOf(content, baseUrl, templates.value);
  const staging = await releases.begin();
  if (!staging.ok) return err([`${outFolder}: ${staging.error}`]);
  try {
    const current = await last.manifest(releases, config);
    const { previousManifestFile: live } = config;
    const previous = current ?? (live === undefined ? undefined : await readManifest(live));
    const before = await publishedReviews(releases.link, previous, await last.reviews(releases));
    const shrunk = config.allowsShrink
      ? undefined
      : shrinkProblem(
          outFolder,
          [...before.keys()],
          content.reviews.map(({ id }) => id),
        );
    if (shrunk !== undefined) return err([shrunk]);
    const input = { config, content, context, releases, last, current, previous, before, progress, budget };
    return await publish(input, staging.value);
  } catch (error) {
    if (error instanceof TemplateError) return err([join(contentFolder, error.message)]);
    throw faultAt(outFolder, error);
  } finally {
    await releases.discard(staging.value);
    releases.unlock();
  }
}

interface PublishTask {
  readonly config: BuildConfig;
  readonly content: Content;
  readonly context: PageContext;
  readonly releases: Releases;
  readonly last: LastBuild;
  /** The manifest of the published release. */
  readonly current: Manifest | undefined;
  /** The published manifest, or else the one that `--previous` names. */
  readonly previous: Manifest | undefined;
  /** The reviews of the last release. */
  readonly before: ReleasedReviews;
  readonly progress: Progress;
  readonly budget: () => ReadingBudget;
}

async function publish(task: PublishTask, folder: string): Promise<Result<BuildOutcome, readonly string[]>> {
  const { config, content, context, releases, last, current, previous, before, progress, budget } = task;
  const { now, workerCount, cacheFolder, annotator, verifiesAll, repairsAll } = config;
  const { baseUrl, publishing } = context.site;
  const contextKey = keyOf(sharedContext(context));
  const found = await last.kept(releases, current, { context: contextKey, config });
  const modifiedAt = modifiedAtOf(content.reviews, previous, now);
  const staging = new Staging(folder, previous, modifiedAt, found?.kept);
  const keptPages = found?.kept.pageCount ?? 0;
  const digests: Record<string, string> = {};
  const pages = new PageStager({ staging, context, workerCount, digests, keptPages });
  try {
    const analyzed = await analyzeReviews({
      content,
      baseUrl,
      cacheFolder,
      annotator,
      progress,
      onBatch: (batch) => {
        for (const review of batch.reviews) digests[review.id] = reviewDigest(review);
        pages.startList(batch);
      },
    });
    progress("pages");
    const input = { ...context, content, reviews: analyzed.reviews, insights: analyzed.insights };
    const documents = { previousInsights: previous?.artifacts[INSIGHTS_PATH], kept: found?.kept };
    await settleAll([pages.stage(input), stageDocuments(staging, input, documents)]);
    progress("publish");
    const manifest = await staging.finish(baseUrl);
    progress("verify");
    const isCurrent = manifest.release === current?.release;
    const replacedFiles = found?.problems ?? (isCurrent ? await alteredFiles(task, manifest) : []);
    if (isCurrent && verifiesAll && !repairsAll && replacedFiles.length > 0)
      return err(
        replacedFiles.map(
          ({ file, message }) =>
            `${join(config.outFolder, file)} ${message}; npm run build -- --repair replaces it`,
        ),
      );
    const isPublished = !isCurrent || replacedFiles.length > 0;
    const report = {
      reviewCount: analyzed.reviews.length,
      withheldCount: content.withheld.length,
      sidecarUrl: publishing.sidecar_url,
      unknownNames: analyzed.unknownNames,
      warnings: [...content.warnings, ...analyzed.warnings, ...exceededLimits(manifest)],
    };
    const isFinal = analyzed.unansweredTexts === 0;
    await publishStaged({
      staging,
      manifest,
      releases,
      last,
      kept: found?.kept,
      context: contextKey,
      reviews: digests,
      report: isFinal ? report : null,
      isPublished,
      budget: budget(),
      progress,
    });
    return ok({
      ...report,
      manifest,
      previous,
      isPublished,
      replacedFiles,
      reviewChanges: changesSince(before, digests),
      analysedTexts: analyzed.analysedTexts,
    });
  } finally {
    await pages.close();
  }
}

/** A build without a record reads every file once and leaves a record. Without a cache there never is one: the budget applies. */
async function alteredFiles(
  { config, releases, last, budget }: PublishTask,
  manifest: Manifest,
): Promise<readonly FileProblem[]> {
  const readable = config.cacheFolder === undefined ? budget() : ReadingBudget.unlimited();
  return (await last.inspect(releases, manifest, readable)).problems;
}

/** Time for reading files back: a share of the time that the build took so far. */
function verifyBudget(config: BuildConfig, clock: () => number, startedAt: number): ReadingBudget {
  if (config.verifiesAll || config.repairsAll) return ReadingBudget.unlimited();
  return new ReadingBudget(clock, (clock() - startedAt) * VERIFY_SHARE);
}
