import { compileScan, type Scan } from "./wasm-scan.ts";

const PAGE_BYTES = 65_536;
const NEEDLE_BYTES = 1024;
/** Row numbers remembered, 4 bytes each. */
const MAX_KNOWN_ROWS = 4_000_000;
/** A needle and its array take as much memory as so many row numbers, even where nothing was found. */
const rowsWorth = (needle: string): number => 128 + Math.ceil(needle.length / 2);
/** The scan reads up to a needle and a block beyond the last text. */
const SLACK_BYTES = NEEDLE_BYTES + 16;

/**
 * The folded texts of all rows in one memory, a NUL after each, and a substring scan over them. Cleaned text holds
 * no NUL, so that nothing is ever found across two rows.
 */
export class TextScan {
  readonly #memory: WebAssembly.Memory;
  readonly #scan: Scan | undefined;
  readonly #rows: number;
  readonly #outStart: number;
  readonly #needleStart: number;
  #bytes: Buffer;
  #starts: Uint32Array;
  readonly #known = new Map<string, Uint32Array>();
  #knownRows = 0;
  #row = 0;
  #end: number;
  #frequencies = new Uint32Array(256);

  constructor(rows: number, textBytes: number, compile = compileScan) {
    this.#rows = rows;
    this.#outStart = 4 * (rows + 1);
    this.#needleStart = this.#outStart + 4 * rows;
    this.#end = this.#needleStart + NEEDLE_BYTES;
    const pages = Math.ceil((this.#end + textBytes + SLACK_BYTES) / PAGE_BYTES);
    this.#memory = new WebAssembly.Memory({ initial: pages });
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#starts = new Uint32Array(this.#memory.buffer, 0, rows + 1);
    this.#scan = compile(this.#memory);
  }

  /** Adds the next row from ASCII bytes, in lower case; false, adding nothing, if one is not ASCII or is `stop`. */
  addAscii(from: Buffer, start: number, end: number, stop: number): boolean {
    const bytes = this.#bytes;
    let at = this.#end;
    for (let index = start; index < end; index += 1) {
      const code = from[index] as number;
      if (code >= 0x80 || code === stop) return false;
      bytes[at] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
      at += 1;
    }
    this.#endRow(at);
    return true;
  }

  add(folded: string): void {
    const length = Buffer.byteLength(folded);
    this.#reserve(length + 1);
    this.#bytes.write(folded, this.#end, "utf8");
    this.#endRow(this.#end + length);
  }

  /** Ends the last row and learns how common each byte is, from a sample. */
  close(): void {
    this.#starts[this.#row] = this.#end;
    const first = this.#needleStart + NEEDLE_BYTES;
    const step = Math.max(1, Math.floor((this.#end - first) / 200_000));
    for (let at = first; at < this.#end; at += step) {
      const code = this.#bytes[at] as number;
      this.#frequencies[code] = (this.#frequencies[code] ?? 0) + 1;
    }
  }

  /** The rows from `first` up to, not including, `last` that contain the folded needle, ascending. */
  find(needle: string, first: number, last: number): Uint32Array {
    if (first > 0 || last < this.#rows) return this.#findAll(needle, first, last).slice();
    const known = this.#known.get(needle);
    if (known !== undefined) return known;
    const found = this.#findAll(needle, first, last).slice();
    this.#remember(needle, found);
    return found;
  }

  /** Pages of one search and searches that many make cost one scan; what is remembered is bounded. */
  #remember(needle: string, found: Uint32Array): void {
    this.#known.set(needle, found);
    this.#knownRows += found.length + rowsWorth(needle);
    for (const [oldest, rows] of this.#known) {
      if (this.#knownRows <= MAX_KNOWN_ROWS) return;
      this.#known.delete(oldest);
      this.#knownRows -= rows.length + rowsWorth(oldest);
    }
  }

  /** Valid until the next call. */
  #findAll(needle: string, first: number, last: number): Uint32Array {
    const wanted = Buffer.from(needle);
    const out = new Uint32Array(this.#memory.buffer, this.#outStart, this.#rows);
    if (first >= last || wanted.length === 0 || wanted.length > NEEDLE_BYTES || wanted.includes(0))
      return out.subarray(0, 0);
    const from = this.#starts[first] as number;
    const to = this.#starts[last] as number;
    if (this.#scan === undefined) return this.#findPlainly(wanted, first, last, out);
    this.#bytes.set(wanted, this.#needleStart);
    const [a, b] = this.#rarest(wanted);
    const head = (1 << Math.min(wanted.length, 16)) - 1;
    const { length } = wanted;
    const count = this.#scan(from, to, this.#needleStart, length, a, b, 0, first, this.#outStart, head);
    return out.subarray(0, count);
  }

  #findPlainly(wanted: Buffer, first: number, last: number, out: Uint32Array): Uint32Array {
    let count = 0;
    let row = first;
    let at = this.#bytes.indexOf(wanted, this.#starts[first]);
    while (at !== -1 && at < (this.#starts[last] as number)) {
      while ((this.#starts[row + 1] as number) <= at) row += 1;
      out[count] = row;
      count += 1;
      row += 1;
      at = this.#bytes.indexOf(wanted, this.#starts[row]);
    }
    return out.subarray(0, count);
  }

  /** Offsets of two rare bytes of the needle, not side by side if it can be: neighbours often come together. */
  #rarest(wanted: Buffer): [number, number] {
    const offsets = [...wanted.keys()].toSorted(
      (x, y) => (this.#frequencies[wanted[x] as number] ?? 0) - (this.#frequencies[wanted[y] as number] ?? 0),
    );
    const [a = 0] = offsets;
    const b = offsets.find((offset) => Math.abs(offset - a) > 1) ?? offsets[1] ?? a;
    return [a, b];
  }

  #endRow(end: number): void {
    this.#bytes[end] = 0;
    this.#starts[this.#row] = this.#end;
    this.#row += 1;
    this.#end = end + 1;
  }

  /** Folding can lengthen a text by a byte here and there: the memory grows, and its views are made anew. */
  #reserve(bytes: number): void {
    const missing = this.#end + bytes + SLACK_BYTES - this.#memory.buffer.byteLength;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / PAGE_BYTES) + 16);
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#starts = new Uint32Array(this.#memory.buffer, 0, this.#rows + 1);
  }
}
