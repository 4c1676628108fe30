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

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’ʼ´`][\p{L}\p{M}\p{N}]+)*/gu;
const APOSTROPHES = /['’ʼ´`]/g;
const POSSESSIVE = /['’ʼ´`][sS]$/;
const CAPITAL = /^\p{Lu}/u;
const PLAIN = /^[a-z0-9]*$/;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const [written] = match;
    const isPossessive = POSSESSIVE.test(written);
    const bare = isPossessive ? written.slice(0, -2) : written;
    words.push({
      start: match.index,
      end: match.index + bare.length,
      folded: fold(bare),
      isCapitalized: CAPITAL.test(written),
      isPossessive,
    });
  }
  return words;
}

export function fold(word: string): string {
  const lower = word.toLowerCase();
  return PLAIN.test(lower)
    ? lower
    : lower.replaceAll(APOSTROPHES, "").normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** Capital letters are no evidence of a name in a text that is written in capitals. */
export function isAllCaps(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  if (capitals < 6) return false;
  const small = text.match(/\p{Ll}/gu)?.length ?? 0;
  return capitals + small >= 8 && capitals > 2 * small;
}
