import { availableParallelism } from "node:os";
import type { Artifact } from "../../model/manifest.ts";
import { reviewPath } from "../../model/review.ts";
import type { PageTask, WrittenPage } from "./page-writer.ts";
import { WorkerPool } from "./worker-pool.ts";
import { settleAll, type Staging } from "../publish/staging.ts";
import { listPathsOf } from "../render/pages/list-pages.ts";
import { pages } from "../render/pages/pages.ts";
import type { PageContext, RenderInput } from "../render/pages/render-input.ts";
import { type ListBatch, reviewBatches } from "../render/pages/review-batch.ts";

/** With fewer reviews, all pages are written before a worker has started. */
const MIN_REVIEWS_FOR_WORKERS = 3_000;
const MAX_DEFAULT_WORKERS = 4;

/** Stages all pages. Workers write those that grow with the reviews, starting while texts are still being analyzed. */
export class PageStager {
  readonly #staging: Staging;
  readonly #pool: WorkerPool;
  readonly #lists: Promise<void>[] = [];

  constructor(staging: Staging, context: PageContext, workerCount: number | undefined) {
    const { site, rating, entities, templates } = context;
    const { folder, modifiedAt } = staging;
    const byDefault =
      rating.review_count < MIN_REVIEWS_FOR_WORKERS
        ? 0
        : Math.min(availableParallelism(), MAX_DEFAULT_WORKERS);
    const input = { folder, modifiedAt, site, rating, entities, templates: templates.sources };
    this.#staging = staging;
    this.#pool = new WorkerPool(input, workerCount ?? byDefault);
  }

  /** Starts the list pages of a batch. They show no insights, so they need not wait for them. */
  startList(batch: ListBatch): void {
    const list = this.#pool.run({ batch, previous: this.#previous(listPathsOf(batch)) }).then(this.#record);
    // `stage` awaits it and reports its failure; until then it must not count as an unhandled rejection.
    list.catch(() => undefined);
    this.#lists.push(list);
  }

  /** Stages all other pages: workers write review pages while this thread writes the rest. */
  async stage(input: RenderInput): Promise<void> {
    await settleAll([this.#stageReviews(input), this.#staging.addAll(pages(input))]);
  }

  /** Ends the workers; no file is written after this resolves. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #stageReviews(input: RenderInput): Promise<void> {
    await this.#pool.runAll(this.#reviewTasks(input), this.#record);
    await Promise.all(this.#lists);
    await this.close();
  }

  *#reviewTasks(input: RenderInput): Generator<PageTask> {
    for (const batch of reviewBatches(input))
      yield { batch, previous: this.#previous(batch.reviews.map(({ id }) => reviewPath(id))) };
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
