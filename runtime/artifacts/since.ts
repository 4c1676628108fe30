import { createHash, type Hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { SinceIndex, SinceIndexRow } from "../../model/documents.ts";
import { GZIP_HEADER, gzipEnding, storedBlocks } from "../../model/gzip.ts";
import { etagOf } from "../../model/manifest.ts";
import { datesSince, SINCE_OPENING, sinceTail } from "../../model/since.ts";
import { updateHash } from "../loop/hash.ts";
import { slices, type Task } from "../loop/time-slices.ts";
import type { LoadedArtifact } from "./read-artifact.ts";
import { type Bytes, hashedPieces } from "./stored-bytes.ts";

/** A body as parts of the release's own bytes: nothing is copied, serialized or compressed. */
export interface StitchedRepresentation {
  readonly coding: "identity" | "gzip";
  readonly parts: readonly Bytes[];
  readonly etag: string;
}

/** The reviews array in one coding, with the hash state at the end of each date. */
interface HashedArray {
  readonly opening: Buffer;
  readonly bytes: Bytes;
  /** One more than there are dates: the first is the state before any review. */
  readonly hashes: readonly Hash[];
}

const GZIP_OPENING = Buffer.concat([GZIP_HEADER, storedBlocks(SINCE_OPENING, false)]);

/**
 * Answers `since/DATE` for any date with the bytes and the entity tag that the build would have written: a prefix
 * of the reviews array as it stands in reviews.json, in its identity and its gzip representation, and a short tail.
 */
export class SinceAnswers {
  readonly #rows: readonly SinceIndexRow[];
  readonly #identity: HashedArray;
  readonly #gzip: HashedArray | undefined;

  private constructor(rows: readonly SinceIndexRow[], identity: HashedArray, gzip: HashedArray | undefined) {
    this.#rows = rows;
    this.#identity = identity;
    this.#gzip = gzip;
  }

  /** Hashes reviews.json once, so that every date is cheap. */
  static async prepare(
    { dates, reviews_offset, gzip_offset }: SinceIndex,
    { representations }: LoadedArtifact,
  ): Promise<SinceAnswers> {
    const plain = representations[0].bytes;
    const coded = representations.find(({ coding }) => coding === "gzip")?.bytes;
    const identity = await hashArray(
      SINCE_OPENING,
      plain.subarray(reviews_offset),
      dates.map((row) => row.bytes),
    );
    if (coded === undefined) return new SinceAnswers(dates, identity, undefined);
    const gzip = await hashArray(
      GZIP_OPENING,
      coded.subarray(gzip_offset),
      dates.map((row) => row.gzip_bytes),
    );
    return new SinceAnswers(dates, identity, gzip);
  }

  /** Identity first, then gzip where it is smaller: the build writes no other either. */
  answer(since: CalendarDate): StitchedRepresentation[] {
    const index = datesSince(this.#rows, since);
    const row = this.#rows[index - 1];
    const { count, bytes, gzip_bytes, crc32: crc } = row ?? NO_REVIEWS;
    const tail = sinceTail(since, count);
    const identity = stitch("identity", this.#identity, { index, end: bytes, tail });
    if (this.#gzip === undefined) return [identity];
    const ending = gzipEnding(tail, crc, SINCE_OPENING.length + bytes);
    const gzip = stitch("gzip", this.#gzip, { index, end: gzip_bytes, tail: ending });
    return lengthOf(gzip) < lengthOf(identity) ? [identity, gzip] : [identity];
  }
}

const NO_REVIEWS = { count: 0, bytes: 0, gzip_bytes: 0, crc32: crc32(SINCE_OPENING) };

/** Hashes the bytes once. A copy of the hash state at the end of each date makes every date cheap. */
async function hashArray(opening: Buffer, bytes: Bytes, ends: readonly number[]): Promise<HashedArray> {
  const hash = createHash("sha256").update(opening);
  const hashes = [hash.copy()];
  let at = 0;
  for await (const piece of hashedPieces(bytes.subarray(0, ends.at(-1) ?? 0))) {
    await slices.run(
      hashPiece(
        hash,
        hashes,
        piece,
        ends.slice(hashes.length - 1).map((end) => end - at),
      ),
    );
    at += piece.length;
  }
  return { opening, bytes, hashes };
}

/** Takes the ends of dates from the start of the piece on. */
function* hashPiece(hash: Hash, hashes: Hash[], piece: Buffer, ends: readonly number[]): Task<void> {
  let at = 0;
  for (const end of ends) {
    if (end > piece.length) break;
    yield* updateHash(hash, piece.subarray(at, end));
    hashes.push(hash.copy());
    at = end;
  }
  yield* updateHash(hash, piece.subarray(at));
}

interface Cut {
  readonly index: number;
  readonly end: number;
  readonly tail: Buffer;
}

function stitch(
  coding: StitchedRepresentation["coding"],
  { opening, bytes, hashes }: HashedArray,
  { index, end, tail }: Cut,
): StitchedRepresentation {
  const hash = hashes[index] as Hash;
  const etag = etagOf(hash.copy().update(tail).digest("hex"));
  return { coding, parts: [opening, bytes.subarray(0, end), tail], etag };
}

const lengthOf = ({ parts }: StitchedRepresentation): number =>
  parts.reduce((sum, { length }) => sum + length, 0);
