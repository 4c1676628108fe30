import { NEGATORS } from "./lexicon/modifiers.ts";
import { isShouted, type Word } from "./words.ts";

/** More texts would only cost time; the newest come first. */
export const MOST_TEXTS = 20_000;

/** Numbers for what a text contains: words, words under a "not", and pairs of neighbours. */
export class Features {
  readonly #words = new Map<string, number>();
  readonly #pairs = new Map<number, number>();
  readonly #names: ReadonlySet<string>;
  #isOpen = true;
  #texts = 0;
  size = 0;

  /** Names stay out, or a disliked technician's name would become a complaint. */
  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  /** From here on unknown words and pairs are nothing. */
  close(): void {
    this.#isOpen = false;
  }

  /** The numbers of a text, each once, in the order of the words. */
  row(text: string, words: readonly Word[]): Uint32Array {
    this.#texts += 1;
    if (this.#texts > MOST_TEXTS) this.close();
    const found: number[] = [];
    let shouted: boolean | undefined;
    let previous = -1;
    let negatedUntil = -1;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] as Word;
      const gap = at > 0 ? text.slice((words[at - 1] as Word).end, word.start) : "";
      if (STOP.test(gap)) {
        previous = -1;
        negatedUntil = -1;
      }
      // A capital inside a sentence is a name, and so is what the business calls by name.
      const isName =
        this.#names.has(word.folded) ||
        (word.isCapital && gap === " " && word.folded !== "i" && !(shouted ??= isShouted(text)));
      if (isName) {
        previous = -1;
        continue;
      }
      const single = this.#word(word.folded);
      if (single >= 0) {
        found.push(at <= negatedUntil ? this.#pair(NEGATED, single) : single);
        if (previous >= 0) found.push(this.#pair(previous + FIRST_WORD, single));
      }
      previous = single;
      if (NEGATORS.has(word.folded)) negatedUntil = at + NEGATION_WORDS;
    }
    return once(found);
  }

  #word(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined || !this.#isOpen) return known ?? -1;
    this.#words.set(word, this.size);
    return this.size++;
  }

  #pair(first: number, second: number): number {
    const key = first * MOST_FEATURES + second;
    const known = this.#pairs.get(key);
    if (known !== undefined || !this.#isOpen) return known ?? -1;
    this.#pairs.set(key, this.size);
    return this.size++;
  }
}

/** Short lists, which a set would make slower. */
function once(found: readonly number[]): Uint32Array {
  const row = new Uint32Array(found.length);
  let length = 0;
  for (const feature of found) {
    if (feature < 0 || row.subarray(0, length).includes(feature)) continue;
    row[length] = feature;
    length += 1;
  }
  return row.slice(0, length);
}

const STOP = /[.!?,;:\n()]/;
const NEGATED = 0;
const FIRST_WORD = 1;
const NEGATION_WORDS = 3;
/** Keys of pairs stay exact integers up to here. */
const MOST_FEATURES = 2 ** 26;
