import { RELATIVES } from "../entities/everyday-words.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { TextAnalysis } from "../sentiment/text-analyzer.ts";
import { isAllCaps, type Word, wordsOf } from "../text/words.ts";

/** A capitalized word in the place of a technician's name, and the number of reviews that have it there. */
export interface UnknownName {
  readonly name: string;
  readonly reviews: number;
}

const BEFORE_NAME = wordSet("technician technicians tech plumber electrician installer named");
/** Nearly all texts have none of these words, and are not split into words again. */
const CUE = new RegExp([...BEFORE_NAME].join("|"), "i");
const NOT_NAMES = wordSet(
  "a ac and at from he her his hvac i in it my of on our she that the they this to us was we who will with",
);
const MIN_REVIEWS = 2;

/**
 * Counts names that content/entities.json may lack. They are reported to the owner, never published.
 * @internal
 */
export class UnknownNameCounter {
  readonly #counts = new Map<string, number>();
  readonly #known: ReadonlySet<string>;

  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  add(text: string, { names }: TextAnalysis): void {
    if (!CUE.test(text)) return;
    const words = wordsOf(text);
    const here = new Set<string>();
    for (let at = 1; at < words.length; at += 1) {
      const word = words[at] as Word;
      if (!isNameLike(word) || this.#known.has(word.folded) || !followsCue(words, at, text)) continue;
      if (!names.some(({ start, end }) => word.start < end && word.end > start))
        here.add(text.slice(word.start, word.end));
    }
    if (here.size === 0 || isAllCaps(text)) return;
    for (const name of here) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  names(): UnknownName[] {
    return [...this.#counts]
      .filter(([, reviews]) => reviews >= MIN_REVIEWS)
      .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .map(([name, reviews]) => ({ name, reviews }));
  }
}

const isNameLike = ({ isCapitalized, folded }: Word): boolean =>
  isCapitalized && folded.length > 2 && /^\p{L}+$/u.test(folded) && !NOT_NAMES.has(folded);

function followsCue(words: readonly Word[], at: number, text: string): boolean {
  const before = words[at - 1] as Word;
  const gap = text.slice(before.end, (words[at] as Word).start);
  if (!/^,? $/.test(gap) || !BEFORE_NAME.has(before.folded)) return false;
  return !RELATIVES.has(words[at - 2]?.folded ?? "");
}
