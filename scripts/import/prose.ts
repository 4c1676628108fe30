import { cleanText } from "../../model/text.ts";

/** Texts that survey tools and exports write where a customer wrote nothing; compared after `plainPlaceholder`. */
export const PLACEHOLDERS = [
  "did not answer",
  "n/a",
  "none given",
  "not answered",
  "no answer",
  "null",
] as const;

export interface Prose {
  /** Title and text as the customer wrote them; part of the review's identity. */
  readonly written: string;
  /** The same without placeholders; null when nothing is left. */
  readonly text: string | null;
}

/** Puts the title before the text as its first line, unless the text starts with it already. */
export function joinProse(rawTitle: string, rawText: string, placeholders: ReadonlySet<string>): Prose {
  const title = cleanText(rawTitle).replaceAll(/\s+/g, " ");
  const text = originalText(cleanText(rawText));
  const realTitle = isPlaceholder(title, placeholders) ? "" : title;
  const realText = isPlaceholder(text, placeholders) ? "" : text;
  return { written: join(title, text), text: join(realTitle, realText) || null };
}

/** Ignores case, final dots and doubled spaces: `Did not  answer.` is the placeholder `did not answer`. */
export const plainPlaceholder = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replace(/(?<![ .])[ .]+$/, "");

function isPlaceholder(text: string, placeholders: ReadonlySet<string>): boolean {
  // Dashes and dots alone fill in a form; anything else may be meant, such as `:)` and emoji.
  return (
    /^[\s.…_\u2010-\u2015-]*$/.test(text) || (text.length < 100 && placeholders.has(plainPlaceholder(text)))
  );
}

function join(title: string, text: string): string {
  if (title === "" || startsWithTitle(text, title)) return text;
  return text === "" ? title : `${title}\n${text}`;
}

/** Some sites make a missing title from the first words of the text and an ellipsis. */
function startsWithTitle(text: string, title: string): boolean {
  const words = title.replace(/(?:\.{3}|…)$/, "").trimEnd();
  const cut = words !== title && words !== "" && text.startsWith(words);
  return cut || text.split("\n", 1)[0] === title;
}

const TRANSLATED = "(Translated by Google)";
const ORIGINAL = "(Original)";

/** Drops the machine translation that Google's exports add to texts and replies: nobody wrote it. */
export function originalText(text: string): string {
  const original = text.indexOf(`\n${ORIGINAL}`);
  if (text.startsWith(TRANSLATED) && original !== -1)
    return text.slice(original + ORIGINAL.length + 1).trimStart();
  const translation = text.indexOf(`\n${TRANSLATED}`);
  return translation === -1 ? text : text.slice(0, translation).trimEnd();
}
