/**
 * The inner loop of the search: a SIMD scan over the folded texts, as WebAssembly put together here by hand. The
 * listing below IS the program; it is some 300 bytes and compiles in well under a millisecond.
 *
 * scan(from, to, needle, length, a, b, starts, row, out, head) -> number of rows found
 *   from, to   byte range of the texts; `to` is where the last row of the range ends
 *   needle     address of the bytes looked for, `length` of them
 *   a, b       offsets of its two rarest bytes: only where both fit is the rest compared
 *   starts     address of the rows' start addresses (u32, one more than there are rows)
 *   row        the row that starts at `from`
 *   out        where the numbers of the found rows go (u32)
 *   head       a bit for each of the needle's first 16 bytes
 * A row is found once: after a hit the scan goes on at the next row.
 */
const I32 = 0x7f;
const V128 = 0x7b;

const [FROM, TO, NEEDLE, LENGTH, A, B, STARTS, ROW, OUT, HEAD] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const [COUNT, MASK, AT, K, TOUCHED, VA, VB, VN] = [10, 11, 12, 13, 14, 15, 16, 17];

const LINE_BYTES = 64;

/** Unsigned LEB128, the number format of the binary. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

const get = (local: number): number[] => [0x20, ...leb(local)];
const set = (local: number): number[] => [0x21, ...leb(local)];
/** Constants are signed: seven bits would make 64 negative, so a small one takes two bytes. */
const num = (value: number): number[] => [0x41, (value & 0x7f) | 0x80, value >> 7];
const add = [0x6a];
const simd = (opcode: number): number[] => [0xfd, ...leb(opcode)];
const load8 = [0x2d, 0, 0];
const load32 = (offset: number): number[] => [0x28, 2, ...leb(offset)];
const store32 = [0x36, 2, 0];
const load128 = [...simd(0), 0, 0];
const splat8 = simd(15);
const equal8 = simd(35);
const and128 = simd(78);
const bitmask8 = simd(100);
const block = [0x02, 0x40];
const loop = [0x03, 0x40];
const when = [0x04, 0x40];
const end = [0x0b];
const branch = (depth: number): number[] => [0x0c, depth];
const branchIf = (depth: number): number[] => [0x0d, depth];
const giveBack = [0x0f];
const isZero = [0x45];
const equal = [0x46];
const notEqual = [0x47];
const isLess = [0x49];
const isLessOrEqual = [0x4d];
const isAtLeast = [0x4f];
const countZeros = [0x68];
const subtract = [0x6b];
const xor = [0x73];
const and32 = [0x71];
const times4 = [...num(2), 0x74];

/** One anchor: are the 16 bytes at FROM + offset equal to the needle's byte there? */
// prettier-ignore
const anchor = (offset: number, wanted: number): number[] => [
  ...get(FROM), ...get(offset), ...add, ...load128, ...get(wanted), ...equal8,
];
// prettier-ignore
const splatOf = (offset: number): number[] => [...get(NEEDLE), ...get(offset), ...add, ...load8, ...splat8];
// prettier-ignore
const rowEnd = [...get(STARTS), ...get(ROW), ...times4, ...add, ...load32(4)];
// prettier-ignore
const nextBlock = [...get(FROM), ...num(16), ...add, ...set(FROM)];

/** K becomes LENGTH or more if all bytes at AT are the needle's: 16 at once, then one by one. */
// prettier-ignore
const compare = [
  ...num(0), ...set(K),
  ...get(AT), ...load128, ...get(VN), ...equal8, ...bitmask8, ...get(HEAD), ...and32, ...get(HEAD), ...equal, ...when,
    ...num(16), ...set(K),
    ...block, ...loop,
      ...get(K), ...get(LENGTH), ...isAtLeast, ...branchIf(1),
      ...get(AT), ...get(K), ...add, ...load8, ...get(NEEDLE), ...get(K), ...add, ...load8, ...notEqual, ...branchIf(1),
      ...get(K), ...num(1), ...add, ...set(K), ...branch(0),
    ...end, ...end,
  ...end,
];

/**
 * Touches a byte of every cache line from AT to FROM. A jump over the rest of a row would leave the processor's
 * prefetching behind: walking there in order costs less than waiting for memory at every landing (half the time).
 */
// prettier-ignore
const walk = [
  ...block, ...loop,
    ...get(FROM), ...get(AT), ...isLessOrEqual, ...branchIf(1),
    ...get(AT), ...load8, ...get(TOUCHED), ...xor, ...set(TOUCHED),
    ...get(AT), ...num(LINE_BYTES), ...add, ...set(AT), ...branch(0),
  ...end, ...end,
];

/** Goes to the row that holds AT, notes it, and goes on at the next row. */
// prettier-ignore
const found = [
  ...block, ...loop,
    ...get(AT), ...rowEnd, ...isLess, ...branchIf(1),
    ...get(ROW), ...num(1), ...add, ...set(ROW), ...branch(0),
  ...end, ...end,
  ...get(OUT), ...get(COUNT), ...times4, ...add, ...get(ROW), ...store32,
  ...get(COUNT), ...num(1), ...add, ...set(COUNT),
  ...rowEnd, ...set(FROM),
  ...walk,
  ...get(ROW), ...num(1), ...add, ...set(ROW),
];

// prettier-ignore
const body = [
  ...splatOf(A), ...set(VA), ...splatOf(B), ...set(VB), ...get(NEEDLE), ...load128, ...set(VN),
  ...loop,
    ...get(TO), ...get(FROM), ...isLessOrEqual, ...when, ...get(COUNT), ...giveBack, ...end,
    ...anchor(A, VA), ...anchor(B, VB), ...and128, ...bitmask8, ...set(MASK),
    ...block, ...loop,
      ...get(MASK), ...isZero, ...branchIf(1),
      ...get(FROM), ...get(MASK), ...countZeros, ...add, ...set(AT),
      ...get(TO), ...get(AT), ...isLessOrEqual, ...when, ...get(COUNT), ...giveBack, ...end,
      ...compare,
      ...get(K), ...get(LENGTH), ...isAtLeast, ...when, ...found, ...branch(3), ...end,
      ...get(MASK), ...get(MASK), ...num(1), ...subtract, ...and32, ...set(MASK), ...branch(0),
    ...end, ...end,
    ...nextBlock, ...branch(0),
  ...end,
  ...get(COUNT), ...end,
];

const section = (id: number, content: readonly number[]): number[] => [
  id,
  ...leb(content.length),
  ...content,
];
const text = (name: string): number[] => [...leb(name.length), ...Buffer.from(name)];
const locals = [2, 5, I32, 3, V128];
const code = [...locals, ...body];

/** \0asm, version 1. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

const BINARY = Uint8Array.from([
  ...MAGIC,
  ...section(1, [1, 0x60, 10, I32, I32, I32, I32, I32, I32, I32, I32, I32, I32, 1, I32]),
  ...section(2, [1, ...text("env"), ...text("memory"), 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...text("scan"), 0, 0]),
  ...section(10, [1, ...leb(code.length), ...code]),
]);

// oxlint-disable-next-line max-params -- the signature of the listing above
export type Scan = (
  from: number,
  to: number,
  needle: number,
  length: number,
  a: number,
  b: number,
  starts: number,
  row: number,
  out: number,
  head: number,
) => number;

/** The scan over a memory; undefined where the engine lacks SIMD. */
export function compileScan(memory: WebAssembly.Memory): Scan | undefined {
  if (!WebAssembly.validate(BINARY)) return undefined;
  const instance = new WebAssembly.Instance(new WebAssembly.Module(BINARY), { env: { memory } });
  return instance.exports["scan"] as Scan;
}
