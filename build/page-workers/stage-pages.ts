import { availableParallelism } from "node:os";
import type { Artifact } from "../../model/manifest.ts";
import { reviewPath } from "../../model/review.ts";
import type { BatchTask, WrittenPage } from "./page-writer.ts";
import { PageThreads } from "./worker-pool.ts";
import { allDone } from "../publish/all-done.ts";
import type { Staging } from "../publish/staging.ts";
import { listPathsOf } from "../render/pages/list-pages.ts";
import { pages } from "../render/pages/pages.ts";
import type { Publication, Surroundings } from "../render/pages/publication.ts";
import { type ListBatch, reviewBatches } from "../render/pages/review-batch.ts";

/** Fewer reviews are done before a thread has loaded what it needs. */
const MIN_FOR_THREADS = 3_000;
const MAX_THREADS = 4;

/** Pages on their way to the staging. Those of reviews are made by threads, which load while the caller reads on. */
export class StagedPages {
  readonly #staging: Staging;
  readonly #threads: PageThreads;
  readonly #lists: Promise<void>[] = [];

  /** `wanted`: how many threads the user asked for. */
  constructor(staging: Staging, around: Surroundings, wanted: number | undefined) {
    const { site, rating, entities, templates } = around;
    const { folder, modifiedAt } = staging;
    const place = { folder, modifiedAt, site, rating, entities, templates: templates.sources };
    const paying = rating.review_count < MIN_FOR_THREADS ? 0 : Math.min(availableParallelism(), MAX_THREADS);
    this.#staging = staging;
    this.#threads = new PageThreads(place, wanted ?? paying);
  }

  /** The list shows nothing of the insights: it can be begun before they are known. */
  list(batch: ListBatch): void {
    const before = this.#before(listPathsOf(batch));
    const listed = this.#threads.give({ batch, before }, this.#enter);
    // Whoever waits for the pages is told; until then nobody waits.
    listed.catch(() => undefined);
    this.#lists.push(listed);
  }

  /** All other pages: of the reviews by the threads, the rest here at the same time. */
  async add(publication: Publication): Promise<void> {
    await allDone([this.#ofReviews(publication), this.#staging.addAll(pages(publication))]);
  }

  /** Once this is done, no thread writes any more. */
  async close(): Promise<void> {
    await this.#threads.close();
  }

  async #ofReviews(publication: Publication): Promise<void> {
    await this.#threads.write(this.#tasks(publication), this.#enter);
    await Promise.all(this.#lists);
    await this.close();
  }

  *#tasks(publication: Publication): Generator<BatchTask> {
    for (const batch of reviewBatches(publication))
      yield { batch, before: this.#before(batch.reviews.map(({ id }) => reviewPath(id))) };
  }

  readonly #enter = (written: readonly WrittenPage[]): void => {
    for (const [path, artifact] of written) this.#staging.enter(path, artifact);
  };

  #before(paths: readonly string[]): Record<string, Artifact> {
    const known: Record<string, Artifact> = {};
    for (const path of paths) {
      const { artifact } = this.#staging.before(path);
      if (artifact) known[path] = artifact;
    }
    return known;
  }
}
