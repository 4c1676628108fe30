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
const ASCII = /^[\x20-\x7E]*$/;

export function wordsOf(text: string): Word[] {
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

export function fold(word: string): string {
  const lower = word.toLowerCase().replace(APOSTROPHES, "");
  return ASCII.test(lower) ? lower : lower.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** In a text written in capitals, a capital says nothing. */
export function isShouted(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const small = text.match(/\p{Ll}/gu)?.length ?? 0;
  return capitals + small >= 8 && capitals > 2 * small;
}
