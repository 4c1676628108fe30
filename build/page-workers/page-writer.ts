import type { AggregateRating } from "../../model/business.ts";
import type { Artifact } from "../../model/manifest.ts";
import { reviewPath } from "../../model/review.ts";
import { encodeHere } from "../publish/encode.ts";
import { makeFolder, put } from "../publish/put.ts";
import type { Site } from "../render/feed-entry.ts";
import { listPages } from "../render/pages/list-pages.ts";
import type { Publication } from "../render/pages/publication.ts";
import type { ListBatch, ReviewBatch } from "../render/pages/review-batch.ts";
import { reviewPages } from "../render/pages/review-pages.ts";
import { TemplateError, Templates } from "../render/pages/templates.ts";

/** Where pages go and what they are made from, as values that another thread can be given. */
export interface BatchPlace {
  readonly folder: string;
  readonly modifiedAt: string;
  readonly site: Site;
  readonly rating: AggregateRating;
  readonly entities: Publication["entities"];
  /** The templates' sources, by file name. */
  readonly templates: Readonly<Record<string, string>>;
}

/** The pages of the list that show a batch, or the pages of its reviews. */
export interface BatchTask {
  readonly batch: ListBatch | ReviewBatch;
  /** What the last release says of these pages, by path. */
  readonly before: Readonly<Record<string, Artifact>>;
}

export type WrittenPage = readonly [path: string, artifact: Artifact];

/** Makes pages and writes them, all in the calling thread. */
export function batchWriter(place: BatchPlace): (task: BatchTask) => WrittenPage[] {
  const { folder, modifiedAt } = place;
  const templates = Templates.open(place.templates);
  if (!templates.ok) throw new TemplateError(templates.error);
  const around = { ...place, templates: templates.value };
  return ({ batch, before }) => {
    const isOfReviews = "opinions" in batch;
    const written: WrittenPage[] = [];
    for (const page of isOfReviews ? reviewPages(around, batch) : listPages(around, batch)) {
      const { path, mediaType, body, compression } = page;
      const forms = encodeHere(body, compression);
      const artifact = put(folder, { path, mediaType, body, forms }, { artifact: before[path], modifiedAt });
      written.push([path, artifact]);
    }
    // Half the time of a page of a review goes into its folder, and for a list the thread waits for nobody.
    if (!isOfReviews) for (const { id } of batch.reviews) makeFolder(folder, reviewPath(id));
    return written;
  };
}
