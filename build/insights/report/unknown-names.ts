import { RELATIVES } from "../entities/everyday-words.ts";
import type { TextReading } from "../sentiment/read-text.ts";
import { isShouted, type Word } from "../text/words.ts";

/** A capitalised word where a technician's name would stand, and how many reviews have it there. */
export interface UnknownName {
  readonly name: string;
  readonly reviews: number;
}

const BEFORE = new Set("technician technicians tech plumber electrician installer named named".split(" "));
const NOT_NAMES = new Set(
  "a ac and at from he her his hvac i in it my of on our she that the they this to us was we who will with".split(
    " ",
  ),
);
const MIN_REVIEWS = 2;

/** For the owner: names that may be missing in content/entities.json. Never published. */
export class UnknownNames {
  readonly #counts = new Map<string, number>();
  readonly #known: ReadonlySet<string>;

  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  add(text: string, words: readonly Word[], reading: TextReading): void {
    const here = new Set<string>();
    for (let at = 1; at < words.length; at += 1) {
      const word = words[at] as Word;
      if (!isNameLike(word) || this.#known.has(word.folded) || !follows(words, at, text)) continue;
      if (!reading.names.some(({ start, end }) => word.start < end && word.end > start))
        here.add(text.slice(word.start, word.end));
    }
    if (here.size === 0 || isShouted(text)) return;
    for (const name of here) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  names(): UnknownName[] {
    return [...this.#counts]
      .filter(([, reviews]) => reviews >= MIN_REVIEWS)
      .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .map(([name, reviews]) => ({ name, reviews }));
  }
}

const isNameLike = ({ isCapital, folded }: Word): boolean =>
  isCapital && folded.length > 2 && /^\p{L}+$/u.test(folded) && !NOT_NAMES.has(folded);

function follows(words: readonly Word[], at: number, text: string): boolean {
  const before = words[at - 1] as Word;
  const gap = text.slice(before.end, (words[at] as Word).start);
  if (!/^,? $/.test(gap) || !BEFORE.has(before.folded)) return false;
  return !RELATIVES.has(words[at - 2]?.folded ?? "");
}
