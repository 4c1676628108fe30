import { ADDRESS, TELEPHONE } from "./author.ts";
import { NOTED, type Noted, type Remark } from "./reasons.ts";
import type { Scalars } from "./scalars.ts";

const ALL_ADDRESSES = new RegExp(ADDRESS, "gu");
const ALL_TELEPHONES = new RegExp(TELEPHONE, "g");

export interface Redacted {
  readonly text: string;
  /** How many addresses and numbers were taken out. */
  readonly addresses: number;
  readonly telephones: number;
}

/** The text without e-mail addresses and telephone numbers. */
export function redact(text: string): Redacted {
  let addresses = 0;
  let telephones = 0;
  const withoutAddresses = text.replaceAll(ALL_ADDRESSES, () => {
    addresses += 1;
    return "[e-mail removed]";
  });
  const bare = withoutAddresses.replaceAll(ALL_TELEPHONES, () => {
    telephones += 1;
    return "[telephone removed]";
  });
  return { text: bare, addresses, telephones };
}

/** The row without them in title, text and reply; the notes say how many there were, never which. */
export function redactRow(row: Scalars, notes: Remark<Noted>[]): Scalars {
  const [title, text, reply] = [redact(row.title ?? ""), redact(row.text ?? ""), redact(row.reply ?? "")];
  tell(NOTED.redacted, [title, text], notes);
  tell(NOTED.redactedReply, [reply], notes);
  return {
    ...row,
    ...(row.title !== undefined && { title: title.text }),
    ...(row.text !== undefined && { text: text.text }),
    ...(row.reply !== undefined && { reply: reply.text }),
  };
}

function tell(reason: Noted, parts: readonly Redacted[], notes: Remark<Noted>[]): void {
  const addresses = parts.reduce((sum, part) => sum + part.addresses, 0);
  const telephones = parts.reduce((sum, part) => sum + part.telephones, 0);
  if (addresses + telephones > 0)
    notes.push({ reason, detail: `${addresses} e-mail, ${telephones} telephone` });
}
