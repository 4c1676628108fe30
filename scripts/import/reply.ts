import { showValue } from "../../model/check.ts";
import { cleanText } from "../../model/text.ts";
import type { Carried } from "./carried.ts";
import { NOTED, type Noted, type Remark } from "./reasons.ts";
import { isLong, MAX_TEXT_CHARS, type Scalars } from "./scalars.ts";
import { type DateRules, readDate } from "./written-date.ts";

/** The business's answer, as far as the row has one with a date: a date of our own would be an invention. */
export function readReply(
  row: Scalars,
  rules: DateRules,
  notes: Remark<Noted>[],
): Pick<Carried, "owner_reply"> {
  const text = cleanText(row.reply ?? "");
  if (text === "") return {};
  if (isLong(text, MAX_TEXT_CHARS)) {
    notes.push({ reason: NOTED.replyLength, detail: showValue(text) });
    return {};
  }
  const date = readDate(row.reply_date ?? "", rules);
  if (date.ok) return { owner_reply: { text, date: date.value } };
  notes.push({ reason: NOTED.replyDate, detail: `${showValue(row.reply_date ?? null)} ${date.error}` });
  return {};
}
