import { join } from "node:path";
import { atOrigin } from "../model/base-url.ts";
import { calendarDateOf } from "../model/calendar-date.ts";
import type { Content } from "../model/content.ts";
import { faultAt } from "../model/fault.ts";
import { err, ok, type Result } from "../model/result.ts";
import { LineCache } from "./cache/line-cache.ts";
import type { BuildConfig } from "./config.ts";
import { exceededLimits } from "./host-limits.ts";
import type { LastBuild } from "./last-build.ts";
import { lossProblem } from "./loss-problem.ts";
import type { FileProblem } from "./verify/inventory.ts";
import { ReadingBudget } from "./verify/reading-budget.ts";
import { load } from "./load/load.ts";
import { PageStager } from "./page-workers/page-stager.ts";
import { modifiedAtOf } from "./modified-at.ts";
import { countFiles } from "./file-counts.ts";
import { keyOf } from "./publish/kept-release.ts";
import { readManifest } from "./publish/read-manifest.ts";
import type { ReleaseListing } from "./publish/release-listing.ts";
import type { Releases } from "./publish/releases.ts";
import type { ReleaseComparison } from "./release-comparison.ts";
import { publishStaged } from "./publish-staged.ts";
import { settleAll } from "./publish/settle-all.ts";
import { Staging } from "./publish/staging.ts";
import type { BuildOutcome } from "./outcome.ts";
import type { Progress } from "./progress.ts";
import { analyzeReviews } from "./analyze-reviews.ts";
import { type PageContext, pageContextOf, sharedContext } from "./render/pages/render-input.ts";
import { TemplateError, Templates } from "./render/pages/templates.ts";
import { changesSince, digestSince, publishedReviews, type ReleasedReviews } from "./review-changes.ts";
import { stageDocuments, stageReviews } from "./stage-documents.ts";

/** Share of the build's time that reading review pages back may take. */
const VERIFY_SHARE = 0.05;

interface ContentTask {
  readonly config: BuildConfig;
  readonly releases: Releases;
  readonly last: LastBuild;
  readonly comparison: ReleaseComparison | undefined;
  readonly progress: Progress;
  /** Milliseconds from an arbitrary moment. */
  readonly clock: () => number;
  readonly startedAt: number;
}

/**
 * Builds content that differs from that of the last build, in an empty folder, and publishes it unless the release stays
 * the same. The caller holds the lock.
 */
export async function buildContent(
  task: ContentTask,
  folder: string,
): Promise<Result<BuildOutcome, readonly string[]>> {
  const { config, releases, last, comparison, progress, clock, startedAt } = task;
  const { outFolder, contentFolder, cacheFolder } = config;
  const budget = () => verifyBudget(config, clock, startedAt);
  progress("load");
  const checked = new LineCache<readonly number[]>(cacheFolder, "checked-texts", last.inputs.code);
  const loaded = await load(contentFolder, calendarDateOf(config.now.getTime()), checked);
  if (!loaded.ok) return loaded;
  await checked.save();
  const content = loaded.value;
  const baseUrl = config.baseUrl ?? atOrigin(content.publishing.base_url, config.localOrigin);
  const templates = Templates.open(content.templates, baseUrl);
  if (!templates.ok) return err([join(contentFolder, templates.error)]);
  const context = pageContextOf(content, baseUrl, templates.value);
  try {
    const current = await last.listing(releases, config, comparison);
    const { previousManifestFile: live } = config;
    const previous = current ?? (live === undefined ? undefined : readManifest(live));
    const before = await publishedReviews(releases.link, previous, await last.reviews(releases));
    const loss = config.allowsShrink ? undefined : await lossProblem(config, releases.link, before, content);
    if (loss !== undefined) return err([loss]);
    const input = { ...task, content, context, current, previous, before, budget };
    return await publish(input, folder);
  } catch (error) {
    if (error instanceof TemplateError) return err([join(contentFolder, error.message)]);
    throw faultAt(outFolder, error);
  }
}

interface PublishTask extends ContentTask {
  readonly content: Content;
  readonly context: PageContext;
  /** The published release. */
  readonly current: ReleaseListing | undefined;
  /** The published release, or else the one whose manifest `--previous` names. */
  readonly previous: ReleaseListing | undefined;
  /** The reviews of the last release. */
  readonly before: ReleasedReviews;
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
  const digests = new Map<string, string>();
  const pages = new PageStager({ staging, context, workerCount, digests, keptPages });
  let compressed = Promise.resolve();
  try {
    const analyzed = await analyzeReviews({
      content,
      baseUrl,
      cacheFolder,
      annotator,
      progress,
      onBatch: (batch) => pages.startList(batch),
      onReviews: async (reviews) => {
        const input = { ...context, content, reviews, kept: found?.kept, hasThreads: workerCount !== 0 };
        const staged = await stageReviews(staging, input);
        compressed = staged.compressed;
        for (const review of reviews) digests.set(review.id, digestSince(review, before, staged.sameDates));
      },
    });
    progress("pages");
    const { reviews, insights, findings, entries } = analyzed;
    const input = { ...context, content, reviews, insights, findings };
    // The thread pool compresses the documents while this thread compares the pages.
    await settleAll([stageDocuments(staging, input, entries), pages.stage(input), compressed]);
    progress("publish");
    const release = await staging.finish(baseUrl);
    progress("verify");
    const isCurrent = release.root.release === current?.root.release;
    const replacedFiles = found?.problems ?? (isCurrent ? await alteredFiles(task, current) : []);
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
      warnings: [...content.warnings, ...analyzed.warnings, ...exceededLimits(release)],
    };
    // Content that was edited meanwhile may not be what its digests say.
    const isFinal = analyzed.unansweredTexts === 0 && last.hasContent(config);
    await publishStaged({
      staging,
      release,
      releases,
      last,
      kept: found?.kept,
      context: contextKey,
      reviews: digests,
      report: isFinal ? report : null,
      isPublished,
      budget: budget(),
      comparison: task.comparison,
      progress,
    });
    return ok({
      ...report,
      listing: releases.currentUnchecked(),
      previous,
      files: countFiles(release, previous),
      isPublished,
      replacedFiles,
      reviewChanges: changesSince(before, digests),
      analysedTexts: analyzed.analysedTexts,
    });
  } finally {
    await Promise.allSettled([pages.close(), compressed]);
  }
}

/** A build without a record reads every file once and leaves one. Without a cache there never is one: the budget applies. */
async function alteredFiles(
  { config, releases, last, budget }: PublishTask,
  current: ReleaseListing,
): Promise<readonly FileProblem[]> {
  const readable = config.cacheFolder === undefined ? budget() : ReadingBudget.unlimited();
  return (await last.inspect(releases, current, readable)).problems;
}

/** Time for reading files back: a share of the time that the build took so far. */
function verifyBudget(config: BuildConfig, clock: () => number, startedAt: number): ReadingBudget {
  if (config.verifiesAll || config.repairsAll) return ReadingBudget.unlimited();
  return new ReadingBudget(clock, (clock() - startedAt) * VERIFY_SHARE);
}
