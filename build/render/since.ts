import { constants, createBrotliCompress } from "node:zlib";
import { brotliEnding } from "../../model/brotli.ts";
import { addDays, type CalendarDate } from "../../model/calendar-date.ts";
import type { SinceIndexRow } from "../../model/documents.ts";
import { GZIP_HEADER, gzipEnding, storedBlocks } from "../../model/gzip.ts";
import { datesSince, SINCE_OPENING, SINCE_PATH, sinceTail } from "../../model/since.ts";
import { JSON_TYPE, type Rendered } from "./rendered.ts";
import type { ReviewRun } from "./review-array.ts";

const BROTLI_QUALITY = 5;

/**
 * The shards: `/api/reviews/since/DATE` for the newest calendar dates. They are bounded by days and by bytes, so
 * that storage grows with reviews + days and never with their product; all other dates are the sidecar's.
 */
export class SinceWindow {
  readonly #days: number;
  readonly #budgetBytes: number;
  readonly #runs: ReviewRun[] = [];
  #keptBytes = 0;
  #newest: CalendarDate | undefined;

  constructor(days: number, budgetBytes: number) {
    this.#days = days;
    this.#budgetBytes = budgetBytes;
  }

  /** Keeps a run if a shard may need it. Runs come newest first. */
  readonly keep = (run: ReviewRun): void => {
    this.#newest ??= run.date;
    if (this.#keptBytes > this.#budgetBytes || run.date <= addDays(this.#newest, -this.#days)) return;
    this.#runs.push(run);
    this.#keptBytes += run.bytes.length;
  };

  /** The dates that get a shard, newest first: each day from the newest review back while days and bytes last. */
  dates(rows: readonly SinceIndexRow[]): CalendarDate[] {
    const dates: CalendarDate[] = [];
    if (this.#newest === undefined) return dates;
    let left = this.#budgetBytes;
    for (let day = 0; day < this.#days; day += 1) {
      const date = addDays(this.#newest, -day);
      const row = rows[datesSince(rows, date) - 1];
      left -= SINCE_OPENING.length + (row?.bytes ?? 0) + sinceTail(date, row?.count ?? 0).length;
      if (left < 0) break;
      dates.push(date);
    }
    return dates;
  }

  async *render(rows: readonly SinceIndexRow[]): AsyncGenerator<Rendered> {
    const plain = Buffer.concat([SINCE_OPENING, ...this.#runs.map((run) => run.bytes)]);
    const gzip = Buffer.concat([GZIP_OPENING, ...this.#runs.map((run) => run.blocks)]);
    const brotli = new FlushedBrotli();
    for (const date of this.dates(rows)) {
      const row = rows[datesSince(rows, date) - 1];
      if (row === undefined) continue;
      const plainBytes = SINCE_OPENING.length + row.bytes;
      const tail = sinceTail(date, row.count);
      const ending = gzipEnding(tail, row.crc32, plainBytes);
      yield {
        path: SINCE_PATH + date,
        mediaType: JSON_TYPE,
        body: Buffer.concat([plain.subarray(0, plainBytes), tail]),
        encoded: {
          gzip: Buffer.concat([gzip.subarray(0, GZIP_OPENING.length + row.gzip_bytes), ending]),
          br: Buffer.concat([await brotli.upTo(plain.subarray(0, plainBytes)), brotliEnding(tail)]),
        },
      };
    }
  }
}

const GZIP_OPENING = Buffer.concat([GZIP_HEADER, storedBlocks(SINCE_OPENING, false)]);

/** One brotli stream, flushed to a byte boundary wherever a shard ends: each shard is a prefix of the next. */
class FlushedBrotli {
  readonly #stream = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  readonly #parts: Buffer[] = [];
  #taken = 0;

  constructor() {
    this.#stream.on("data", (part: Buffer) => this.#parts.push(part));
  }

  /** The stream up to the end of `plain`, which begins with all that was given before. */
  async upTo(plain: Buffer): Promise<Buffer> {
    if (plain.length > this.#taken) {
      const more = plain.subarray(this.#taken);
      this.#taken = plain.length;
      await new Promise<void>((resolve, reject) => {
        this.#stream.once("error", reject);
        this.#stream.write(more);
        this.#stream.flush(constants.BROTLI_OPERATION_FLUSH, () => {
          this.#stream.off("error", reject);
          resolve();
        });
      });
    }
    return Buffer.concat(this.#parts);
  }
}
