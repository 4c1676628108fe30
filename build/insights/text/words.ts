/** A word of a text: letters, digits and the apostrophes inside it. */
export interface Word {
  /** Offsets into the text, without a possessive 's. */
  readonly start: number;
  readonly end: number;
  /** Lower case, without accents and apostrophes, for comparison. */
  readonly folded: string;
  readonly isCapitalized: boolean;
  readonly isPossessive: boolean;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’ʼ´`][\p{L}\p{M}\p{N}]+)*/uy;
const APOSTROPHES = /['’ʼ´`]/g;
const POSSESSIVE = /['’ʼ´`][sS]$/;
const CAPITAL = /^\p{Lu}/u;
const PLAIN = /^[a-z0-9]*$/;

/** The words of a text. Plain ASCII words, nearly all, are read without regular expressions. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (let start = 0; start < text.length;) {
    let end = start;
    let hasCapital = false;
    for (let kind = kindAt(text, end); kind === SMALL || kind === CAPITAL_LETTER; kind = kindAt(text, end)) {
      if (kind === CAPITAL_LETTER) hasCapital = true;
      end += 1;
    }
    if (kindAt(text, end) === SPECIAL) end = addWordAt(text, start, words);
    else if (end > start) {
      const bare = text.slice(start, end);
      words.push({
        start,
        end,
        folded: hasCapital ? bare.toLowerCase() : bare,
        isCapitalized: kindAt(text, start) === CAPITAL_LETTER,
        isPossessive: false,
      });
    } else end += 1;
    start = end;
  }
  return words;
}

/** Kinds of characters: no part of a word, a small letter or digit, a capital, and what the expression must read. */
const NO_WORD = 0;
const SMALL = 1;
const CAPITAL_LETTER = 2;
const SPECIAL = 3;

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z0-9]/.test(character)) return SMALL;
  if (/[A-Z]/.test(character)) return CAPITAL_LETTER;
  return /['`]/.test(character) ? SPECIAL : NO_WORD;
});

function kindAt(text: string, at: number): number {
  if (at >= text.length) return NO_WORD;
  const code = text.charCodeAt(at);
  return code < ASCII_KINDS.length ? (ASCII_KINDS[code] as number) : SPECIAL;
}

/** Adds the word that starts here, if one does. Returns the index to continue at. */
function addWordAt(text: string, start: number, words: Word[]): number {
  WORD.lastIndex = start;
  const [written] = WORD.exec(text) ?? [];
  if (written === undefined) return start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
  const isPossessive = POSSESSIVE.test(written);
  const bare = isPossessive ? written.slice(0, -2) : written;
  words.push({
    start,
    end: start + bare.length,
    folded: fold(bare),
    isCapitalized: CAPITAL.test(written),
    isPossessive,
  });
  return start + written.length;
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
