/** Positive whole numbers by positive whole numbers below 2^32, faster to look up than in a `Map`. */
export class NumberMap {
  readonly #keys: Uint32Array;
  readonly #values: Int32Array;
  readonly #mask: number;

  /** Never holds more than `size` entries. */
  constructor(size: number) {
    const slots = 2 ** Math.ceil(Math.log2(4 * size + 4));
    this.#keys = new Uint32Array(slots);
    this.#values = new Int32Array(slots);
    this.#mask = slots - 1;
  }

  set(key: number, value: number): void {
    const slot = this.#slotOf(key);
    this.#keys[slot] = key;
    this.#values[slot] = value;
  }

  /** -1 without the key. */
  get(key: number): number {
    const slot = this.#slotOf(key);
    return this.#keys[slot] === key ? (this.#values[slot] as number) : -1;
  }

  /** The slot of the key, or the free one where it belongs. */
  #slotOf(key: number): number {
    let slot = (Math.imul(key, 0x9e3779b1) >>> 7) & this.#mask;
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & this.#mask;
    return slot;
  }
}
