/**
 * Closes a brotli stream (RFC 7932) that was flushed to a byte boundary: `tail` as an uncompressed
 * meta-block (section 9.2: ISLAST 0, MNIBBLES 4, MLEN-1, ISUNCOMPRESSED 1), then the empty last meta-block.
 */
export function brotliEnding(tail: Uint8Array): Buffer {
  if (tail.length === 0 || tail.length > 0x1_00_00) throw new RangeError("a tail has 1 to 65,536 bytes");
  const header = ((tail.length - 1) << 3) | (1 << 19);
  return Buffer.concat([
    Uint8Array.of(header & 0xff, (header >> 8) & 0xff, header >> 16),
    tail,
    Uint8Array.of(0x03),
  ]);
}
