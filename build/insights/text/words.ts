/** A word of a text: letters, digits and the apostrophes inside it. */
export interface Word {
  /** Offsets into the text; a possessive 's is left outside. */
  readonly start: number;
  readonly end: number;
  /** Lower case, without accents and apostrophes: what is compared. */
  readonly folded: string;
  readonly isCapital: boolean;
  readonly isPossessive: boolean;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’ʼ´`][\p{L}\p{M}\p{N}]+)*/gu;
const APOSTROPHES = /['’ʼ´`]/g;
const POSSESSIVE = /['’ʼ´`][sS]$/;
const CAPITAL = /^\p{Lu}/u;
const ASCII = /^[\x20-\x7E\n]*$/;

export function wordsOf(text: string): Word[] {
  return ASCII.test(text) ? plainWords(text) : anyWords(text);
}

function anyWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const raw = match[0];
    const isPossessive = POSSESSIVE.test(raw);
    const bare = isPossessive ? raw.slice(0, -2) : raw;
    words.push({
      start: match.index,
      end: match.index + bare.length,
      folded: fold(bare),
      isCapital: CAPITAL.test(raw),
      isPossessive,
    });
  }
  return words;
}

/** The same for text in plain ASCII, which is most of it, without regular expressions: several times as fast. */
function plainWords(text: string): Word[] {
  const words: Word[] = [];
  const lower = text.toLowerCase();
  let at = 0;
  while (at < text.length) {
    if (!isWordCode(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const start = at;
    let apostrophe = -1;
    for (at += 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (isWordCode(code)) continue;
      if ((code !== 39 && code !== 96) || !isWordCode(text.charCodeAt(at + 1))) break;
      apostrophe = at;
    }
    const isPossessive = apostrophe === at - 2 && lower.charCodeAt(at - 1) === 115;
    const end = isPossessive ? at - 2 : at;
    const bare = lower.slice(start, end);
    const first = text.charCodeAt(start);
    words.push({
      start,
      end,
      folded: apostrophe === -1 ? bare : bare.replace(APOSTROPHES, ""),
      isCapital: first >= 65 && first <= 90,
      isPossessive,
    });
  }
  return words;
}

/** Digits and letters; beyond the end of a text the code is not a number. */
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

export function fold(word: string): string {
  const lower = word.toLowerCase().replace(APOSTROPHES, "");
  return ASCII.test(lower) ? lower : lower.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** In a text written in capitals, a capital says nothing. */
export function isShouted(text: string): boolean {
  let capitals = 0;
  let small = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) small += 1;
    else if (code >= 65 && code <= 90) capitals += 1;
    else if (code > 127) {
      const letter = text.charAt(at);
      if (/\p{Lu}/u.test(letter)) capitals += 1;
      else if (/\p{Ll}/u.test(letter)) small += 1;
    }
  }
  return capitals + small >= 8 && capitals > 2 * small;
}
