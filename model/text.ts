/**
 * What may stand in published text: characters of XML 1.0, without C1 controls, bidi overrides and isolates,
 * and invisible tag characters. Zero-width joiners stay, since emoji and several scripts need them.
 */
const NOT_TEXT =
  // oxlint-disable-next-line no-control-regex -- control characters are what this pattern is for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E0FFF}]|\p{Noncharacter_Code_Point}/gu;

/** Terminal escape sequences, removed whole so that their letters do not stay behind. */
// oxlint-disable-next-line no-control-regex -- escape sequences start with a control character
const ANSI = /\u001B(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/g;

/** Text is cleaned once, at load: well-formed Unicode, NFC, LF line ends, no characters that hide or harm. */
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

/** Of one document: V8 cannot hold a much longer string. */
export const MAX_STRING_BYTES = 500_000_000;

/** Most text is printable ASCII and line feeds: nothing to clean, nothing to allocate. */
const isPlain = (text: string): boolean => /^[\n\t\x20-\x7E]*$/.test(text);
