import { NEGATORS } from "../lexicon/modifiers.ts";
import { isAllCaps, type Word } from "../text/words.ts";

/** Reviews that the weights are learned from, the newest first. More would add time, not accuracy. */
export const MAX_TRAINING_REVIEWS = 20_000;

/** Word pairs are numbered by a fixed hash (feature hashing). A collision adds a little noise. */
const PAIR_NUMBERS = 2 ** 18;
/** Stands for a "not" in a pair. */
const NEGATED = -1;
const NEGATION_SCOPE = 3;
const PUNCTUATION = /[.!?,;:\n()]/;

/**
 * Numbers the features of texts: words, words after a "not", and pairs of neighbors. Names are left out, or the name of
 * a disliked technician would become a complaint.
 */
export class FeatureExtractor {
  readonly #numbers = new Map<string, number>();
  readonly #names: ReadonlySet<string>;
  #isClosed = false;
  #texts = 0;

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  /** Every feature is below this number. */
  get size(): number {
    return PAIR_NUMBERS + this.#numbers.size;
  }

  /** Ends training: later texts add no new words. */
  close(): void {
    this.#isClosed = true;
  }

  /** The feature with this key: a word, a pair of words, or "!" and the word after a "not". */
  featureOf(key: string): number {
    const numberOf = (word: string): number => this.#numberOf(word) ?? 0;
    const [first = "", second] = key.split(" ");
    if (first.startsWith("!")) return hashOf(NEGATED, numberOf(first.slice(1)));
    const number = numberOf(first);
    return second === undefined ? PAIR_NUMBERS + number : hashOf(number, numberOf(second));
  }

  /** The features of a text, each once. Their keys go into `keys`. */
  extract(text: string, words: readonly Word[], keys?: Map<number, string>): Uint32Array {
    this.#texts += 1;
    if (this.#texts > MAX_TRAINING_REVIEWS) this.close();
    const features = new Set<number>();
    let isShouted: boolean | undefined;
    let previous: number | undefined;
    let negatedUntil = -1;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] as Word;
      const gap = text.slice(words[at - 1]?.end ?? 0, word.start);
      if (gap !== " " && PUNCTUATION.test(gap)) {
        previous = undefined;
        negatedUntil = -1;
      }
      // A capital inside a sentence is taken for a name.
      const isCapitalInside = word.isCapitalized && at > 0 && gap === " " && word.folded !== "i";
      const isName = isCapitalInside && !(isShouted ??= isAllCaps(text));
      const number = isName || this.#names.has(word.folded) ? undefined : this.#numberOf(word.folded);
      if (number !== undefined) {
        const isNegated = at <= negatedUntil;
        const feature = isNegated ? hashOf(NEGATED, number) : PAIR_NUMBERS + number;
        features.add(feature);
        keys?.set(feature, `${isNegated ? "!" : ""}${word.folded}`);
        if (previous !== undefined) {
          const pair = hashOf(previous, number);
          features.add(pair);
          keys?.set(pair, `${words[at - 1]?.folded} ${word.folded}`);
        }
      }
      previous = number;
      if (NEGATORS.has(word.folded)) negatedUntil = at + NEGATION_SCOPE;
    }
    return Uint32Array.from(features);
  }

  #numberOf(word: string): number | undefined {
    const known = this.#numbers.get(word);
    if (known !== undefined || this.#isClosed) return known;
    this.#numbers.set(word, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

function hashOf(first: number, second: number): number {
  let hash = Math.imul(first + 1, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return (hash ^ (hash >>> 13)) & (PAIR_NUMBERS - 1);
}
