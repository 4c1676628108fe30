/** Numbers in a chunk; a row longer than this gets a chunk of its own. */
const CHUNK = 2 ** 15;

/** Keeps rows of numbers side by side: a buffer for each of twenty thousand texts would cost more than the numbers. */
export class Rows {
  #chunk = new Uint32Array(0);
  #used = 0;

  add(numbers: readonly number[]): Uint32Array {
    if (this.#used + numbers.length > this.#chunk.length) {
      this.#chunk = new Uint32Array(Math.max(CHUNK, numbers.length));
      this.#used = 0;
    }
    const row = this.#chunk.subarray(this.#used, this.#used + numbers.length);
    row.set(numbers);
    this.#used += numbers.length;
    return row;
  }
}
