import { cleanText } from "../../model/text.ts";
import { NOTED, type NoteReason, type Remark } from "./reasons.ts";
import type { TextValues } from "./scalars.ts";

// Every repetition is bounded, so that no row makes the search slow.
const ADDRESS = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}/u;
const ALL_ADDRESSES = new RegExp(ADDRESS, "gu");
const TELEPHONE = /(?:\+|\b0|\()\d(?:[\s().-]{0,2}\d){7,14}|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b/;
const ALL_TELEPHONES = new RegExp(TELEPHONE, "g");

export const oneLine = (raw: string): string => cleanText(raw).replaceAll(/\s+/g, " ");

export const holdsAddress = (text: string): boolean => text.includes("@") && ADDRESS.test(text);

/** A hint for a person to read the text, not a proof. */
export const seemsPersonal = (text: string): boolean => holdsAddress(text) || TELEPHONE.test(text);

export interface Author {
  /** Absent when the row names nobody. */
  readonly name?: string;
  readonly masked: boolean;
}

/** An e-mail address is never published: it becomes the name next to it, or the initial of its local part. */
export function parseAuthor(raw: string): Author {
  const line = oneLine(raw);
  const address = line.includes("@") ? ADDRESS.exec(line)?.[0] : undefined;
  if (address === undefined) return { ...(line !== "" && { name: line }), masked: false };
  const name = withoutAddresses(line);
  if (/\p{L}/u.test(name)) return { name, masked: true };
  const initial = /^\p{L}/u.exec(address)?.[0];
  return { ...(initial !== undefined && { name: `${initial.toUpperCase()}.` }), masked: true };
}

function withoutAddresses(line: string): string {
  const bare = line.replaceAll(ALL_ADDRESSES, " ").replaceAll(/mailto:|[<>()[\]"]/gi, " ");
  return oneLine(bare).replaceAll(/^[\s,;:/-]+|[\s,;:/-]+$/g, "");
}

/** The published part of an author's name: all of it, the initials, or the first name. */
export const AUTHOR_STYLES = ["full", "initials", "first"] as const;
export type AuthorStyle = (typeof AUTHOR_STYLES)[number];

/** `Kim van Doe` becomes `K. v. D.` or `Kim`. */
export function styleAuthor(name: string, style: AuthorStyle): string {
  const words = name.split(" ").filter((word) => /\p{L}/u.test(word));
  if (style === "full" || words.length === 0) return name;
  if (style === "first") return words[0] ?? name;
  return words.map((word) => `${/\p{L}/u.exec(word)?.[0]}.`).join(" ");
}

/** The row without e-mail addresses and telephone numbers in title, text and reply. The notes say how many, never which. */
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
  #addresses = 0;
  #telephones = 0;

  apply(text: string): string {
    const withoutAddress = text.replaceAll(ALL_ADDRESSES, () => {
      this.#addresses += 1;
      return "[e-mail removed]";
    });
    return withoutAddress.replaceAll(ALL_TELEPHONES, () => {
      this.#telephones += 1;
      return "[telephone removed]";
    });
  }

  get isUsed(): boolean {
    return this.#addresses + this.#telephones > 0;
  }

  get summary(): string {
    return `${this.#addresses} e-mail, ${this.#telephones} telephone`;
  }
}
