import { firstIndex } from "../../../model/first-index.ts";
import { wordNumber, wordOf } from "./vocabulary.ts";

/** A word of a text: letters, digits and the apostrophes inside it. */
export interface Word {
  /** Offsets into the text, without a possessive 's. */
  readonly start: number;
  readonly end: number;
  /** Of the folded word, see `vocabulary.ts`. */
  readonly number: number;
  /** Lower case, without accents and apostrophes, for comparison. */
  readonly folded: string;
  readonly isCapitalized: boolean;
  readonly isPossessive: boolean;
}

/** The folded words with spaces between them. */
export const foldedText = (words: readonly Word[]): string => words.map(({ folded }) => folded).join(" ");

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’ʼ´`][\p{L}\p{M}\p{N}]+)*/uy;
const APOSTROPHES = /['’ʼ´`]/g;
const POSSESSIVE = /['’ʼ´`][sS]$/;
const CAPITAL = /^\p{Lu}/u;
const PLAIN = /^[a-z0-9]*$/;

/** The words of a text. Plain ASCII words, nearly all, are read without regular expressions and, once known, without a string. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (let start = 0; start < text.length;) {
    let end = start;
    let key = 0;
    let apostrophe = -1;
    let keyBefore = 0;
    let kind = kindAt(text, end);
    while (kind > SPECIAL || (kind === APOSTROPHE && end > start)) {
      if (kind === APOSTROPHE) {
        kind = kindAt(text, end + 1);
        if (kind <= APOSTROPHE) break;
        apostrophe = end;
        keyBefore = key;
      } else {
        key = key * KEY_BASE + kind;
        kind = kindAt(text, end + 1);
      }
      end += 1;
    }
    if (kind === SPECIAL) start = addWordAt(text, start, words);
    else if (end === start) start += 1;
    else {
      const isPossessive = apostrophe > start && apostrophe === end - 2 && kindAt(text, end - 1) === SMALL_S;
      const bareEnd = isPossessive ? apostrophe : end;
      const number = numberAt(text, start, bareEnd, isPossessive ? keyBefore : key);
      const code = text.charCodeAt(start);
      const isCapitalized = code >= 65 && code <= 90;
      words.push({ start, end: bareEnd, number, folded: wordOf(number), isCapitalized, isPossessive });
      start = end;
    }
  }
  return words;
}

/** The index of the first word that ends after an offset into the text. */
export const wordAt = (words: readonly Word[], offset: number): number =>
  firstIndex(words, ({ end }) => end > offset);

/** Kinds of characters: no part of a word, an apostrophe, and what the expression must read. Others are small letters and digits. */
const NO_WORD = 0;
const APOSTROPHE = 1;
const SPECIAL = 2;
const kindOfLetter = (letter: string): number => SPECIAL + 1 + Number.parseInt(letter, 36);
const SMALL_S = kindOfLetter("s");
/** Above every kind: the kinds of up to 10 letters are digits of an exact number, which no other word has. */
const KEY_BASE = kindOfLetter("z") + 1;
const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-zA-Z0-9]/.test(character)) return kindOfLetter(character);
  return /['`]/.test(character) ? APOSTROPHE : NO_WORD;
});

function kindAt(text: string, at: number): number {
  if (at >= text.length) return NO_WORD;
  const code = text.charCodeAt(at);
  if (code < ASCII_KINDS.length) return ASCII_KINDS[code] as number;
  return code === 0x2019 ? APOSTROPHE : SPECIAL;
}

/** Numbers of words by key. A word takes the slot of another one. */
const KEYS = new Float64Array(2 ** 16);
const NUMBERS = new Int32Array(KEYS.length);

/** The number of a word of letters, digits and apostrophes. */
function numberAt(text: string, start: number, end: number, key: number): number {
  if (key > Number.MAX_SAFE_INTEGER) return foldedNumber(text.slice(start, end));
  const slot = (key ^ (key >>> 15)) & (KEYS.length - 1);
  if (KEYS[slot] !== key) {
    KEYS[slot] = key;
    NUMBERS[slot] = wordNumber(fold(text.slice(start, end)));
  }
  return NUMBERS[slot] as number;
}

/** Adds the word that starts here, if one does. Returns the index to continue at. */
function addWordAt(text: string, start: number, words: Word[]): number {
  WORD.lastIndex = start;
  if (!WORD.test(text)) return start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
  const written = text.slice(start, WORD.lastIndex);
  const isPossessive = POSSESSIVE.test(written);
  const bare = isPossessive ? written.slice(0, -2) : written;
  const number = foldedNumber(bare);
  words.push({
    start,
    end: start + bare.length,
    number,
    folded: wordOf(number),
    isCapitalized: CAPITAL.test(written),
    isPossessive,
  });
  return start + written.length;
}

/** Numbers by words as written. Folding takes longer than all else that is done with a word. */
const FOLDED = new Map<string, number>();
const MAX_FOLDED = 2 ** 12;

function foldedNumber(written: string): number {
  const known = FOLDED.get(written);
  if (known !== undefined) return known;
  if (FOLDED.size === MAX_FOLDED) FOLDED.clear();
  const number = wordNumber(fold(written));
  FOLDED.set(written, number);
  return number;
}

export function fold(word: string): string {
  const lower = word.toLowerCase();
  return PLAIN.test(lower)
    ? lower
    : lower.replaceAll(APOSTROPHES, "").normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** Capital letters are no evidence of a name in a text that is written in capitals. */
export function isAllCaps(text: string): boolean {
  let capitals = 0;
  let small = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 65 && code <= 90) capitals += 1;
    else if (code >= 97 && code <= 122) small += 1;
    else if (code >= ASCII_KINDS.length) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (/^\p{Lu}/u.test(character)) capitals += 1;
      else if (/^\p{Ll}/u.test(character)) small += 1;
      at += character.length - 1;
    }
  }
  return capitals >= 6 && capitals + small >= 8 && capitals > 2 * small;
}
