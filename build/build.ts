import { join } from "node:path";
import { calendarDateOf } from "../model/calendar-date.ts";
import type { Content } from "../model/content.ts";
import type { Manifest } from "../model/manifest.ts";
import { err, ok, type Result } from "../model/result.ts";
import type { BuildConfig } from "./config.ts";
import type { UnknownName } from "./insights/report/unknown-names.ts";
import { load } from "./load/load.ts";
import { allDone } from "./publish/all-done.ts";
import { readManifest, Releases } from "./publish/releases.ts";
import { Staging } from "./publish/staging.ts";
import { lastChange, type Site } from "./render/feed-entry.ts";
import { surroundingsOf } from "./render/pages/publication.ts";
import { TemplateError, Templates } from "./render/pages/templates.ts";
import type { Progress } from "./progress.ts";
import { readReviews } from "./read-reviews.ts";
import { INSIGHTS_PATH, stageDocuments } from "./stage-documents.ts";
import { StagedPages } from "./page-workers/stage-pages.ts";

export interface Built {
  readonly manifest: Manifest;
  readonly previous: Manifest | undefined;
  /** False when readers already see these bytes. */
  readonly published: boolean;
  readonly reviews: number;
  readonly withheld: number;
  /** Where the sidecar with the hub is reached. */
  readonly hubOrigin: string;
  /** Texts that no earlier build had read. */
  readonly textsRead: number;
  /** Names after a cue that the vocabulary does not know. */
  readonly unknownNames: readonly UnknownName[];
  /** Texts that a language model was asked about in vain. */
  readonly unanswered: number;
}

/** content/ to a published release. The error is every reason why nothing was published, one line each. */
export async function build(
  config: BuildConfig,
  pid: number,
  progress: Progress,
): Promise<Result<Built, readonly string[]>> {
  progress("load");
  const loaded = await load(config.content, calendarDateOf(config.now.getTime()));
  if (!loaded.ok) return loaded;
  const content = loaded.value;
  const site: Site = {
    business: content.business,
    publishing: content.publishing,
    baseUrl: config.baseUrl ?? content.publishing.base_url,
  };
  const templates = Templates.open(content.templates);
  if (!templates.ok) return err([join(config.content, templates.error)]);
  const releases = new Releases(config.out);
  const begun = await releases.begin(pid);
  if (!begun.ok) return err([`${config.out}: ${begun.error}`]);
  try {
    return ok(
      await publish({
        config,
        content,
        site,
        templates: templates.value,
        releases,
        folder: begun.value,
        progress,
      }),
    );
  } catch (error) {
    if (error instanceof TemplateError) return err([join(config.content, error.message)]);
    throw error;
  } finally {
    await releases.discard(begun.value);
    await releases.release();
  }
}

interface Publication {
  readonly config: BuildConfig;
  readonly content: Content;
  readonly site: Site;
  readonly templates: Templates;
  readonly releases: Releases;
  readonly folder: string;
  readonly progress: Progress;
}

async function publish({
  config,
  content,
  site,
  templates,
  releases,
  folder,
  progress,
}: Publication): Promise<Built> {
  const current = await releases.current();
  const previous =
    current ?? (config.previous === undefined ? undefined : await readManifest(config.previous));
  const modifiedAt = previous === undefined ? firstMoment(content.reviews, config.now) : instant(config.now);
  const staging = new Staging(folder, previous, modifiedAt);
  const around = surroundingsOf(content, site, templates);
  const pages = new StagedPages(staging, around, config.threads);
  try {
    const read = await readReviews({ config, content, baseUrl: site.baseUrl, progress }, (batch) =>
      pages.list(batch),
    );
    progress("pages");
    const publication = { ...around, content, reviews: read.reviews, insights: read.insights };
    await allDone([
      pages.add(publication),
      stageDocuments(staging, publication, previous?.artifacts[INSIGHTS_PATH]),
    ]);
    progress("publish");
    const manifest = await staging.finish(site.baseUrl);
    const published = manifest.release !== current?.release || !(await releases.isWhole(manifest));
    if (published) await releases.swap(folder, manifest.release);
    return {
      manifest,
      previous,
      published,
      reviews: read.reviews.length,
      withheld: content.withheld,
      hubOrigin: content.publishing.sidecar_url ?? site.baseUrl,
      textsRead: read.textsRead,
      unknownNames: read.unknownNames,
      unanswered: read.unanswered,
    };
  } finally {
    await pages.close();
  }
}

/** Without an earlier release there is nothing to move from: the newest day in the content, never the clock. */
function firstMoment(reviews: Content["reviews"], now: Date): string {
  let newest = "1970-01-01";
  for (const review of reviews) {
    const day = lastChange(review);
    if (day > newest) newest = day;
  }
  const today = calendarDateOf(now.getTime());
  return `${newest < today ? newest : today}T00:00:00Z`;
}

const instant = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;
