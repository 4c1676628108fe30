import { NEGATORS } from "../lexicon/modifiers.ts";
import { Rows } from "./rows.ts";
import { isShouted, type Word } from "../text/words.ts";

/** More texts would only cost time; the newest come first. */
export const MAX_TEXTS = 20_000;

/** Pairs of words share this many numbers by a fixed hash; two that meet in one are a little noise. */
const PAIRS = 2 ** 18;
const NEGATED = -1;
const NEGATION_WORDS = 3;
const STOP = /[.!?,;:\n()]/;

/** Numbers for what a text contains: words, words under a "not", and pairs of neighbours. */
export class Features {
  readonly #words = new Map<string, number>();
  readonly #names: ReadonlySet<string>;
  /** The text in which each number was seen last. */
  readonly #pairsSeen = new Uint32Array(PAIRS);
  readonly #wordsSeen: number[] = [];
  readonly #rows = new Rows();
  readonly #found: number[] = [];
  #isOpen = true;
  #texts = 0;

  /** Names stay out, or a disliked technician's name would become a complaint. */
  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  get size(): number {
    return PAIRS + this.#words.size;
  }

  /** From here on unknown words are nothing. */
  close(): void {
    this.#isOpen = false;
  }

  /** The numbers of a text, each once, in the order of the words, kept for learning. */
  row(text: string, words: readonly Word[]): Uint32Array {
    return this.#rows.add(this.numbers(text, words));
  }

  /** The same, good until the next text. */
  numbers(text: string, words: readonly Word[]): readonly number[] {
    this.#texts += 1;
    if (this.#texts > MAX_TEXTS) this.close();
    const found = this.#found;
    found.length = 0;
    let shouted: boolean | undefined;
    let previous = NEGATED;
    let negatedUntil = -1;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] as Word;
      const before = words[at - 1];
      const isJoined = before !== undefined && word.start - before.end === 1 && text[before.end] === " ";
      if (before && !isJoined && STOP.test(text.slice(before.end, word.start))) {
        previous = NEGATED;
        negatedUntil = -1;
      }
      const number = this.#isName(word, isJoined, () => (shouted ??= isShouted(text)))
        ? -1
        : this.#word(word.folded);
      if (number >= 0) {
        if (at <= negatedUntil) this.#addPair(NEGATED, number, found);
        else this.#addWord(number, found);
        if (previous >= 0) this.#addPair(previous, number, found);
      }
      previous = number;
      if (NEGATORS.has(word.folded)) negatedUntil = at + NEGATION_WORDS;
    }
    return found;
  }

  /** A capital inside a sentence is a name, and so is what the business calls by name. */
  #isName(word: Word, isJoined: boolean, isShoutedText: () => boolean): boolean {
    if (this.#names.has(word.folded)) return true;
    return word.isCapital && isJoined && word.folded !== "i" && !isShoutedText();
  }

  #word(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined || !this.#isOpen) return known ?? -1;
    const number = this.#words.size;
    this.#words.set(word, number);
    return number;
  }

  #addWord(number: number, found: number[]): void {
    if (this.#wordsSeen[number] === this.#texts) return;
    this.#wordsSeen[number] = this.#texts;
    found.push(PAIRS + number);
  }

  #addPair(first: number, second: number, found: number[]): void {
    const number = hashOf(first + 1, second);
    if (this.#pairsSeen[number] === this.#texts) return;
    this.#pairsSeen[number] = this.#texts;
    found.push(number);
  }
}

function hashOf(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return (hash ^ (hash >>> 13)) & (PAIRS - 1);
}
