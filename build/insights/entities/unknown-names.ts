import type { Entities } from "../../../model/entities.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { TITLES } from "../text/passage.ts";
import { WordTable } from "../text/vocabulary.ts";
import { isAllCaps, type Word } from "../text/words.ts";
import { BEFORE_NAME } from "./everyday-words.ts";
import { isKin } from "./mention-cues.ts";
import type { Mention } from "./mentions.ts";
import { nameWords } from "./name-words.ts";

const BEFORE_NEW_NAME = WordTable.of([...BEFORE_NAME, ...TITLES]);
const NOT_NAMES = wordSet(
  "a ac and at from he her his hvac i in it my of on our she that the they this to us was we who will with",
);

type FindUnknownNames = (
  text: string,
  words: readonly Word[],
  names: readonly Mention[],
) => readonly string[];

/** Finds names that content/entities.json may lack: capitalized words in the place of a technician's name. */
export function compileUnknownNameFinder(entities: Entities): FindUnknownNames {
  const known = nameWords(entities);
  return (text, words, names) => {
    const found = new Set<string>();
    for (let at = 1; at < words.length; at += 1) {
      if (!followsCue(words, at, text)) continue;
      const word = words[at] as Word;
      if (!isNameLike(word) || known.has(word.folded)) continue;
      if (!names.some(({ start, end }) => word.start < end && word.end > start))
        found.add(text.slice(word.start, word.end));
    }
    return found.size === 0 || isAllCaps(text) ? [] : [...found];
  };
}

function followsCue(words: readonly Word[], at: number, text: string): boolean {
  const before = words[at - 1] as Word;
  if (BEFORE_NEW_NAME.get(before.number) === 0) return false;
  const gap = text.slice(before.end, (words[at] as Word).start);
  const isNext = TITLES.includes(before.folded) ? /^\.? $/ : /^(?:,? | \()$/;
  return isNext.test(gap) && !isKin(words[at - 2]);
}

const isNameLike = ({ isCapitalized, folded }: Word): boolean =>
  isCapitalized && folded.length > 2 && /^\p{L}+$/u.test(folded) && !NOT_NAMES.has(folded);
