/**
 * Matches characters that published text must not contain: those outside XML 1.0, C1 controls, bidi overrides and
 * isolates, and invisible tag characters. Zero-width joiners are allowed, because emoji and several scripts need them.
 */
const NOT_TEXT =
  // oxlint-disable-next-line no-control-regex -- control characters are what this pattern is for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E0FFF}]|\p{Noncharacter_Code_Point}/gu;

/** Terminal escape sequences, removed whole so that their letters do not stay behind. */
// oxlint-disable-next-line no-control-regex -- escape sequences start with a control character
const ANSI = /\u001B(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/g;

/** Text is cleaned once, at load: well-formed Unicode, NFC, LF line ends, no invisible or harmful characters. */
export function cleanText(raw: string): string {
  if (isPlain(raw)) return raw.trim();
  return raw
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(ANSI, "")
    .replace(NOT_TEXT, "")
    .normalize("NFC")
    .trim();
}

/**
 * True if a reader would see nothing: only white space, characters that Unicode lets renderers ignore
 * (Default_Ignorable_Code_Point), and the blank Braille pattern.
 */
export const isInvisible = (text: string): boolean =>
  /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Control}\u2800]*$/u.test(text);

/** True if cleaning changes nothing but white space at the ends. */
export const isClean = (text: string): boolean => cleanText(text) === text.trim();

/** Size limit of one document: V8 strings cannot be much longer. */
export const MAX_STRING_BYTES = 500_000_000;

/** Most text is printable ASCII and line feeds: nothing to clean, nothing to allocate. */
const isPlain = (text: string): boolean => /^[\n\t\x20-\x7E]*$/.test(text);
