import { createHash, type Hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { SinceIndexRow } from "../../model/documents.ts";
import { GZIP_HEADER, gzipEnding, storedBlocks } from "../../model/gzip.ts";
import { etagOf } from "../../model/manifest.ts";
import { datesSince, SINCE_OPENING, sinceTail } from "../../model/since.ts";
import type { Release } from "./release.ts";

/** A body in parts that lie in the release's own bytes: nothing is copied, serialised or compressed. */
export interface StitchedForm {
  readonly coding: "identity" | "gzip";
  readonly parts: readonly Buffer[];
  readonly bytes: number;
  readonly etag: string;
}

export interface SinceAnswer {
  readonly count: number;
  readonly forms: readonly [StitchedForm, ...StitchedForm[]];
}

/** A prefix of one form for every date that has reviews, and the running hash up to there. */
interface Prefixes {
  readonly opening: Buffer;
  readonly array: Buffer;
  /** One more than there are rows: the first is the empty prefix. */
  readonly hashes: readonly Hash[];
}

const GZIP_OPENING = Buffer.concat([GZIP_HEADER, storedBlocks(SINCE_OPENING, false)]);

/**
 * `since/DATE` for any date, with the bytes and the entity tag that the build would have written: a part of the
 * reviews array as it stands in reviews.json, in its plain and in its gzip form, and a short tail.
 */
export class SinceAnswers {
  readonly #rows: readonly SinceIndexRow[];
  readonly #identity: Prefixes;
  readonly #gzip: Prefixes | undefined;

  constructor({ artifacts, sinceIndex }: Release) {
    const forms = artifacts.get("/reviews.json")?.forms ?? [];
    const plain = forms.find(({ coding }) => coding === "identity")?.bytes ?? Buffer.alloc(0);
    const coded = forms.find(({ coding }) => coding === "gzip")?.bytes;
    this.#rows = sinceIndex.dates;
    const plainEnds = this.#rows.map(({ bytes }) => bytes);
    this.#identity = prefixes(SINCE_OPENING, plain.subarray(sinceIndex.reviews_offset), plainEnds);
    if (coded === undefined) return;
    const codedEnds = this.#rows.map(({ gzip_bytes }) => gzip_bytes);
    this.#gzip = prefixes(GZIP_OPENING, coded.subarray(sinceIndex.gzip_offset), codedEnds);
  }

  answer(since: CalendarDate): SinceAnswer {
    const place = datesSince(this.#rows, since);
    const row = this.#rows[place - 1];
    const count = row?.count ?? 0;
    const tail = sinceTail(since, count);
    const plainBytes = SINCE_OPENING.length + (row?.bytes ?? 0);
    const identity = stitch("identity", this.#identity, { place, end: row?.bytes ?? 0, tail });
    if (this.#gzip === undefined) return { count, forms: [identity] };
    const ending = gzipEnding(tail, row?.crc32 ?? crc32(SINCE_OPENING), plainBytes);
    const gzip = stitch("gzip", this.#gzip, { place, end: row?.gzip_bytes ?? 0, tail: ending });
    // The build leaves a coding out where it would not be smaller; so do we, to the same bytes.
    return { count, forms: gzip.bytes < identity.bytes ? [identity, gzip] : [identity] };
  }
}

/** One pass over the bytes; the hash is copied wherever a date ends (the states are what makes any date cheap). */
function prefixes(opening: Buffer, array: Buffer, ends: readonly number[]): Prefixes {
  const hash = createHash("sha256").update(opening);
  const hashes = [hash.copy()];
  let start = 0;
  for (const end of ends) {
    hash.update(array.subarray(start, end));
    hashes.push(hash.copy());
    start = end;
  }
  return { opening, array, hashes };
}

interface Cut {
  readonly place: number;
  readonly end: number;
  readonly tail: Buffer;
}

function stitch(coding: StitchedForm["coding"], from: Prefixes, { place, end, tail }: Cut): StitchedForm {
  const parts = [from.opening, from.array.subarray(0, end), tail];
  const hash =
    from.hashes[place] ?? createHash("sha256").update(from.opening).update(from.array.subarray(0, end));
  return {
    coding,
    parts,
    bytes: from.opening.length + end + tail.length,
    etag: etagOf(hash.copy().update(tail).digest("hex")),
  };
}
