import { constants, createBrotliCompress } from "node:zlib";
import { brotliEnding } from "../../model/brotli.ts";
import { addDays, type CalendarDate } from "../../model/calendar-date.ts";
import type { SinceIndexRow } from "../../model/documents.ts";
import { GZIP_HEADER, gzipEnding, storedBlocks } from "../../model/gzip.ts";
import { datesSince, SINCE_OPENING, SINCE_PATH, sinceTail } from "../../model/since.ts";
import { JSON_TYPE, type RenderedFile } from "./rendered-file.ts";
import type { ReviewRun } from "./review-array.ts";

const BROTLI_QUALITY = 5;

/**
 * Renders the shards: `/api/reviews/since/DATE` for the newest dates. They are bounded by days and bytes, so storage
 * grows with reviews + days and never with their product; the sidecar answers all other dates.
 */
export class SinceWindow {
  readonly #days: number;
  readonly #budgetBytes: number;
  readonly #runs: ReviewRun[] = [];
  #retainedBytes = 0;
  #newest: CalendarDate | undefined;
  /** The newest date that is too old for the window. */
  #tooOld: CalendarDate | undefined;

  constructor(days: number, budgetBytes: number) {
    this.#days = days;
    this.#budgetBytes = budgetBytes;
  }

  /** Retains a run if a shard may need it. Runs arrive newest first. */
  readonly retain = (run: ReviewRun): void => {
    this.#newest ??= run.date;
    this.#tooOld ??= addDays(this.#newest, -this.#days);
    if (this.#retainedBytes > this.#budgetBytes || run.date <= this.#tooOld) return;
    this.#runs.push(run);
    this.#retainedBytes += run.bytes.length;
  };

  /** Lists the dates that get a shard, newest first: every day back from the newest review within both bounds. */
  dates(rows: readonly SinceIndexRow[]): CalendarDate[] {
    const dates: CalendarDate[] = [];
    if (this.#newest === undefined) return dates;
    let remainingBytes = this.#budgetBytes;
    for (let day = 0; day < this.#days; day += 1) {
      const date = addDays(this.#newest, -day);
      const row = rows[datesSince(rows, date) - 1];
      remainingBytes -= SINCE_OPENING.length + (row?.bytes ?? 0) + sinceTail(date, row?.count ?? 0).length;
      if (remainingBytes < 0) break;
      dates.push(date);
    }
    return dates;
  }

  async *render(rows: readonly SinceIndexRow[]): AsyncGenerator<RenderedFile> {
    const identity = Buffer.concat([SINCE_OPENING, ...this.#runs.map((run) => run.bytes)]);
    const gzip = Buffer.concat([GZIP_OPENING, ...this.#runs.map((run) => run.blocks)]);
    const brotli = new PrefixBrotli();
    for (const date of this.dates(rows)) {
      const row = rows[datesSince(rows, date) - 1];
      if (row === undefined) continue;
      const prefix = identity.subarray(0, SINCE_OPENING.length + row.bytes);
      const tail = sinceTail(date, row.count);
      const ending = gzipEnding(tail, row.crc32, prefix.length);
      yield {
        path: SINCE_PATH + date,
        mediaType: JSON_TYPE,
        body: Buffer.concat([prefix, tail]),
        encoded: {
          gzip: Buffer.concat([gzip.subarray(0, GZIP_OPENING.length + row.gzip_bytes), ending]),
          br: Buffer.concat([await brotli.upTo(prefix), brotliEnding(tail)]),
        },
      };
    }
  }
}

const GZIP_OPENING = Buffer.concat([GZIP_HEADER, storedBlocks(SINCE_OPENING, false)]);

/** Compresses ever longer prefixes with one brotli stream, flushed to a byte boundary at the end of each. */
class PrefixBrotli {
  readonly #stream = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  readonly #chunks: Buffer[] = [];
  #consumed = 0;

  constructor() {
    this.#stream.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
  }

  /** Returns the compressed prefix. Each prefix must begin with the one before. */
  async upTo(prefix: Buffer): Promise<Buffer> {
    if (prefix.length > this.#consumed) {
      const added = prefix.subarray(this.#consumed);
      this.#consumed = prefix.length;
      await new Promise<void>((resolve, reject) => {
        this.#stream.once("error", reject);
        this.#stream.write(added);
        this.#stream.flush(constants.BROTLI_OPERATION_FLUSH, () => {
          this.#stream.off("error", reject);
          resolve();
        });
      });
    }
    return Buffer.concat(this.#chunks);
  }
}
