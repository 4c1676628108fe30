import { urlOf } from "../../model/base-url.ts";
import { crc32 } from "node:zlib";
import { aggregate, type Business, BUSINESS_PROPERTIES } from "../../model/business.ts";
import type { Content } from "../../model/content.ts";
import type { ReviewsDocument, SinceIndex, SinceIndexRow } from "../../model/documents.ts";
import type { Entity, EntityName } from "../../model/entities.ts";
import { GZIP_HEADER, gzipEnding, storedBlocks } from "../../model/gzip.ts";
import { POLICY_PATH } from "../../model/policy.ts";
import type { Review } from "../../model/review.ts";
import { SINCE_OPENING } from "../../model/since.ts";
import type { Site } from "./feed-entry.ts";
import type { Piece } from "./rendered-file.ts";
import { type FindBlocks, renderReviewArray, type ReviewRun } from "./review-array.ts";

/** Up to this size the densest brotli costs less than a second. */
const MAX_DENSE_REVIEWS = 2_000;

export interface ReviewsRendering {
  /** The identity and gzip representations of reviews.json. */
  readonly pieces: AsyncIterable<Piece>;
  readonly brotliQuality: number;
  /** Complete once all pieces are consumed. */
  readonly index: Omit<SinceIndex, "window_start">;
}

/** Builds the document. Business fields follow the schema's order, so equal content gives equal bytes. */
export function reviewsDocument(
  { business, entities }: Content,
  { policy, baseUrl }: Site,
  reviews: readonly Review[],
): ReviewsDocument {
  const keys = Object.keys(BUSINESS_PROPERTIES) as (keyof Business)[];
  const fields = keys.filter((key) => business[key] !== undefined).map((key) => [key, business[key]]);
  return {
    business: {
      ...(Object.fromEntries(fields) as Business),
      technicians: entities.technicians.map(toName),
      services: entities.services.map(toName),
      service_areas: entities.service_areas.map(toName),
    },
    aggregate_rating: aggregate(reviews),
    withheld: policy.withheld,
    policy: { url: urlOf(baseUrl, POLICY_PATH), sources: policy.sources },
    reviews,
  };
}

const toName = ({ id, name }: Entity): EntityName => ({ id, name });

/**
 * Renders reviews.json as a stream. Reviews are serialized and compressed run by run and never held in memory as a whole; `onRun`
 * receives every run.
 */
export function renderReviews(
  document: ReviewsDocument,
  onRun: (run: ReviewRun) => void,
  findBlocks: FindBlocks = () => undefined,
): ReviewsRendering {
  const { reviews, ...head } = document;
  const opening = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"reviews":[`);
  const openingBlocks = storedBlocks(opening, false);
  const dates: SinceIndexRow[] = [];
  return {
    pieces: pieces(),
    brotliQuality: reviews.length <= MAX_DENSE_REVIEWS ? 9 : 5,
    index: {
      reviews_offset: opening.length,
      gzip_offset: GZIP_HEADER.length + openingBlocks.length,
      dates,
    },
  };

  async function* pieces(): AsyncGenerator<Piece> {
    const tail = Buffer.from("]}\n");
    let crc = crc32(opening);
    let identityBytes = opening.length;
    yield { coding: "identity", bytes: opening };
    yield { coding: "gzip", bytes: GZIP_HEADER };
    yield { coding: "gzip", bytes: openingBlocks };
    for await (const run of renderReviewArray(reviews, findBlocks)) {
      crc = crc32(run.bytes, crc);
      identityBytes += run.bytes.length;
      addToIndex(dates, run);
      onRun(run);
      yield { coding: "identity", bytes: run.bytes };
      yield { coding: "gzip", bytes: run.blocks };
    }
    yield { coding: "identity", bytes: tail };
    yield { coding: "gzip", bytes: gzipEnding(tail, crc, identityBytes) };
  }
}

/** Adds a row for a new date; another run of the same date extends its row. */
function addToIndex(rows: SinceIndexRow[], run: ReviewRun): void {
  const last = rows.at(-1);
  const row = {
    date: run.date,
    count: (last?.count ?? 0) + run.count,
    bytes: (last?.bytes ?? 0) + run.bytes.length,
    gzip_bytes: (last?.gzip_bytes ?? 0) + run.blocks.length,
    crc32: crc32(run.bytes, last?.crc32 ?? crc32(SINCE_OPENING)),
  };
  if (last?.date === run.date) rows[rows.length - 1] = row;
  else rows.push(row);
}
