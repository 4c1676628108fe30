import { check, showValue } from "../../model/check.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { contentReviewSchema } from "../../model/review.ts";
import { type CarriedFields, type Defaults, idOf, withDefaults } from "./carried.ts";
import type { RowValues } from "./fields.ts";
import { resemblesPersonalDetails } from "./personal-details.ts";
import { joinProse } from "./prose.ts";
import { NOTED, type NoteReason, type Remark, SKIPPED, type SkipReason } from "./reasons.ts";
import {
  type AuthorStyle,
  holdsAddress,
  oneLine,
  parseAuthor,
  redactRow,
  seemsPersonal,
  styleAuthor,
} from "./redact.ts";
import {
  isLong,
  MAX_TEXT_CHARS,
  parseRating,
  parseYesNo,
  readReply,
  readPhotos,
  readUrls,
  type TextValues,
  textValuesOf,
} from "./scalars.ts";
import { type DateRules, readDate } from "./written-date.ts";

/** One row as a review, before it is merged with other rows and content. */
export interface Candidate {
  readonly id: string;
  readonly source: string;
  readonly carried: CarriedFields;
  /** The status that hides the review at its source. */
  readonly hidden?: string;
  readonly notes: readonly Remark<NoteReason>[];
}

export interface RowRules extends DateRules {
  readonly defaults: Defaults;
  readonly placeholders: ReadonlySet<string>;
  readonly authors: AuthorStyle;
  /** True when personal data is removed from texts and replies, and rows that still seem to hold some are skipped. */
  readonly redact: boolean;
  /** True when an id that is a ULID stays as it is. */
  readonly keepsIds: boolean;
}

const MAX_LINE_CHARS = 200;

/** Builds a review from one row. The error is the reason why the row is skipped. */
export function readCandidate(values: RowValues, rules: RowRules): Result<Candidate, Remark<SkipReason>> {
  const notes: Remark<NoteReason>[] = [];
  const asWritten = textValuesOf(values, notes);
  const row = rules.redact ? redactRow(asWritten, notes) : asWritten;
  const rating = parseRating(row.rating ?? "");
  if (!rating.ok) return skip(rating.error, row.rating);
  const date = readDate(row.date ?? "", rules);
  if (!date.ok) return skip(date.error, row.date);
  const { name, masked } = parseAuthor(row.author ?? "");
  if (isLong(name ?? "", MAX_LINE_CHARS)) return skip(SKIPPED.authorLength, row.author);
  const ownSource = oneLine(row.source ?? "");
  if (isLong(ownSource, MAX_LINE_CHARS)) return skip(SKIPPED.sourceLength, row.source);
  const source = ownSource || rules.defaults.source;
  if (source === undefined) return skip(SKIPPED.noSource, row.source);
  const prose = joinProse(row.title ?? "", row.text ?? "", rules.placeholders);
  if (isLong(prose.text ?? "", MAX_TEXT_CHARS)) return skip(SKIPPED.textLength, prose.text ?? "");
  // Not quoted: the report must not contain personal data either.
  if (rules.redact && [name, prose.text, row.reply].some((text) => resemblesPersonalDetails(text ?? "")))
    return err({ reason: SKIPPED.personal, detail: "" });
  const verified = parseYesNo(row.verified ?? "");
  if (!verified.ok) return skip(verified.error, row.verified);

  if (masked)
    notes.push({ reason: NOTED.authorMasked, detail: `published as ${name ?? rules.defaults.author}` });
  if (prose.text === null && prose.written !== "")
    notes.push({ reason: NOTED.placeholder, detail: showValue(prose.written) });
  if (holdsAddress(row.id ?? "")) notes.push({ reason: NOTED.personalId, detail: "" });
  const writtenId = oneLine(row.id ?? "");
  if (sourceIdOf(row.id) !== writtenId) notes.push({ reason: NOTED.brokenId, detail: writtenId });
  const carried: CarriedFields = {
    rating: rating.value,
    date: date.value,
    ...(name !== undefined && { author: styleAuthor(name, rules.authors) }),
    ...(ownSource !== "" && { source: ownSource }),
    ...((row.text !== undefined || row.title !== undefined) && { text: prose.text }),
    ...readUrls(row, notes),
    ...readPhotos(values.photos, notes),
    ...readReply(row, rules, notes),
    ...(verified.value !== undefined && { verified: verified.value }),
  };
  for (const [reason, text = ""] of [
    [NOTED.personal, carried.text],
    [NOTED.personalAuthor, carried.author],
    [NOTED.personalReply, carried.owner_reply?.text],
  ] as const)
    if (text !== null && seemsPersonal(text)) notes.push({ reason, detail: showValue(text) });
  const id = rowId(row, carried, { source, author: name ?? "", written: prose.written }, rules.keepsIds);
  return ok({ id, source, carried, notes });
}

/** The id of a row that is left out, where it can be told: its review is still in the export. */
export function leftOutId(values: RowValues, rules: RowRules): string | undefined {
  const candidate = readCandidate(values, rules);
  if (candidate.ok) return candidate.value.id;
  const { id = "", source = "" } = textValuesOf(values, []);
  const known = oneLine(source) || rules.defaults.source;
  if (rules.keepsIds && ULID_PATTERN.test(id)) return id;
  const sourceId = sourceIdOf(id);
  if (sourceId === "" || known === undefined) return undefined;
  return idOf({ source: known, sourceId }, rules.today);
}

function skip(reason: SkipReason, value: string | undefined): Result<never, Remark<SkipReason>> {
  return err({ reason, detail: value === undefined ? "" : showValue(oneLine(value)) });
}

/** A spreadsheet writes these for ids that begin with "-" or "=". */
const SPREADSHEET_ERROR = /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)$/;

/** Empty where the row has none: many rows may have the same error. */
function sourceIdOf(written = ""): string {
  const id = oneLine(written);
  return SPREADSHEET_ERROR.test(id) ? "" : id;
}

const ULID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Derived from the author's full name, so that another --authors style yields the same review. */
function rowId(
  row: TextValues,
  { date, rating }: CarriedFields,
  written: { readonly source: string; readonly author: string; readonly written: string },
  keepsIds: boolean,
): string {
  if (keepsIds && row.id !== undefined && ULID_PATTERN.test(row.id)) return row.id;
  const sourceId = sourceIdOf(row.id);
  return idOf(sourceId === "" ? { ...written, date, rating } : { source: written.source, sourceId }, date);
}

/** The candidate if it makes a review that fits the schema. */
export function checked(candidate: Candidate, defaults: Defaults): Result<Candidate, Remark<SkipReason>> {
  const review = checkReview(withDefaults(candidate.id, candidate.carried, defaults));
  if (review.ok) return ok(candidate);
  const issue = review.error[0];
  return err({ reason: SKIPPED.schema, detail: `${issue?.path} ${issue?.message}` });
}

const checkReview = check(contentReviewSchema);
