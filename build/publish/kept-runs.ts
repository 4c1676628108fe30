// Synchronous: a turn of the thread pool costs more than reading the few reviews of a day.
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { SinceIndex } from "../../model/documents.ts";
import { DEFLATE_WINDOW_BYTES } from "../../model/gzip.ts";
import { fileOf } from "../../model/manifest.ts";
import { type ByteSpan, type DateSpans, dateSpans, SINCE_INDEX_PATH } from "../../model/since.ts";
import type { KeptRelease } from "./kept-release.ts";

const REVIEWS_PATH = "/reviews.json";

/**
 * The compressed runs of the published reviews.json, found by the dates in its index. Equal bytes after an equal
 * window compress to equal blocks.
 */
export class KeptRuns {
  readonly #identity: number;
  readonly #gzip: number;
  readonly #arrayStart: number;
  /** Bytes of all runs so far. */
  #passedBytes = 0;
  /** Length of the published bytes that the runs so far end with. */
  #sameBytes = 0;
  /** Their end in the published file. */
  #end: number | undefined;
  #buffer = Buffer.alloc(0);
  /** Of the run before. */
  #lastDate: CalendarDate | undefined;
  readonly #runs: ReadonlyMap<CalendarDate, DateSpans>;
  /** Dates with the published reviews, and no others, among those found so far. */
  readonly sameDates = new Set<CalendarDate>();

  /** Undefined if the release has no reviews.json, or if one of its files was altered. */
  static open(kept: KeptRelease | undefined): KeptRuns | undefined {
    const hasGzip = kept?.artifact(REVIEWS_PATH)?.encodings.gzip !== undefined;
    return hasGzip && kept.artifact(SINCE_INDEX_PATH) !== undefined ? new KeptRuns(kept.folder) : undefined;
  }

  private constructor(folder: string) {
    const index = JSON.parse(readFileSync(join(folder, fileOf(SINCE_INDEX_PATH)), "utf8")) as SinceIndex;
    this.#arrayStart = index.reviews_offset;
    this.#runs = new Map(dateSpans(index).map((spans) => [spans.date, spans]));
    this.#identity = openSync(join(folder, fileOf(REVIEWS_PATH)), "r");
    this.#gzip = openSync(join(folder, fileOf(REVIEWS_PATH, "gzip")), "r");
  }

  /**
   * The blocks of a run, if it and the window that they may refer to have the published bytes. It must be called for
   * every run in turn. A date with several runs is compressed again.
   */
  readonly find = (date: CalendarDate, bytes: Buffer): Buffer | undefined => {
    const kept = this.#runs.get(date);
    const isSame = kept?.identity.bytes === bytes.length && this.#read(kept.identity).equals(bytes);
    const sameBefore = kept?.identity.start === this.#end ? this.#sameBytes : 0;
    const isAllBefore =
      sameBefore === this.#passedBytes && kept?.identity.start === this.#arrayStart + sameBefore;
    this.#passedBytes += bytes.length;
    this.#sameBytes = isSame ? sameBefore + bytes.length : 0;
    this.#end = isSame ? kept.identity.start + bytes.length : undefined;
    // The published bytes of a date are those of all its runs.
    if (isSame && date !== this.#lastDate) this.sameDates.add(date);
    else this.sameDates.delete(date);
    this.#lastDate = date;
    const hasWindow = isAllBefore || sameBefore >= DEFLATE_WINDOW_BYTES;
    return isSame && hasWindow
      ? readSpan(this.#gzip, kept.gzip, Buffer.allocUnsafe(kept.gzip.bytes))
      : undefined;
  };

  /** The bytes of a run, until the next call. */
  #read(run: ByteSpan): Buffer {
    if (this.#buffer.length < run.bytes) this.#buffer = Buffer.allocUnsafe(2 * run.bytes);
    return readSpan(this.#identity, run, this.#buffer);
  }

  close(): void {
    closeSync(this.#identity);
    closeSync(this.#gzip);
  }
}

const readSpan = (file: number, { start, bytes }: ByteSpan, into: Buffer): Buffer =>
  into.subarray(0, readSync(file, into, 0, bytes, start));
