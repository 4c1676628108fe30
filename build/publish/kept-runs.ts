// Synchronous: a turn of the thread pool costs more than reading the few reviews of a day.
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { SinceIndex } from "../../model/documents.ts";
import { DEFLATE_WINDOW_BYTES } from "../../model/gzip.ts";
import { fileOf } from "../../model/manifest.ts";
import { SINCE_INDEX_PATH } from "../../model/since.ts";
import type { KeptRelease } from "./kept-release.ts";

const REVIEWS_PATH = "/reviews.json";

interface Span {
  readonly start: number;
  readonly bytes: number;
}

/**
 * The compressed runs of the published reviews.json, found by the dates in its index. The same code compresses the same
 * bytes after the same window to the same blocks.
 */
export class KeptRuns {
  readonly #identity: number;
  readonly #gzip: number;
  readonly #arrayStart: number;
  readonly #runs = new Map<CalendarDate, { readonly run: Span; readonly blocks: Span }>();

  /** Undefined if the release has no reviews.json, or if one of its files was altered. */
  static open(kept: KeptRelease | undefined): KeptRuns | undefined {
    const hasGzip = kept?.artifact(REVIEWS_PATH)?.encodings.gzip !== undefined;
    return hasGzip && kept.artifact(SINCE_INDEX_PATH) !== undefined ? new KeptRuns(kept.folder) : undefined;
  }

  private constructor(folder: string) {
    const index = JSON.parse(readFileSync(join(folder, fileOf(SINCE_INDEX_PATH)), "utf8")) as SinceIndex;
    this.#arrayStart = index.reviews_offset;
    let [start, blocksStart] = [index.reviews_offset, index.gzip_offset];
    for (const { date, bytes, gzip_bytes } of index.dates) {
      const [end, blocksEnd] = [index.reviews_offset + bytes, index.gzip_offset + gzip_bytes];
      const run = { start, bytes: end - start };
      this.#runs.set(date, { run, blocks: { start: blocksStart, bytes: blocksEnd - blocksStart } });
      [start, blocksStart] = [end, blocksEnd];
    }
    this.#identity = openSync(join(folder, fileOf(REVIEWS_PATH)), "r");
    this.#gzip = openSync(join(folder, fileOf(REVIEWS_PATH, "gzip")), "r");
  }

  /** The blocks of a run; `window` is what they may refer to. A date with several runs is compressed again. */
  readonly find = (date: CalendarDate, bytes: Buffer, window: Buffer): Buffer | undefined => {
    const kept = this.#runs.get(date);
    if (kept?.run.bytes !== bytes.length) return undefined;
    const { start } = kept.run;
    if (Math.min(start - this.#arrayStart, DEFLATE_WINDOW_BYTES) !== window.length) return undefined;
    const before = readSpan(this.#identity, {
      start: start - window.length,
      bytes: window.length + bytes.length,
    });
    const isSame =
      before.subarray(0, window.length).equals(window) && before.subarray(window.length).equals(bytes);
    return isSame ? readSpan(this.#gzip, kept.blocks) : undefined;
  };

  close(): void {
    closeSync(this.#identity);
    closeSync(this.#gzip);
  }
}

function readSpan(file: number, { start, bytes }: Span): Buffer {
  const span = Buffer.allocUnsafe(bytes);
  return span.subarray(0, readSync(file, span, 0, bytes, start));
}
