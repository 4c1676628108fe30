import { type Remark, SKIPPED, type SkipReason } from "./reasons.ts";
import { showValue } from "../../model/check.ts";
import type { DateFormat } from "./written-date.ts";

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
  text: names("text review_text review review_body review_content body content comment comments"),
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
  photos: names("photos photo_urls picture_urls image_urls photo_url images img"),
  verified: names("verified is_verified verified_purchase verified_buyer is_verified_buyer"),
};

export type Field = keyof typeof KNOWN_NAMES;

export const FIELDS = Object.keys(KNOWN_NAMES) as Field[];

function names(list: string): readonly string[] {
  return list.split(" ");
}

/** One row's values by field. An absent member means that the row does not carry the field at all. */
export type RowValues = { [F in Field]?: unknown };

/** One row of an export. */
export interface ExportRow {
  readonly line: number;
  readonly values: RowValues;
  /** The last change of the review, in milliseconds: of two states of one review the later one counts. */
  readonly changedAt?: number;
  /** The status that hides the review at its source, such as `state=unpublished`. */
  readonly hidden?: string;
  /** The author's own signature over the row, which the reader has verified. */
  readonly signature?: string;
  /** Fields of a review that is written as content has them; they are taken as they are. */
  readonly asInContent?: Readonly<Record<string, unknown>>;
  /** The reason why the reader leaves the row out. */
  readonly skipped?: Remark<SkipReason>;
}

/** A column and the value that a row must have there. */
export interface RowChoice {
  readonly column: string;
  readonly value: string;
}

/** The columns that a reader has to find. */
export interface ColumnChoice {
  /** The names or paths of a field, best first; without any, the field is not read. Other fields have KNOWN_NAMES. */
  readonly map: ReadonlyMap<Field, readonly string[]>;
  /** Rows without these values are left out, or withheld where the column is a status. */
  readonly only: readonly RowChoice[];
  /** Columns that neither are fields nor hide reviews, whatever their names. */
  readonly ignored: readonly string[];
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
  /** Called for each column that is not used, at least once per column. */
  unused(column: string): void;
  /** Called for the values of columns that seem to say whether a review is shown, unless they are chosen or ignored. */
  status(column: string, value: unknown): void;
  /** Called with the number of reviews that the source itself states for one of its locations. */
  stated(location: string, count: number): void;
}

/** Reads the text of one export file. Throws a CommandError when the file is not such an export. */
export type ExportReader = (file: string, text: string, choice: ColumnChoice, sink: ExportSink) => void;

/** `Review Created (UTC)` and `review_created_utc` are the same name. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");

export const isSameName = (a: string, b: string): boolean => plainName(a) === plainName(b);

const STATUS =
  /^(?:is|review|reviews)?(?:published|publish|state|status|visibility|visible|hidden|moderation|curated)$/;
const STATUS_OF = /^(?:published?|publication|visibility|moderation|review)(?:state|status)$/;

/** True for a column that seems to say whether the source shows the review. */
export function isStatusName(name: string): boolean {
  const plain = plainName(name);
  return STATUS.test(plain) || STATUS_OF.test(plain);
}

/** Compares a row with `--only`: another value of a status hides the review, any other mismatch leaves the row out. */
export function compareWithOnly<Only extends RowChoice>(
  only: readonly Only[],
  valueOf: (only: Only) => unknown,
): Pick<ExportRow, "hidden" | "skipped"> {
  const others = only.filter((one) => plainValue(valueOf(one)) !== plainValue(one.value));
  const show = (other: Only): string => `${other.column}=${showValue(valueOf(other))}`;
  const unchosen = others.find(({ column }) => !isStatusName(column));
  if (unchosen) return { skipped: { reason: SKIPPED.notChosen, detail: show(unchosen) } };
  return others[0] === undefined ? {} : { hidden: show(others[0]) };
}

function plainValue(value: unknown): string | undefined {
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isPlain ? String(value).trim().toLowerCase() : undefined;
}

/** One kind of export: its reader, and the meaning of its columns unless the command line says otherwise. */
export interface ExportFormat {
  /** As the usage prints it. */
  readonly about: string;
  /** The page that describes the layout. */
  readonly layout?: string;
  readonly read: ExportReader;
  /** The files of an export in a folder or a ZIP archive, if their names say more than CSV or JSON. */
  readonly files?: RegExp;
  readonly source?: string;
  readonly map?: Readonly<Partial<Record<Field, readonly string[]>>>;
  readonly only?: ColumnChoice["only"];
  readonly dateFormat?: DateFormat;
  /** True when ids of rows that are ULIDs stay as they are. */
  readonly keepsIds?: true;
  /** True when an export never holds all reviews of its source. */
  readonly isPartial?: true;
}
