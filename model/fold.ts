const NOT_ASCII = /[^\x00-\x7F]/; // oxlint-disable-line no-control-regex -- the range of ASCII

/** Every other character folds to itself. */
const FOLDABLE = /[A-Z]|[^\x00-\x7F]/gu; // oxlint-disable-line no-control-regex -- the range of ASCII

/** More characters than any language has. Bounds the memory when a client sends all of Unicode. */
const MAX_FOLDED = 20_000;
const folded = new Map<string, string>();

/**
 * Folds text for comparison in a search: NFC, then Unicode simple case folding (CaseFolding.txt, status C and S). One
 * character stays one character: ẞ equals ß but not ss, and ς equals σ.
 */
export function foldText(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFC").replace(FOLDABLE, foldCharacter);
}

function foldCharacter(character: string): string {
  let known = folded.get(character);
  if (known === undefined) {
    known = simpleFold(character);
    if (folded.size < MAX_FOLDED) folded.set(character, known);
  }
  return known;
}

/** Upper case, then lower case gives the fold of every character whose mappings are single characters. */
function simpleFold(character: string): string {
  // Dotless i folds to itself, except in Turkic folding.
  if (character === "ı") return character;
  const upper = character.toUpperCase();
  const lower = (isOne(upper) ? upper : character).toLowerCase();
  return isOne(lower) ? lower : character;
}

const isOne = (text: string): boolean =>
  text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xff_ff);
