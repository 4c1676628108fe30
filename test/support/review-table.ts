import type { EntitiesDocument } from "../../model/entities.ts";
import type { Review } from "../../model/review.ts";
import { renderSearchTable } from "../../model/render-search-table.ts";
import { openSearchTable } from "../../model/search-table.ts";
import { ReviewTable } from "../../runtime/search/review-table.ts";

const HEAD = '{"business":{"id":"x"},"aggregate_rating":{},"reviews":[';

/** A table of reviews, newest first, as a build publishes it and a sidecar opens it. */
export function reviewTableOf(
  reviews: readonly Review[],
  entities: Partial<EntitiesDocument> = {},
): ReviewTable {
  const written = reviews.map((review) => Buffer.from(publishedJson(review)));
  const starts = [HEAD.length];
  for (const { length } of written) starts.push((starts.at(-1) ?? 0) + length + 1);
  if (reviews.length === 0) starts[0] = HEAD.length + 1;
  const document = Buffer.from(`${HEAD}${written.join(",")}]}\n`);
  const columns = openSearchTable(renderSearchTable(reviews, starts));
  if (columns === undefined) throw new Error("no search table");
  return new ReviewTable((start, end) => document.subarray(start, end), columns, {
    technicians: [],
    services: [],
    service_areas: [],
    ...entities,
  });
}

/** The build writes the id first. */
export const publishedJson = ({ id, ...rest }: Review): string => JSON.stringify({ id, ...rest });
