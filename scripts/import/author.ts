import { cleanText } from "../../model/text.ts";

// Bounded, so that no row can make the search slow.
export const ADDRESS = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}/u;

export interface Author {
  /** Absent when the row names nobody. */
  readonly name?: string;
  readonly masked: boolean;
}

/** An e-mail address is never published: what stays is the name beside it, or the initial of its local part. */
export function parseAuthor(raw: string): Author {
  const line = oneLine(raw);
  const address = line.includes("@") ? ADDRESS.exec(line)?.[0] : undefined;
  if (address === undefined) return { ...(line !== "" && { name: line }), masked: false };
  const beside = withoutAddresses(line);
  if (/\p{L}/u.test(beside)) return { name: beside, masked: true };
  const initial = /^\p{L}/u.exec(address)?.[0];
  return { ...(initial !== undefined && { name: `${initial.toUpperCase()}.` }), masked: true };
}

export const oneLine = (raw: string): string => cleanText(raw).replaceAll(/\s+/g, " ");

export const holdsAddress = (text: string): boolean => text.includes("@") && ADDRESS.test(text);

export const TELEPHONE = /(?:\+|\b0|\()\d(?:[\s().-]{0,2}\d){7,14}|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b/;

/** A hint for a person to read the text, not a proof. */
export const seemsPersonal = (text: string): boolean => holdsAddress(text) || TELEPHONE.test(text);

/** How much of an author's name is published. */
export const AUTHOR_STYLES = ["full", "initials", "first"] as const;
export type AuthorStyle = (typeof AUTHOR_STYLES)[number];

/** `Kim van Doe`: `K. v. D.` or `Kim`. A name of one word has no other first name; its initial stays its initial. */
export function styleAuthor(name: string, style: AuthorStyle): string {
  const words = name.split(" ").filter((word) => /\p{L}/u.test(word));
  if (style === "full" || words.length === 0) return name;
  if (style === "first") return words[0] ?? name;
  return words.map((word) => `${/\p{L}/u.exec(word)?.[0]}.`).join(" ");
}

function withoutAddresses(line: string): string {
  const bare = line.replaceAll(new RegExp(ADDRESS, "gu"), " ").replaceAll(/mailto:|[<>()[\]"]/gi, " ");
  return oneLine(bare).replaceAll(/^[\s,;:/-]+|[\s,;:/-]+$/g, "");
}
