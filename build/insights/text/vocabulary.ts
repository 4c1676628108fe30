/** By number. No word has the number 0. */
const WORDS: string[] = [""];
const NUMBERS = new Map<string, number>();

/**
 * The number of a word, from 1 in the order of first use in this process: comparing numbers is faster than comparing
 * words. No result depends on the order.
 */
export function wordNumber(word: string): number {
  const known = NUMBERS.get(word);
  if (known !== undefined) return known;
  NUMBERS.set(word, WORDS.length);
  return WORDS.push(word) - 1;
}

/** The word with a number. */
export const wordOf = (number: number): string => WORDS[number] as string;

/** Small whole numbers by the number of a word, 0 for words without one. */
export class WordTable {
  #values = new Int32Array(1024);

  get(number: number): number {
    return number < this.#values.length ? (this.#values[number] as number) : 0;
  }

  set(number: number, value: number): void {
    if (number >= this.#values.length) {
      const grown = new Int32Array(2 * number);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[number] = value;
  }

  /** Sets bits of a word, besides those that it has. */
  add(word: string, bits: number): void {
    const number = wordNumber(word);
    this.set(number, this.get(number) | bits);
  }

  /** A table of 1 for each of the words. */
  static of(words: Iterable<string>): WordTable {
    const table = new WordTable();
    for (const word of words) table.set(wordNumber(word), 1);
    return table;
  }
}
