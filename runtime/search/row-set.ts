/** A set of rows: one bit each, 125 kB for a million. */
export class RowSet implements Iterable<number> {
  readonly #words: Uint32Array;
  #size = 0;

  constructor(rows: number) {
    this.#words = new Uint32Array(Math.ceil(rows / 32));
  }

  get size(): number {
    return this.#size;
  }

  add(row: number): void {
    const bit = 1 << (row & 31);
    const word = this.#words[row >>> 5] as number;
    if ((word & bit) !== 0) return;
    this.#words[row >>> 5] = word | bit;
    this.#size += 1;
  }

  has(row: number): boolean {
    return ((this.#words[row >>> 5] as number) & (1 << (row & 31))) !== 0;
  }

  /** The rows of a page from a row on, and whether it is the last one. */
  page(first: number, limit: number): [rows: number[], isLast: boolean] {
    const rows: number[] = [];
    for (const row of this.from(first)) {
      if (rows.length === limit) return [rows, false];
      rows.push(row);
    }
    return [rows, true];
  }

  [Symbol.iterator](): Generator<number> {
    return this.from(0);
  }

  /** Ascending, from a row on. */
  *from(first: number): Generator<number> {
    for (let index = first >>> 5; index < this.#words.length; index += 1) {
      let word = this.#words[index] as number;
      if (index === first >>> 5) word &= -1 << (first & 31);
      while (word !== 0) {
        const bit = 31 - Math.clz32(word & -word);
        yield index * 32 + bit;
        word &= word - 1;
      }
    }
  }
}
