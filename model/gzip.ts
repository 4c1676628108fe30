import { crc32 } from "node:zlib";

/**
 * Assembles a gzip file (RFC 1952) from existing byte-aligned deflate blocks (RFC 1951). It has a single member: RFC
 * 1952 allows several, but curl and Chromium stop after the first.
 */

/** No name, no time, unknown system: the same ten bytes on every machine. */
export const GZIP_HEADER: Uint8Array = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/** The deflate window (RFC 1951 section 2): the farthest back that a block may refer. */
export const DEFLATE_WINDOW_BYTES = 32_768;

const MAX_STORED_BYTES = 0xff_ff;

/** Bytes as stored (uncompressed) blocks, RFC 1951 section 3.2.4; `last` ends the deflate stream. */
export function storedBlocks(bytes: Uint8Array, last: boolean): Buffer {
  const parts: Uint8Array[] = [];
  let at = 0;
  do {
    const part = bytes.subarray(at, at + MAX_STORED_BYTES);
    at += part.length;
    const final = last && at >= bytes.length ? 1 : 0;
    parts.push(
      Uint8Array.of(
        final,
        part.length & 0xff,
        part.length >> 8,
        ~part.length & 0xff,
        (~part.length >> 8) & 0xff,
      ),
      part,
    );
  } while (at < bytes.length);
  return Buffer.concat(parts);
}

/** The eight bytes after the last block: CRC-32 and length (modulo 2^32) of the plain bytes. */
function gzipTrailer(crc: number, plainBytes: number): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(plainBytes % 2 ** 32, 4);
  return trailer;
}

/** The end of an answer, after the shared blocks: its own tail as a stored block, and the trailer. */
export function gzipEnding(tail: Uint8Array, crcBefore: number, plainBytesBefore: number): Buffer {
  return Buffer.concat([
    storedBlocks(tail, true),
    gzipTrailer(crc32(tail, crcBefore), plainBytesBefore + tail.length),
  ]);
}
