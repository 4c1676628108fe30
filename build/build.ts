import { join } from "node:path";
import { calendarDateOf } from "../model/calendar-date.ts";
import type { Content } from "../model/content.ts";
import type { Manifest } from "../model/manifest.ts";
import { Fault, faultAt } from "../model/fault.ts";
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
import {
  changesSince,
  publishedReviews,
  type ReleasedReviews,
  type ReviewChanges,
  shrinkProblem,
} from "./review-changes.ts";
import { INSIGHTS_PATH, stageDocuments } from "./stage-documents.ts";
import { type FileProblem, verifyRelease } from "./verify/verify-release.ts";

/** Share of the build's time that reading review pages back may take. */
const VERIFY_SHARE = 0.1;

export interface BuildOutcome {
  readonly manifest: Manifest;
  readonly previous: Manifest | undefined;
  /** Files of the published release that were altered or missing. This build replaced them. */
  readonly replacedFiles: readonly FileProblem[];
  /** False if the same release is already published. */
  readonly isPublished: boolean;
  readonly reviewCount: number;
  readonly reviewChanges: ReviewChanges;
  readonly withheldCount: number;
  readonly hubOrigin: string;
  /** Texts that were analyzed now rather than taken from the cache. */
  readonly analysedTexts: number;
  /** Probable technicians that entities.json does not list. */
  readonly unknownNames: readonly UnknownName[];
  /** Faults of the content that do not stop a build. */
  readonly warnings: readonly string[];
  /** Texts for which the language model failed to answer. */
  readonly unansweredTexts: number;
}

/** Milliseconds from an arbitrary moment, never going back. */
type Clock = () => number;

/** Builds content and publishes it as a release. The error lists every reason why nothing was published. */
export async function build(
  config: BuildConfig,
  progress: Progress,
  clock: Clock,
): Promise<Result<BuildOutcome, readonly string[]>> {
  progress("load");
  const loaded = await load(config.contentFolder, calendarDateOf(config.now.getTime()));
  if (!loaded.ok) return loaded;
  const content = loaded.value;
  const templates = Templates.open(content.templates);
  if (!templates.ok) return err([join(config.contentFolder, templates.error)]);
  const baseUrl = config.baseUrl ?? content.publishing.base_url;
  const context = pageContextOf(content, baseUrl, templates.value);
  const releases = new Releases(config.outFolder);
  const staging = await releases.begin();
  if (!staging.ok) return err([`${config.outFolder}: ${staging.error}`]);
  try {
    const previous = await previousManifest(releases, config);
    const before = await publishedReviews(releases.link, previous);
    const shrunk = config.allowsShrink ? undefined : shrinkProblem(config.outFolder, before, content.reviews);
    if (shrunk !== undefined) return err([shrunk]);
    const folder = staging.value;
    return await publish({ config, content, context, releases, folder, previous, before, progress, clock });
  } catch (error) {
    if (error instanceof TemplateError) return err([join(config.contentFolder, error.message)]);
    throw faultAt(config.outFolder, error);
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
  /** The staging folder. */
  readonly folder: string;
  readonly previous: Manifest | undefined;
  /** The reviews of the last release. */
  readonly before: ReleasedReviews;
  readonly progress: Progress;
  readonly clock: Clock;
}

async function publish(task: PublishTask): Promise<Result<BuildOutcome, readonly string[]>> {
  const { content, context, releases, folder, previous, before, progress, clock } = task;
  const startedAt = clock();
  const { now, workerCount, cacheFolder, annotator, verifiesAll, repairsAll } = task.config;
  const { baseUrl, publishing } = context.site;
  const current = await releases.current();
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
    progress("verify");
    const hasTime = timeBudget(clock, (clock() - startedAt) * VERIFY_SHARE);
    const isCurrent = manifest.release === current?.release;
    const replacedFiles = isCurrent
      ? verifyRelease(releases.link, manifest, {
          hasTime: () => repairsAll || verifiesAll || hasTime(),
          isStaged: false,
        })
      : [];
    if (verifiesAll && !repairsAll && replacedFiles.length > 0)
      return err(
        replacedFiles.map(
          ({ file, message }) =>
            `${join(task.config.outFolder, file)} ${message}; npm run build -- --repair replaces it`,
        ),
      );
    const isPublished = !isCurrent || replacedFiles.length > 0;
    if (isPublished) {
      checkStaged(folder, manifest, () => verifiesAll || hasTime());
      progress("swap");
      await releases.swap(folder, manifest.release);
    }
    return ok({
      manifest,
      previous,
      isPublished,
      replacedFiles,
      warnings: content.warnings,
      reviewCount: analyzed.reviews.length,
      reviewChanges: changesSince(before, analyzed.reviews),
      withheldCount: content.withheld.length,
      hubOrigin: publishing.sidecar_url ?? baseUrl,
      analysedTexts: analyzed.analysedTexts,
      unknownNames: analyzed.unknownNames,
      unansweredTexts: analyzed.unansweredTexts,
    });
  } finally {
    await pages.close();
  }
}

/** The manifest of the last release: the published one, or else the one that `--previous` names. */
async function previousManifest(
  releases: Releases,
  { previousManifestFile }: BuildConfig,
): Promise<Manifest | undefined> {
  const current = await releases.current();
  if (current !== undefined || previousManifestFile === undefined) return current;
  return readManifest(previousManifestFile);
}

/** Throws a fault if the release on disk differs from its manifest or violates a schema. */
function checkStaged(folder: string, manifest: Manifest, hasTime: () => boolean): void {
  const [problem, ...others] = verifyRelease(folder, manifest, { hasTime, isStaged: true });
  if (problem === undefined) return;
  const more = others.length === 0 ? "" : ` (and ${others.length} more files)`;
  throw new Fault(
    `the new release is broken and was not published: ${problem.file} ${problem.message}${more}; build again, and report it if it happens again`,
  );
}

/** True until the time, in milliseconds, is used up. */
function timeBudget(clock: Clock, budgetMs: number): () => boolean {
  const endsAt = clock() + budgetMs;
  return () => clock() < endsAt;
}

/** Last-Modified of a first build: the newest date in the content, not the clock, so equal content gives equal bytes. */
function firstModifiedAt(reviews: Content["reviews"], now: Date): string {
  const today = calendarDateOf(now.getTime());
  const newest = reviews.map(lastChange).reduce((a, b) => (a > b ? a : b), "1970-01-01");
  return `${newest < today ? newest : today}T00:00:00Z`;
}

const instantOf = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
