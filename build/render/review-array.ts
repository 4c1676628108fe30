import { promisify } from "node:util";
import { constants, deflateRaw } from "node:zlib";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { DEFLATE_WINDOW_BYTES } from "../../model/gzip.ts";
import type { Review } from "../../model/review.ts";

/** Consecutive reviews of one date, as they appear in the reviews array, separators included. */
export interface ReviewRun {
  readonly date: CalendarDate;
  readonly count: number;
  readonly bytes: Buffer;
  /** The bytes as byte-aligned deflate blocks that refer only to earlier runs. */
  readonly blocks: Buffer;
}

type UncompressedRun = Omit<ReviewRun, "blocks">;

/** Is called for every run in turn. Returns its blocks if the last release has the same bytes after the same window. */
export type FindBlocks = (date: CalendarDate, bytes: Buffer) => Buffer | undefined;

/** Keeps the run of a busy day far below V8's string limit. */
const MAX_REVIEWS_PER_RUN = 2000;
/** Enough runs to keep the thread pool busy, with bounded memory. */
const MAX_CONCURRENT_RUNS = 4;
const DEFLATE_LEVEL = 6;
const COMMA = 0x2c;

const deflate = promisify(deflateRaw);

/** Serializes and compresses the reviews once, newest first, cut at every date. */
export async function* renderReviewArray(
  reviews: Iterable<Review>,
  findBlocks: FindBlocks,
): AsyncGenerator<ReviewRun> {
  const pending: Promise<ReviewRun>[] = [];
  const window = new Window();
  for (const run of serializedRuns(reviews)) {
    const blocks = findBlocks(run.date, run.bytes);
    pending.push(blocks === undefined ? compress(run, window.bytes()) : Promise.resolve({ ...run, blocks }));
    window.add(run.bytes);
    const first = pending.length >= MAX_CONCURRENT_RUNS ? pending.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const run of pending) yield await run;
}

/** The bytes that the next run may refer to. */
class Window {
  readonly #runs: Buffer[] = [];
  #runBytes = 0;

  add(run: Buffer): void {
    this.#runs.push(run);
    this.#runBytes += run.length;
    for (let first = this.#runs[0]; first && this.#runBytes - first.length >= DEFLATE_WINDOW_BYTES;) {
      this.#runBytes -= first.length;
      this.#runs.shift();
      first = this.#runs[0];
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.#runs).subarray(-DEFLATE_WINDOW_BYTES);
  }
}

function* serializedRuns(reviews: Iterable<Review>): Generator<UncompressedRun> {
  let run: Review[] = [];
  let isFirst = true;
  for (const review of reviews) {
    const [first] = run;
    if (first !== undefined && (review.date !== first.date || run.length === MAX_REVIEWS_PER_RUN)) {
      yield serialize(run, first.date, isFirst);
      isFirst = false;
      run = [];
    }
    run.push(review);
  }
  const [first] = run;
  if (first !== undefined) yield serialize(run, first.date, isFirst);
}

function serialize(run: readonly Review[], date: CalendarDate, isFirst: boolean): UncompressedRun {
  const bytes = Buffer.from(JSON.stringify(run));
  // The whole array has the brackets. Here the comma between two runs takes the place of the opening one.
  bytes[0] = COMMA;
  return { date, count: run.length, bytes: bytes.subarray(isFirst ? 1 : 0, -1) };
}

async function compress(run: UncompressedRun, window: Buffer): Promise<ReviewRun> {
  const blocks = await deflate(run.bytes, {
    level: DEFLATE_LEVEL,
    finishFlush: constants.Z_SYNC_FLUSH,
    ...(window.length > 0 ? { dictionary: window } : {}),
  });
  return { ...run, blocks };
}
