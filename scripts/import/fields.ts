import { showValue } from "../../model/check.ts";
import { type Remark, SKIPPED, type SkipReason } from "./reasons.ts";

/**
 * The fields of a review, each with the names that exports of review sites and shops use for it, best first. Names are
 * compared without case, spaces and punctuation; a dot reaches into a JSON object. Scores out of ten or a hundred have
 * other names and are never guessed.
 */
export const KNOWN_NAMES = {
  id: names("id review_id"),
  author: names(
    "author.name author author_name reviewer_name reviewer.displayName reviewer.name " +
      "consumer.displayName display_name review_username nickname full_name customer_name reviewer " +
      "name",
  ),
  rating: names("rating stars star_rating review_stars review_rating review_score"),
  date: names(
    "date review_date created_at date_created create_time review_created_utc review_created " +
      "date_published published_at",
  ),
  text: names("text review_text review review_body review_content body content comment"),
  title: names("title review_title headline"),
  source: names("source source_name site_name publisher"),
  source_url: names("source_url review_url permalink url"),
  reply: names(
    "reply owner_reply.text owner_reply owner_response company_response companyReply.text " +
      "company_reply business_reply reviewReply.comment",
  ),
  reply_date: names(
    "reply_date owner_reply.date replied_at company_reply_date_utc business_reply_date_utc " +
      "companyReply.createdAt reviewReply.updateTime",
  ),
  author_avatar_url: names("author_avatar_url avatar_url avatar reviewer.profilePhotoUrl"),
  verified: names("verified is_verified verified_purchase verified_buyer is_verified_buyer"),
};

export type Field = keyof typeof KNOWN_NAMES;

export const FIELDS = Object.keys(KNOWN_NAMES) as Field[];

function names(list: string): readonly string[] {
  return list.split(" ");
}

/** One row's values by field. An absent member means that the row does not carry the field at all. */
export type RowValues = { [F in Field]?: unknown };

/** One row of an export: its values, or the reason why it cannot be read. */
export type ExportRow =
  | {
      readonly line: number;
      readonly values: RowValues;
      /** The last change of the review, in milliseconds: of two states of one review the later one counts. */
      readonly changedAt?: number;
    }
  | { readonly line: number; readonly skipped: Remark<SkipReason> };

/** The columns that a reader has to find. */
export interface ColumnChoice {
  /** Columns named with --map; an empty name switches the field off. */
  readonly map: ReadonlyMap<Field, string>;
  /** Rows are imported only where each of these columns has its value. */
  readonly only: readonly { readonly column: string; readonly value: string }[];
  /** The delimiter of CSV; detected from the header when absent. */
  readonly delimiter?: string;
  /** Fields without which no row can be imported; a CSV header has to name them. */
  readonly needed: readonly Field[];
}

/** Receives what a reader finds, in the order of the file. */
export interface ExportSink {
  row(row: ExportRow): void;
  /** Called for each column that provides a field, at least once per column. */
  column(field: Field, column: string): void;
}

/** Reads the text of one export file. Throws a CommandError when the file is not such an export. */
export type ExportReader = (file: string, text: string, choice: ColumnChoice, sink: ExportSink) => void;

/** `Review Created (UTC)` and `review_created_utc` are the same name. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");

/** The remark for the first `--only` that a row does not match. Values are compared as text, in any case. */
export function mismatchOf<Only extends ColumnChoice["only"][number]>(
  only: readonly Only[],
  valueOf: (only: Only) => unknown,
): Remark<SkipReason> | undefined {
  const other = only.find((one) => plainValue(valueOf(one)) !== plainValue(one.value));
  return other && { reason: SKIPPED.notChosen, detail: `${other.column}=${showValue(valueOf(other))}` };
}

function plainValue(value: unknown): string | undefined {
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isPlain ? String(value).trim().toLowerCase() : undefined;
}
