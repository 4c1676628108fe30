import type { AggregateRating } from "../../model/business.ts";
import type { Artifact } from "../../model/manifest.ts";
import { reviewPath } from "../../model/review.ts";
import { encodeSync } from "../publish/encode.ts";
import { makeFolder, writeArtifact } from "../publish/write-artifact.ts";
import { listPages } from "../render/pages/list-pages.ts";
import type { EntityNames, PageContext } from "../render/pages/render-input.ts";
import type { ListBatch, ReviewBatch } from "../render/pages/review-batch.ts";
import { reviewPages } from "../render/pages/review-pages.ts";
import { TemplateError, Templates } from "../render/pages/templates.ts";
import type { Site } from "../render/feed-entry.ts";

/** A page writer's inputs, as values that can be posted to a worker thread. */
export interface WriterInput {
  readonly folder: string;
  readonly modifiedAt: string;
  readonly site: Site;
  readonly rating: AggregateRating;
  readonly entities: EntityNames;
  /** Template sources by file name. */
  readonly templates: Readonly<Record<string, string>>;
}

/** Asks for the list pages that show a batch, or for the pages of its reviews. */
export interface PageTask {
  readonly batch: ListBatch | ReviewBatch;
  /** The previous release's entries for these pages, by path. */
  readonly previous: Readonly<Record<string, Artifact>>;
}

export type WrittenPage = readonly [path: string, artifact: Artifact];

/** Renders, compresses and writes pages in the calling thread. */
export class PageWriter {
  readonly #folder: string;
  readonly #modifiedAt: string;
  readonly #context: PageContext;

  constructor({ folder, modifiedAt, site, rating, entities, templates: sources }: WriterInput) {
    const templates = Templates.open(sources);
    if (!templates.ok) throw new TemplateError(templates.error);
    this.#folder = folder;
    this.#modifiedAt = modifiedAt;
    this.#context = { site, rating, entities, templates: templates.value };
  }

  write({ batch, previous }: PageTask): WrittenPage[] {
    const isReviewBatch = "opinions" in batch;
    const pages = isReviewBatch ? reviewPages(this.#context, batch) : listPages(this.#context, batch);
    const written: WrittenPage[] = [];
    for (const { path, mediaType, body, compression } of pages) {
      const encodings = encodeSync(body, compression);
      const baseline = { previous: previous[path], modifiedAt: this.#modifiedAt };
      written.push([path, writeArtifact(this.#folder, { path, mediaType, body, encodings }, baseline)]);
    }
    // Creating its folder is half the cost of a review page. List tasks run while texts are still being analyzed.
    if (!isReviewBatch) for (const { id } of batch.reviews) makeFolder(this.#folder, reviewPath(id));
    return written;
  }
}
