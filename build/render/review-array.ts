import { promisify } from "node:util";
import { constants, deflateRaw } from "node:zlib";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { Review } from "../../model/review.ts";

/** A run of whole reviews of one date, as it stands in the reviews array, separators included. */
export interface ReviewRun {
  readonly date: CalendarDate;
  readonly count: number;
  readonly bytes: Buffer;
  /** The same bytes as byte-aligned deflate blocks that refer to nothing but the array before them. */
  readonly blocks: Buffer;
}

type PlainRun = Omit<ReviewRun, "blocks">;

/** A day with thousands of reviews becomes several runs, far below V8's string limit. */
const MAX_REVIEWS_PER_RUN = 2000;
/** The deflate window, RFC 1951: what a run may refer back to. */
const WINDOW_BYTES = 32_768;
/** Runs compressed at once; enough for the thread pool, few enough to bound memory. */
const RUNS_AT_ONCE = 4;
const LEVEL = 6;

const deflate = promisify(deflateRaw);

/** Serialises and compresses the reviews once, newest first, cut at every date. */
export async function* renderReviewArray(reviews: Iterable<Review>): AsyncGenerator<ReviewRun> {
  const pending: Promise<ReviewRun>[] = [];
  let before: Buffer = Buffer.alloc(0);
  for (const run of plainRuns(reviews)) {
    pending.push(compress(run, before));
    before = Buffer.concat([before, run.bytes.subarray(-WINDOW_BYTES)]).subarray(-WINDOW_BYTES);
    const first = pending.length >= RUNS_AT_ONCE ? pending.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const run of pending) yield await run;
}

function* plainRuns(reviews: Iterable<Review>): Generator<PlainRun> {
  let texts: string[] = [];
  let date: CalendarDate | undefined;
  let separator = "";
  for (const review of reviews) {
    if (date !== undefined && (review.date !== date || texts.length === MAX_REVIEWS_PER_RUN)) {
      yield { date, count: texts.length, bytes: Buffer.from(separator + texts.join(",")) };
      separator = ",";
      texts = [];
    }
    date = review.date;
    texts.push(JSON.stringify(review));
  }
  if (date !== undefined)
    yield { date, count: texts.length, bytes: Buffer.from(separator + texts.join(",")) };
}

async function compress(run: PlainRun, before: Buffer): Promise<ReviewRun> {
  const blocks = await deflate(run.bytes, {
    level: LEVEL,
    finishFlush: constants.Z_SYNC_FLUSH,
    ...(before.length > 0 ? { dictionary: before } : {}),
  });
  return { ...run, blocks };
}
