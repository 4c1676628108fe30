/** Numbers by positive whole numbers below 2^31, faster to look up than in a `Map`. */
export class NumberMap {
  /** Keys, each with its value after it: both are read at once. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  /** Never holds more than `size` entries. */
  constructor(size: number) {
    this.#slots = new Int32Array(2 * 2 ** Math.ceil(Math.log2(2 * size + 2)));
    this.#mask = this.#slots.length - 2;
  }

  set(key: number, value: number): void {
    const slot = this.#slotOf(key);
    this.#slots[slot] = key;
    this.#slots[slot + 1] = value;
  }

  /** -1 without the key. */
  get(key: number): number {
    const slot = this.#slotOf(key);
    return this.#slots[slot] === key ? (this.#slots[slot + 1] as number) : -1;
  }

  /** The slot of the key, or the free one where it belongs. */
  #slotOf(key: number): number {
    let slot = (Math.imul(key, 0x9e3779b1) >>> 6) & this.#mask;
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== key) slot = (slot + 2) & this.#mask;
    return slot;
  }
}

/** One of 32 bits for a number, by its lowest ones. A set of such bits may seem to hold a number, but never misses one. */
export const bitOf = (number: number): number => 1 << number;
