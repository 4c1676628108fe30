import { availableParallelism } from "node:os";
import type { Artifact } from "../../model/manifest.ts";
import { reviewPath } from "../../model/review.ts";
import type { PageTask, WrittenPage } from "./page-writer.ts";
import { WorkerPool } from "./worker-pool.ts";
import { keyOf, type ReviewDigests } from "../publish/kept-release.ts";
import { settleAll } from "../publish/settle-all.ts";
import type { Staging } from "../publish/staging.ts";
import { listPath } from "../render/pages/list-pages.ts";
import { SOCIAL_IMAGE_PATH } from "../render/pages/layout.ts";
import { pages } from "../render/pages/pages.ts";
import { socialImage } from "../render/pages/social-image.ts";
import type { PageContext, RenderInput } from "../render/pages/render-input.ts";
import {
  batchesOf,
  type ListBatch,
  listsOf,
  type ReviewDetails,
  reviewDetails,
  type ReviewList,
} from "../render/pages/review-batch.ts";

/** Fewer pages are written before a worker has started. */
const MIN_PAGES_FOR_WORKERS = 3_000;
const MAX_DEFAULT_WORKERS = 4;
/** Pages per task: few messages, and enough tasks to keep all workers busy to the end. */
const MAX_PAGES_PER_TASK = 300;

/** The page of a list, or of the review at a place. */
type ShownPage =
  | { readonly path: string; readonly list: ReviewList }
  | { readonly path: string; readonly place: number };

interface PageStagerOptions {
  readonly staging: Staging;
  readonly context: PageContext;
  readonly workerCount: number | undefined;
  readonly digests: ReviewDigests;
  /** Number of published pages that may be kept. */
  readonly keptPages: number;
}

/**
 * Stages all pages. Pages of reviews and lists are rendered only if they differ from the published ones; if there are
 * many, workers write them, starting while texts are still being analyzed.
 */
export class PageStager {
  readonly #staging: Staging;
  readonly #pool: WorkerPool;
  readonly #isFromNothing: boolean;
  readonly #lists: Promise<void>[] = [];
  readonly #total: number;
  readonly #digests: ReviewDigests;

  constructor({ staging, context, workerCount, digests, keptPages }: PageStagerOptions) {
    const { rating, templates } = context;
    const { folder, modifiedAt } = staging;
    const byDefault =
      rating.review_count - keptPages < MIN_PAGES_FOR_WORKERS
        ? 0
        : Math.min(availableParallelism(), MAX_DEFAULT_WORKERS);
    const input = { ...context, folder, modifiedAt, templates: templates.sources };
    this.#staging = staging;
    this.#digests = digests;
    this.#total = rating.review_count;
    this.#isFromNothing = keptPages === 0;
    this.#pool = new WorkerPool(input, workerCount ?? byDefault);
  }

  /**
   * Starts the list pages of a batch, if no page can be kept. They show no insights, so they need not wait for them.
   */
  startList(batch: ListBatch): void {
    if (!this.#isFromNothing) return;
    const next = batch.reviews.map(({ id }) => id);
    const list = this.#runLists([...listsOf(batch, this.#total)], next);
    // `stage` awaits it and reports its failure; until then it must not count as an unhandled rejection.
    list.catch(() => undefined);
    this.#lists.push(list);
  }

  async #runLists(lists: readonly ReviewList[], next: readonly string[]): Promise<void> {
    const previous = this.#previous(lists.map(({ number }) => listPath(number)));
    this.#record(await this.#pool.run({ lists, reviews: [], next, previous }));
  }

  /** Stages all other pages: workers write review pages while this thread writes the rest. */
  async stage(input: RenderInput): Promise<void> {
    await settleAll([
      this.#stageReviews(input),
      this.#stageImage(input.rating.rating_value ?? 0),
      this.#staging.addAll(pages(input)),
    ]);
  }

  async #stageImage(rating: number): Promise<void> {
    if (!this.#staging.keepPage(SOCIAL_IMAGE_PATH, keyOf(rating)))
      await this.#staging.add(socialImage(rating));
  }

  /** Ends the workers; no file is written after this resolves. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #stageReviews(input: RenderInput): Promise<void> {
    const detailsAt = reviewDetails(input);
    const shownAll: ShownPage[] = input.reviews.map(({ id }, place) => ({ path: reviewPath(id), place }));
    for (const batch of batchesOf(input.reviews))
      for (const list of listsOf(batch, this.#total)) shownAll.push({ path: listPath(list.number), list });
    const missing = this.#staging.keepPages(shownAll, (page) =>
      "list" in page ? this.#shownInList(page.list) : this.#shownOfReview(detailsAt(page.place)),
    );
    const missingLists = missing.flatMap((page) => ("list" in page ? page.list : []));
    if (!this.#isFromNothing && missingLists.length > 0) this.#lists.push(this.#runLists(missingLists, []));
    const missingPlaces = missing.flatMap((page) => ("place" in page ? page.place : []));
    const tasks = this.#reviewTasks(missingPlaces, detailsAt);
    await settleAll([this.#pool.runAll(tasks, this.#record), ...this.#lists]);
    await this.close();
  }

  // These texts have a line for each value, because no value has a line break. JSON would take five times as long.

  #shownOfReview({ review, newer, older, opinions }: ReviewDetails): string {
    let shown = `${this.#digests.get(review.id)}\n${inLines(newer)}\n${inLines(older)}`;
    for (const { label, polarity } of opinions) shown += `\n${label}\n${polarity}`;
    return shown;
  }

  #shownInList({ reviews, number, total, newer, older }: ReviewList): string {
    return [number, total, newer, older, ...reviews.map(({ id }) => this.#digests.get(id))].join("\n");
  }

  *#reviewTasks(places: readonly number[], detailsAt: (place: number) => ReviewDetails): Generator<PageTask> {
    for (let at = 0; at < places.length; at += MAX_PAGES_PER_TASK)
      yield this.#reviewTask(places.slice(at, at + MAX_PAGES_PER_TASK).map(detailsAt));
  }

  #reviewTask(reviews: readonly ReviewDetails[]): PageTask {
    const previous = this.#previous(reviews.map(({ review }) => reviewPath(review.id)));
    return { lists: [], reviews, next: [], previous };
  }

  readonly #record = (written: readonly WrittenPage[]): void => {
    for (const [path, artifact] of written) this.#staging.record(path, artifact);
  };

  #previous(paths: readonly string[]): Record<string, Artifact> {
    const previous: Record<string, Artifact> = {};
    for (const path of paths) {
      const artifact = this.#staging.previousArtifact(path);
      if (artifact) previous[path] = artifact;
    }
    return previous;
  }
}

const inLines = (neighbor: ReviewDetails["newer"]): string =>
  neighbor === undefined ? "\n" : `${neighbor.path}\n${neighbor.title}`;
