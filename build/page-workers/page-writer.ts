import type { Artifact } from "../../model/manifest.ts";
import { reviewPath } from "../../model/review.ts";
import { encodeSync } from "../publish/encode.ts";
import { makeFolder, writeArtifact } from "../publish/write-artifact.ts";
import { listPage } from "../render/pages/list-pages.ts";
import type { PageContext } from "../render/pages/render-input.ts";
import type { ReviewDetails, ReviewList } from "../render/pages/review-batch.ts";
import { reviewPage } from "../render/pages/review-pages.ts";
import type { RenderedFile } from "../render/rendered-file.ts";
import { TemplateError, Templates } from "../render/pages/templates.ts";

/** A page writer's inputs, as values that can be posted to a worker thread. */
export interface WriterInput extends Omit<PageContext, "templates"> {
  readonly folder: string;
  readonly modifiedAt: string;
  /** Template sources by file name. */
  readonly templates: Readonly<Record<string, string>>;
}

/** Asks for list pages and pages of reviews. It holds only values that can be posted to a worker thread. */
export interface PageTask {
  readonly lists: readonly ReviewList[];
  readonly reviews: readonly ReviewDetails[];
  /** Ids of reviews whose pages will be written later. */
  readonly next: readonly string[];
  /** The previous release's entries for these pages, by path. */
  readonly previous: Readonly<Record<string, Artifact>>;
}

export type WrittenPage = readonly [path: string, artifact: Artifact];

/** Renders, compresses and writes pages in the calling thread. */
export class PageWriter {
  readonly #folder: string;
  readonly #modifiedAt: string;
  readonly #context: PageContext;

  constructor({ folder, modifiedAt, templates: sources, ...shared }: WriterInput) {
    const templates = Templates.open(sources, shared.site.baseUrl);
    if (!templates.ok) throw new TemplateError(templates.error);
    this.#folder = folder;
    this.#modifiedAt = modifiedAt;
    this.#context = { ...shared, templates: templates.value };
  }

  write({ lists, reviews, next, previous }: PageTask): WrittenPage[] {
    const written: WrittenPage[] = [];
    const write = ({ path, mediaType, body, compression }: RenderedFile): void => {
      const encodings = encodeSync(body, compression);
      const baseline = { previous: previous[path], modifiedAt: this.#modifiedAt };
      written.push([path, writeArtifact(this.#folder, { path, mediaType, body, encodings }, baseline)]);
    };
    for (const list of lists) write(listPage(this.#context, list));
    for (const details of reviews) write(reviewPage(this.#context, details));
    // Creating its folder is half the cost of a review page. List tasks run while texts are still being analyzed.
    for (const id of next) makeFolder(this.#folder, reviewPath(id));
    return written;
  }
}
