import { check, showValue } from "../../model/check.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { contentReviewSchema } from "../../model/review.ts";
import {
  type AuthorStyle,
  holdsAddress,
  oneLine,
  parseAuthor,
  seemsPersonal,
  styleAuthor,
} from "./author.ts";
import { type Carried, type Defaults, withDefaults } from "./carried.ts";
import type { RowValues } from "./fields.ts";
import { type Identity, idOf } from "./identity.ts";
import { joinProse, type Prose } from "./prose.ts";
import { parseRating } from "./rating.ts";
import { redactRow } from "./redact.ts";
import { NOTED, type Noted, type Remark, SKIPPED, type Skipped } from "./reasons.ts";
import { readReply } from "./reply.ts";
import { imageAndPage, isLong, MAX_TEXT_CHARS, parseYesNo, type Scalars, scalarsOf } from "./scalars.ts";
import { type DateRules, readDate } from "./written-date.ts";

/** One row as a review, before it meets other rows and content. */
export interface Candidate {
  readonly id: string;
  readonly carried: Carried;
  readonly notes: readonly Remark<Noted>[];
}

export interface RowRules extends DateRules {
  readonly defaults: Defaults;
  readonly placeholders: ReadonlySet<string>;
  readonly authors: AuthorStyle;
  /** True when e-mail addresses and telephone numbers go out of texts and replies. */
  readonly redact: boolean;
  /** True when an id that is a ULID stays as it is. */
  readonly keepsIds: boolean;
}

const checkReview = check(contentReviewSchema);

/** Makes a review of one row, or says why it cannot be one. */
export function readCandidate(values: RowValues, rules: RowRules): Result<Candidate, Remark<Skipped>> {
  const notes: Remark<Noted>[] = [];
  const scalars = scalarsOf(values, notes);
  const row = rules.redact ? redactRow(scalars, notes) : scalars;
  const rating = parseRating(row.rating ?? "");
  if (!rating.ok) return skip(rating.error, row.rating);
  const date = readDate(row.date ?? "", rules);
  if (!date.ok) return skip(date.error, row.date);
  const names = readNames(row, rules.defaults, notes);
  if (!names.ok) return names;
  const prose = readProse(row, rules.placeholders, notes);
  if (!prose.ok) return prose;
  const verified = parseYesNo(row.verified ?? "");
  if (!verified.ok) return skip(verified.error, row.verified);
  const carried: Carried = {
    rating: rating.value,
    date: date.value,
    ...styled(names.value.carried, rules.authors),
    ...((row.text !== undefined || row.title !== undefined) && { text: prose.value.text }),
    ...imageAndPage(row, notes),
    ...readReply(row, rules, notes),
    ...(verified.value !== undefined && { verified: verified.value }),
  };
  // The full name: another style must not make another review.
  const whole = { ...carried, author: names.value.carried.author };
  const id =
    rules.keepsIds && isUlid(row.id)
      ? row.id
      : idOf(identify(row, whole, names.value.source, prose.value.written), date.value);
  return checked({ id, carried, notes }, rules.defaults);
}

const ULID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

const isUlid = (id: string | undefined): id is string => id !== undefined && ULID_PATTERN.test(id);

const styled = (names: Names["carried"], style: AuthorStyle): Names["carried"] =>
  names.author === undefined ? names : { ...names, author: styleAuthor(names.author, style) };

function skip(reason: Skipped, value: string | undefined): Result<never, Remark<Skipped>> {
  return err({ reason, detail: value === undefined ? "" : showValue(oneLine(value)) });
}

const MAX_LINE_CHARS = 200;

interface Names {
  readonly source: string;
  readonly carried: Pick<Carried, "author" | "source">;
}

function readNames(row: Scalars, defaults: Defaults, notes: Remark<Noted>[]): Result<Names, Remark<Skipped>> {
  const author = parseAuthor(row.author ?? "");
  if (isLong(author.name ?? "", MAX_LINE_CHARS)) return skip(SKIPPED.authorLength, row.author);
  const written = oneLine(row.source ?? "");
  if (isLong(written, MAX_LINE_CHARS)) return skip(SKIPPED.sourceLength, row.source);
  const source = written || defaults.source;
  if (source === undefined) return skip(SKIPPED.noSource, row.source);
  if (author.masked)
    notes.push({ reason: NOTED.authorMasked, detail: `published as ${author.name ?? defaults.author}` });
  const carried = {
    ...(author.name !== undefined && { author: author.name }),
    ...(written !== "" && { source: written }),
  };
  return ok({ source, carried });
}

function readProse(
  row: Scalars,
  placeholders: ReadonlySet<string>,
  notes: Remark<Noted>[],
): Result<Prose, Remark<Skipped>> {
  const prose = joinProse(row.title ?? "", row.text ?? "", placeholders);
  if (isLong(prose.text ?? "", MAX_TEXT_CHARS)) return skip(SKIPPED.textLength, prose.text ?? "");
  if (prose.text === null && prose.written !== "")
    notes.push({ reason: NOTED.placeholder, detail: showValue(prose.written) });
  if (prose.text !== null && seemsPersonal(prose.text))
    notes.push({ reason: NOTED.personal, detail: showValue(prose.text) });
  if (holdsAddress(row.id ?? "")) notes.push({ reason: NOTED.personalId, detail: "" });
  return ok(prose);
}

type Identified = Pick<Carried, "rating" | "date"> & { readonly author: string | undefined };

function identify(row: Scalars, carried: Identified, source: string, written: string): Identity {
  const sourceId = oneLine(row.id ?? "");
  if (sourceId !== "") return { source, sourceId };
  return { source, author: carried.author ?? "", date: carried.date, rating: carried.rating, written };
}

function checked(candidate: Candidate, defaults: Defaults): Result<Candidate, Remark<Skipped>> {
  const review = checkReview(withDefaults(candidate.id, candidate.carried, defaults));
  if (review.ok) return ok(candidate);
  const issue = review.error[0];
  return err({ reason: SKIPPED.schema, detail: `${issue?.path} ${issue?.message}` });
}
