/**
 * Arrays of zeros for one text: views of a common buffer, which V8 allocates ten times faster than arrays of their own
 * with more than 64 bytes. Every part of a buffer is used once.
 */
let buffer = new ArrayBuffer(0);
let used = 0;
const BUFFER_BYTES = 2 ** 16;
const ALIGNMENT = Float64Array.BYTES_PER_ELEMENT;

export function zeroBytes(length: number): Uint8Array {
  const offset = reserve(length);
  return new Uint8Array(buffer, offset, length);
}

export function zeroShorts(length: number): Uint16Array {
  const offset = reserve(Uint16Array.BYTES_PER_ELEMENT * length);
  return new Uint16Array(buffer, offset, length);
}

export function zeroDoubles(length: number): Float64Array {
  const offset = reserve(Float64Array.BYTES_PER_ELEMENT * length);
  return new Float64Array(buffer, offset, length);
}

/** The offset of so many unused bytes. */
function reserve(bytes: number): number {
  if (used + bytes > buffer.byteLength) {
    buffer = new ArrayBuffer(Math.max(BUFFER_BYTES, bytes));
    used = 0;
  }
  const offset = used;
  used += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
  return offset;
}
