import { crc32 } from "node:zlib";
import type { ReviewsDocument, SinceIndex, SinceIndexRow } from "../../model/documents.ts";
import { GZIP_HEADER, gzipEnding, storedBlocks } from "../../model/gzip.ts";
import { SINCE_OPENING } from "../../model/since.ts";
import type { Piece } from "./rendered.ts";
import { renderReviewArray, type ReviewRun } from "./review-array.ts";

/** Up to here a slower, denser brotli costs less than a second. */
const DENSE_BROTLI_REVIEWS = 2_000;

export interface ReviewsRendering {
  /** The identity and gzip forms of reviews.json, piece by piece. */
  readonly pieces: AsyncIterable<Piece>;
  readonly brotliQuality: number;
  /** Complete once the pieces were consumed. */
  readonly index: Omit<SinceIndex, "window_start">;
}

/**
 * `reviews.json` as a stream: the reviews are serialised and compressed run by run and never held together.
 * `keep` sees every run, for those who need the newest ones again.
 */
export function renderReviews(document: ReviewsDocument, keep: (run: ReviewRun) => void): ReviewsRendering {
  const { reviews, ...head } = document;
  const opening = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"reviews":[`);
  const openingBlocks = storedBlocks(opening, false);
  const dates: SinceIndexRow[] = [];
  return {
    pieces: pieces(),
    brotliQuality: reviews.length <= DENSE_BROTLI_REVIEWS ? 9 : 5,
    index: {
      reviews_offset: opening.length,
      gzip_offset: GZIP_HEADER.length + openingBlocks.length,
      dates,
    },
  };

  async function* pieces(): AsyncGenerator<Piece> {
    const tail = Buffer.from("]}\n");
    let crc = crc32(opening);
    let plainBytes = opening.length;
    yield { form: "identity", bytes: opening };
    yield { form: "gzip", bytes: GZIP_HEADER };
    yield { form: "gzip", bytes: openingBlocks };
    for await (const run of renderReviewArray(reviews)) {
      crc = crc32(run.bytes, crc);
      plainBytes += run.bytes.length;
      extend(dates, run);
      keep(run);
      yield { form: "identity", bytes: run.bytes };
      yield { form: "gzip", bytes: run.blocks };
    }
    yield { form: "identity", bytes: tail };
    yield { form: "gzip", bytes: gzipEnding(tail, crc, plainBytes) };
  }
}

/** Adds a run to the rows: a new date gets a row, a further run of the same date moves its end. */
function extend(rows: SinceIndexRow[], run: ReviewRun): void {
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
