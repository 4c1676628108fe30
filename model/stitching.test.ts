import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  crc32,
  deflateRawSync,
  gunzipSync,
} from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { brotliEnding } from "./brotli.ts";
import type { CalendarDate } from "./calendar-date.ts";
import { GZIP_HEADER, gzipEnding, storedBlocks } from "./gzip.ts";
import { datesSince } from "./since.ts";

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));

test("stored opening, deflate blocks and a stored ending are one gzip member of the plain bytes", () => {
  fc.assert(
    fc.property(bytes, fc.array(bytes, { maxLength: 6 }), bytes, (opening, parts, tail) => {
      const blocks = parts.map((part, index) => {
        const dictionary = Buffer.concat(parts.slice(0, index)).subarray(-32_768);
        const options = dictionary.length > 0 ? { dictionary } : {};
        return deflateRawSync(part, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
      });
      const before = Buffer.concat([opening, ...parts]);
      const stitched = Buffer.concat([
        GZIP_HEADER,
        storedBlocks(opening, false),
        ...blocks,
        gzipEnding(tail, crc32(before), before.length),
      ]);
      expect(gunzipSync(stitched).equals(Buffer.concat([before, tail]))).toBe(true);
    }),
  );
});

test("stored blocks split what is longer than one block can be", () => {
  const long = Buffer.alloc(200_000, "abc");
  const stitched = Buffer.concat([
    GZIP_HEADER,
    storedBlocks(long, false),
    gzipEnding(long, crc32(long), long.length),
  ]);
  expect(gunzipSync(stitched).equals(Buffer.concat([long, long]))).toBe(true);
});

test("a flushed brotli stream and an ending decode to the plain bytes", () => {
  fc.assert(
    fc.property(bytes, fc.uint8Array({ minLength: 1, maxLength: 70 }), (before, tail) => {
      const flushed = brotliCompressSync(before, { finishFlush: constants.BROTLI_OPERATION_FLUSH });
      const whole = brotliDecompressSync(Buffer.concat([flushed, brotliEnding(tail)]));
      expect(whole.equals(Buffer.concat([before, tail]))).toBe(true);
    }),
  );
});

test("the place of a date among dates sorted newest first", () => {
  const day = fc
    .integer({ min: 1, max: 28 })
    .map((number) => `2026-03-${String(number).padStart(2, "0")}` as CalendarDate);
  fc.assert(
    fc.property(fc.uniqueArray(day), day, (days, since) => {
      const rows = days
        .toSorted()
        .toReversed()
        .map((date) => ({ date }));
      expect(datesSince(rows, since)).toBe(rows.filter(({ date }) => date >= since).length);
    }),
  );
});
