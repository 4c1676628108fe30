import { NEGATORS } from "./lexicon/modifiers.ts";
import { isShouted, type Word } from "./words.ts";

/** Numbers for what a text contains: words, words under a "not", and pairs of neighbours. */
export class Features {
  readonly #words = new Map<string, number>();
  readonly #pairs = new Map<number, number>();
  readonly #names: ReadonlySet<string>;
  #isOpen = true;
  size = 0;

  /** Names stay out, or a disliked technician's name would become a complaint. */
  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  /** From here on unknown words and pairs are nothing. */
  close(): void {
    this.#isOpen = false;
  }

  /** The numbers of a text or a part of it, each once, in the order of the words. */
  of(text: string, words: readonly Word[], from = 0, to: number = words.length): number[] {
    const found: number[] = [];
    const capitalsCount = !isShouted(text);
    let previous = -1;
    let negatedUntil = -1;
    for (let at = from; at < to; at += 1) {
      const word = words[at] as Word;
      const gap = at > from ? text.slice((words[at - 1] as Word).end, word.start) : "";
      if (STOP.test(gap)) {
        previous = -1;
        negatedUntil = -1;
      }
      // A capital inside a sentence is a name, and so is what the business calls by name.
      const isName =
        this.#names.has(word.folded) ||
        (word.isCapital && capitalsCount && gap === " " && word.folded !== "i");
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
    return [...new Set(found)].filter((feature) => feature >= 0);
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

const STOP = /[.!?,;:\n()]/;
const NEGATED = 0;
const FIRST_WORD = 1;
const NEGATION_WORDS = 3;
/** Keys of pairs stay exact integers up to here. */
const MOST_FEATURES = 2 ** 26;
