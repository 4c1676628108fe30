import { join } from "node:path";
import { calendarDateOf } from "../model/calendar-date.ts";
import type { Content } from "../model/content.ts";
import { type Manifest, sha256Hex } from "../model/manifest.ts";
import { err, ok, type Result } from "../model/result.ts";
import { type Review, reviewPath } from "../model/review.ts";
import { SINCE_INDEX_PATH } from "../model/since.ts";
import { annotateContent } from "./annotator.ts";
import type { BuildConfig } from "./config.ts";
import { analyze, type Analysis } from "./insights/analyze.ts";
import { mentionedIds } from "./insights/mentions.ts";
import type { ReadText } from "./insights/read-text.ts";
import type { UnknownName } from "./insights/unknown-names.ts";
import { KeptReadings } from "./kept-readings.ts";
import { load } from "./load/load.ts";
import { readManifest, Releases } from "./publish/releases.ts";
import { Staging } from "./publish/staging.ts";
import { lastChange, type Site } from "./render/feed-entry.ts";
import { renderJson } from "./render/json.ts";
import { pages } from "./render/pages/pages.ts";
import { publicationOf } from "./render/pages/publication.ts";
import { TemplateError, Templates } from "./render/pages/templates.ts";
import { JSON_TYPE } from "./render/rendered.ts";
import { reviewsDocument } from "./render/reviews-document.ts";
import { renderReviews } from "./render/reviews.ts";
import { smallArtifacts } from "./render/small-artifacts.ts";
import { SinceWindow } from "./render/since.ts";

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

/** Told when a stage begins; `of` where the work can be counted. */
export type Progress = (stage: string, done?: number, of?: number) => void;

const MB = 1_000_000;

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
  progress("texts");
  const readings = await KeptReadings.open(config.cache, content);
  const reviews = withMentions(content, site.baseUrl, readings.read, progress);
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
        reviews,
        readings,
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

function withMentions(content: Content, baseUrl: string, read: ReadText, progress: Progress): Review[] {
  return content.reviews.map((review, index) => {
    if (index % 10_000 === 0) progress("texts", index, content.reviews.length);
    const mentions = mentionedIds(review.text === null ? [] : read(review.text).names);
    return { ...review, url: baseUrl + reviewPath(review.id), mentions };
  });
}

interface Publication {
  readonly config: BuildConfig;
  readonly content: Content;
  readonly site: Site;
  readonly reviews: readonly Review[];
  readonly readings: KeptReadings;
  readonly templates: Templates;
  readonly releases: Releases;
  readonly folder: string;
  readonly progress: Progress;
}

async function publish({
  config,
  content,
  site,
  reviews,
  readings,
  templates,
  releases,
  folder,
  progress,
}: Publication): Promise<Built> {
  const current = await releases.current();
  const previous =
    current ?? (config.previous === undefined ? undefined : await readManifest(config.previous));
  const modifiedAt = previous === undefined ? firstMoment(reviews, config.now) : instant(config.now);
  const staging = new Staging(folder, previous, modifiedAt);
  progress("reviews");
  await stageReviews(staging, content, reviews);
  progress("insights");
  const { read } = readings;
  const annotated = await annotateContent(content, read, config);
  const analysis = analyze(content, reviews, { read, ...(annotated ? { annotated } : {}) });
  await readings.save();
  await staging.add({
    path: "/insights.json",
    mediaType: JSON_TYPE,
    body: insights(analysis, previous, modifiedAt),
  });
  for (const rendered of smallArtifacts(site, content, reviews)) await staging.add(rendered);
  progress("pages");
  await staging.addAll(
    pages(publicationOf({ site, content, reviews, insights: analysis.document, templates })),
  );
  progress("publish");
  const manifest = await staging.finish(site.baseUrl);
  const published = manifest.release !== current?.release || !(await releases.isWhole(manifest));
  if (published) await releases.swap(folder, manifest.release);
  return {
    manifest,
    previous,
    published,
    reviews: reviews.length,
    withheld: content.withheld,
    hubOrigin: content.publishing.sidecar_url ?? site.baseUrl,
    textsRead: readings.fresh,
    unknownNames: analysis.unknownNames,
    unanswered: annotated?.failures ?? 0,
  };
}

async function stageReviews(staging: Staging, content: Content, reviews: readonly Review[]): Promise<void> {
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
function insights(analysis: Analysis, previous: Manifest | undefined, modifiedAt: string): Buffer {
  const { version, ...found } = analysis.document;
  const renderAt = (generated_at: string): Buffer => renderJson({ version, generated_at, ...found });
  const before = previous?.artifacts["/insights.json"];
  const unmoved = before && renderAt(before.last_modified);
  return unmoved && sha256Hex(unmoved) === before.sha256 ? unmoved : renderAt(modifiedAt);
}

/** Without an earlier release there is nothing to move from: the newest day in the content, never the clock. */
function firstMoment(reviews: readonly Review[], now: Date): string {
  let newest = "1970-01-01";
  for (const review of reviews) {
    const day = lastChange(review);
    if (day > newest) newest = day;
  }
  const today = calendarDateOf(now.getTime());
  return `${newest < today ? newest : today}T00:00:00Z`;
}

const instant = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;
