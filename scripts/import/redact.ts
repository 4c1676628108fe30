import { PERSON_TITLES } from "../../model/entities.ts";
import { cleanText } from "../../model/text.ts";
import { findPersonalDetails, type PersonalDetailKind } from "./personal-details.ts";
import { NOTED, type NoteReason, type Remark } from "./reasons.ts";
import type { TextValues } from "./scalars.ts";

export const oneLine = (raw: string): string => cleanText(raw).replaceAll(/\s+/g, " ");

export const holdsAddress = (text: string): boolean =>
  findPersonalDetails(text).some(({ kind }) => kind === "address");

/** A hint for a person to read the text, not a proof. */
export const seemsPersonal = (text: string): boolean => findPersonalDetails(text).length > 0;

export interface Author {
  /** Absent if the row names no author. */
  readonly name?: string;
  readonly masked: boolean;
}

/** An e-mail address is never published: it becomes the name next to it, or the initial of its local part. */
export function parseAuthor(raw: string): Author {
  const line = oneLine(raw);
  const address = findPersonalDetails(line).find(({ kind }) => kind === "address");
  if (address === undefined) return { ...(line !== "" && { name: line }), masked: false };
  const name = withoutAddresses(line);
  if (/\p{L}/u.test(name)) return { name, masked: true };
  const initial = /^\p{L}/u.exec(line.slice(address.start).normalize("NFKC"))?.[0];
  return { ...(initial !== undefined && { name: `${initial.toUpperCase()}.` }), masked: true };
}

function withoutAddresses(line: string): string {
  const bare = replacePersonalDetails(line, (kind) => (kind === "address" ? " " : undefined));
  return oneLine(bare.replaceAll(/mailto:|[<>()[\]"]/gi, " ")).replaceAll(
    /^[\s,;:/-]+|(?<![\s,;:/-])[\s,;:/-]+$/g,
    "",
  );
}

/** Replaces the details from last to first, so that earlier offsets stay valid; undefined leaves one unchanged. */
function replacePersonalDetails(
  text: string,
  replace: (kind: PersonalDetailKind) => string | undefined,
): string {
  return findPersonalDetails(text).reduceRight((result, { kind, start, end }) => {
    const replacement = replace(kind);
    return replacement === undefined ? result : result.slice(0, start) + replacement + result.slice(end);
  }, text);
}

/** The published part of an author's name: all of it, the initials, or the first name. */
export const AUTHOR_STYLES = ["full", "initials", "first"] as const;
export type AuthorStyle = (typeof AUTHOR_STYLES)[number];

const MORE_TITLES = "mx|rev|sir|herr|frau|madame|mme|sra";
const SUFFIXES = String.raw`jr|sr|ii|iii|iv|esq|md|m\.d|phd|ph\.d`;

/** A title before a name, or what may follow one. */
const ADDITION = new RegExp(
  String.raw`(?<![^\s.,，])(?:${PERSON_TITLES.join("|")}|${MORE_TITLES}|${SUFFIXES})(?![^\s.,，])\.?`,
  "gi",
);

/** Scripts of languages in which the family name comes first. */
const FAMILY_FIRST = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/**
 * `Kim van Doe` and `van Doe, Dr. Kim` become `K. v. D.` or `Kim`. The first name is an initial where the first word is
 * or may be a family name: `Dr. Doe` and `王小明`.
 */
export function styleAuthor(name: string, style: AuthorStyle): string {
  if (style === "full") return name;
  const bare = name.replaceAll(ADDITION, " ");
  const [front = [], ...given] = bare.split(/[,，]/).map(wordsOfName);
  // A place follows an initial: `Kim D., Leeds`.
  const isInOrder = front.length > 1 && front.at(-1)?.length === 1;
  const words = isInOrder ? [...front, ...given.flat()] : [...given.flat(), ...front];
  const [first] = words;
  if (first === undefined) return name;
  if (style === "initials") return words.map(initialOf).join(" ");
  const isFamilyName = words.length === 1 && (bare !== name || given.length > 0);
  return isFamilyName || first.length === 1 || FAMILY_FIRST.test(first) ? initialOf(first) : first;
}

const wordsOfName = (part: string): string[] => part.split(/[\s._]+/).filter((word) => /\p{L}/u.test(word));

const initialOf = (word: string): string => `${/\p{L}/u.exec(word)?.[0]}.`;

/** The row without e-mail addresses, telephone and card numbers in title, text and reply. The notes say how many, never which. */
export function redactRow(row: TextValues, notes: Remark<NoteReason>[]): TextValues {
  const text = new Redaction();
  const reply = new Redaction();
  const redacted = {
    ...row,
    ...(row.title !== undefined && { title: text.apply(row.title) }),
    ...(row.text !== undefined && { text: text.apply(row.text) }),
    ...(row.reply !== undefined && { reply: reply.apply(row.reply) }),
  };
  if (text.isUsed) notes.push({ reason: NOTED.redacted, detail: text.summary });
  if (reply.isUsed) notes.push({ reason: NOTED.redactedReply, detail: reply.summary });
  return redacted;
}

class Redaction {
  readonly #counts = { address: 0, telephone: 0, card: 0 };

  apply(text: string): string {
    return replacePersonalDetails(text, (kind) => {
      this.#counts[kind] += 1;
      return REPLACEMENTS[kind];
    });
  }

  get isUsed(): boolean {
    return Object.values(this.#counts).some((count) => count > 0);
  }

  get summary(): string {
    const { address, telephone, card } = this.#counts;
    return `${address} e-mail, ${telephone} telephone, ${card} card`;
  }
}

const REPLACEMENTS: Readonly<Record<PersonalDetailKind, string>> = {
  address: "[e-mail removed]",
  telephone: "[telephone removed]",
  card: "[card number removed]",
};
