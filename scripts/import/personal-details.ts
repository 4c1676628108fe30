/** Finds e-mail addresses, card and telephone numbers; the indexes are those of the original text. */
export function findPersonalDetails(text: string): readonly PersonalDetail[] {
  const { plain, places } = readPlain(text);
  const found: PersonalDetail[] = [];
  const take = (kind: PersonalDetailKind, from: number, to: number): void => {
    if (found.every(({ start, end }) => to <= start || from >= end))
      found.push({ kind, start: from, end: to });
  };
  for (const pattern of ADDRESSES)
    for (const match of plain.matchAll(pattern)) take("address", match.index, match.index + match[0].length);
  for (const [from, to] of findCards(plain)) take("card", from, to);
  for (const match of plain.matchAll(TELEPHONE))
    take("telephone", match.index, match.index + match[0].length);
  return found
    .map(({ kind, start, end }) => ({
      kind,
      start: places?.[start]?.start ?? start,
      end: places?.[end - 1]?.end ?? end,
    }))
    .toSorted((a, b) => a.start - b.start);
}

/**
 * True if a text resembles personal data more loosely: unfinished addresses, and digits or digit words in a row, other
 * than dates. Used after redaction, where a doubtful row is skipped.
 */
export function resemblesPersonalDetails(text: string): boolean {
  const plain = readPlain(text).plain.replaceAll(DATE, ";");
  return findPersonalDetails(text).length > 0 || LOOSE.some((pattern) => pattern.test(plain));
}

export type PersonalDetailKind = "address" | "card" | "telephone";

interface Place {
  readonly start: number;
  readonly end: number;
}

interface PersonalDetail extends Place {
  readonly kind: PersonalDetailKind;
}

// Every repetition is bounded, so that no row makes the search slow.
const LOCAL = String.raw`[\p{L}\p{N}._%+'-]{1,64}`;
const LABEL = String.raw`[\p{L}\p{N}-]{1,63}`;
const AT = String.raw`\s{0,2}(?:@|[[({<]\s{0,2}(?:at|@)\s{0,2}[\])}>])\s{0,2}`;
const DOT = String.raw`(?:\.|\s{0,2}[[({<]\s{0,2}(?:dot|\.)\s{0,2}[\])}>]\s{0,2}|\sdot\s)`;

/** `kim@mail.example`, `kim [at] mail (dot) example`, `kim at mail dot example`, and `kim@mail`. */
const ADDRESSES = [
  new RegExp(`${LOCAL}${AT}${LABEL}(?:${DOT}${LABEL}){1,8}`, "giu"),
  new RegExp(String.raw`${LOCAL}\sat\s${LABEL}(?:\sdot\s${LABEL}){1,8}`, "giu"),
  new RegExp(`${LOCAL}@${LABEL}`, "giu"),
];

/** International or with a leading 0 or bracket, `555-123-4567`, and ten digits of the North American plan. */
const TELEPHONE =
  /(?:\+|\b0|\()\d(?:[\s().-]{0,2}\d){7,14}|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b|\b1?[2-9]\d{2}[2-9]\d{6}\b/g;

const DATE = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}([/.-])\d{1,2}\1(?:\d{2}|\d{4})\b/g;

const DIGIT_WORD = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)";
const LOOSE = [
  new RegExp(String.raw`[\p{L}\p{N}]\s{0,2}[[({<]\s{0,2}(?:at|@)\s{0,2}[\])}>]\s{0,2}[\p{L}\p{N}]`, "iu"),
  new RegExp(String.raw`\b${DIGIT_WORD}(?:[\s,-]{1,2}${DIGIT_WORD}){6}\b`, "i"),
  /\d(?:[\s().-]{0,2}\d){8}/,
];

const DIGITS = /\d(?:[ .-]{0,2}\d){12,40}/g;
const [MIN_CARD_DIGITS, MAX_CARD_DIGITS] = [13, 19];

/** Payment card numbers (ISO/IEC 7812): 13 to 19 digits, whole groups, whose last is the check digit. */
function* findCards(plain: string): Iterable<[from: number, to: number]> {
  for (const match of plain.matchAll(DIGITS)) {
    const digits = [...match[0].matchAll(/\d/g)].map(({ index }) => match.index + index);
    for (let first = 0; first + MIN_CARD_DIGITS <= digits.length; first += 1) {
      const length = cardLength(plain, digits.slice(first, first + MAX_CARD_DIGITS + 1));
      if (length === 0) continue;
      yield [digits[first] ?? 0, (digits[first + length - 1] ?? 0) + 1];
      first += length - 1;
    }
  }
}

/** The length of the longest card number that starts at the first digit; 0 for none. */
function cardLength(plain: string, places: readonly number[]): number {
  const [first = 0] = places;
  if (/\d/.test(plain[first - 1] ?? "") || !/[2-6]/.test(plain[first] ?? "")) return 0;
  for (let length = Math.min(MAX_CARD_DIGITS, places.length); length >= MIN_CARD_DIGITS; length -= 1) {
    const last = places[length - 1] ?? 0;
    const digits = places.slice(0, length).map((at) => Number(plain[at]));
    if (!/\d/.test(plain[last + 1] ?? "") && hasCheckDigit(digits)) return length;
  }
  return 0;
}

/** The Luhn formula (ISO/IEC 7812-1 annex B). */
function hasCheckDigit(digits: readonly number[]): boolean {
  const sum = digits.toReversed().reduce((total, digit, at) => {
    const weighted = at % 2 === 0 ? digit : digit * 2;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/**
 * The text as a reader sees it: compatibility forms (full-width letters, digits and signs) become plain ones, every
 * dash a hyphen, all white space spaces, and invisible characters are removed. `places` maps each of its characters to
 * the original text.
 */
function readPlain(text: string): { readonly plain: string; readonly places?: readonly Place[] } {
  if (/^[\n\x20-\x7E]*$/.test(text)) return { plain: text };
  let plain = "";
  let at = 0;
  const places: Place[] = [];
  for (const character of text) {
    const read = INVISIBLE.test(character) ? "" : plainCharacter(character);
    const place = { start: at, end: at + character.length };
    for (let unit = 0; unit < read.length; unit += 1) places.push(place);
    plain += read;
    at = place.end;
  }
  return { plain, places };
}

const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;

const plainCharacter = (character: string): string =>
  character
    .normalize("NFKC")
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll(/\p{White_Space}/gu, " ");
