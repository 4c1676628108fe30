import type { Entities } from "../../../model/entities.ts";
import { ENGLISH } from "../text/language.ts";
import { type Word, wordsOf } from "../text/words.ts";
import { isDoing } from "./mention-cues.ts";
import { namesOf } from "./name-words.ts";

/** "Kev", "Tommy" and "Mikes" are like Kevin, Tom and Mike; shorter words are like too many names. */
const MIN_LIKENESS = 3;
/** Letters that a nickname adds: "evening" is not like Eve. */
const MAX_ENDING = 2;

/** Letters that have no accent to remove. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/** "lukasz" of "łukasz", and small letters of ligatures and wide ones. */
const plain = (folded: string): string =>
  /^[a-z0-9]*$/.test(folded)
    ? folded
    : folded
        .normalize("NFKD")
        .replaceAll(/\p{M}/gu, "")
        .replaceAll(/[łøđðþßæœı]/g, (letter) => LETTERS[letter] ?? letter);

/** Characters that nobody sees, inside a word. */
const HIDDEN = /(?<=\p{L})[\u00AD\u200B-\u200D\u2060\uFEFF]+\p{L}/u;

/** Compiles a test for words that are, or may be, a name of these persons, however it is written. */
export function compileLikeness(technicians: Entities["technicians"]): (text: string) => readonly Word[] {
  const names = new Set(namesOf(technicians).flatMap(writtenForms));
  const listed = [...names];
  const initials = new Set(listed.map((name) => name[0]));
  /** Begins like a name, or with a letter that may become such a one. */
  const mayBeLike = ({ folded }: Word): boolean => initials.has(folded[0]) || (folded[0] ?? "") > "z";
  // "The" begins Theo.
  const isNickname = (word: string): boolean =>
    word.length >= MIN_LIKENESS &&
    !ENGLISH.has(word) &&
    listed.some(
      (name) =>
        name.startsWith(word) ||
        (name.length >= MIN_LIKENESS && word.length <= name.length + MAX_ENDING && word.startsWith(name)),
    );
  const isLike = (words: readonly Word[], at: number): boolean => {
    const [{ isCapitalized, folded }, next, second] = words.slice(at, at + 3) as [Word, Word?, Word?];
    const word = plain(folded);
    if (names.has(word)) return isCapitalized || isDoing(next);
    // "T J" of TJ, "O Rourke" of O'Rourke
    if (next !== undefined && names.has(word + plain(next.folded))) return isCapitalized || isDoing(second);
    return isCapitalized && isNickname(word);
  };
  return (text) => {
    if (names.size === 0) return [];
    const words = wordsOf(text);
    return HIDDEN.test(text) ? words : words.filter((word, at) => mayBeLike(word) && isLike(words, at));
  };
}

/** Of "T.J. O'Rourke": "tj", "orourke", "jorourke" and "rourke", but no single letters. */
function writtenForms(name: string): string[] {
  const words = wordsOf(name).map(({ folded }) => plain(folded));
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`);
  const ends = name.split(/\s+/).flatMap((word) => word.split(/['’]/).slice(1));
  return [...words, ...pairs, ...ends.map((end) => plain(end.toLowerCase()))].filter(
    (form) => form.length > 1,
  );
}
