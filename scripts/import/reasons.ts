import { MIN_DATE } from "../../model/review.ts";

/** Why a row was skipped, as the report prints it. docs/import.md explains each reason. */
export const SKIPPED = {
  notJson: "is not a JSON object",
  tooLong: "row is over 1 MB",
  columns: "has a different number of columns than the header",
  quotes: "has quotes that CSV does not allow",
  notChosen: "does not match --only",
  noRating: "has no rating",
  halfStars: "rating is not a whole number of stars",
  ratingRange: "rating is outside 1 to 5",
  ratingUnreadable: "rating is not a number of stars",
  noDate: "has no date",
  dateUnreadable: "date is written in a way that is not read; write 2026-12-31",
  dateAmbiguous: "date may name two days; pass --date-format dmy or mdy",
  dateOrder: "date does not fit --date-format",
  noSuchDay: "date is a day that does not exist",
  future: "date is in the future",
  tooOld: `date is before ${MIN_DATE}`,
  noSource: "has no source; name one with --source",
  verifiedUnreadable: "verified is neither yes nor no; --map verified= ignores the column",
  authorLength: "author is over 200 characters",
  sourceLength: "source is over 200 characters",
  textLength: "text is over 20,000 characters",
  notObject: "review is not an object",
  signature: "is not signed by the key that it names",
  noReview: "is an edit, a deletion or a report of another review",
  personal: "still seems to hold personal data after --redact; edit the row in the export, then import again",
  erased: "was erased and is not imported again",
  schema: "does not fit the schema of a review",
} as const;

/** The reason of rows that are imported as withheld. */
export const HIDDEN = "hidden at its source";

export type SkipReason = (typeof SKIPPED)[keyof typeof SKIPPED];

const PERSONAL =
  "seems to contain an e-mail address, a telephone or a card number; read it before you publish";

/** Changes to rows that were imported nevertheless, and parts that were left out. */
export const NOTED = {
  authorMasked: "author was an e-mail address and is not published",
  placeholder: "text was a placeholder; imported as a rating without text",
  replyDate: "reply has no readable date and is left out",
  replyLength: "reply is over 20,000 characters and is left out",
  url: "is not an http or https URL and is left out",
  object: "is an object or a list and is left out; map one of its members",
  personal: `text ${PERSONAL}`,
  personalAuthor: `author ${PERSONAL}`,
  personalReply: `reply ${PERSONAL}`,
  redacted: "e-mail addresses, telephone and card numbers were removed from the text",
  redactedReply: "e-mail addresses, telephone and card numbers were removed from the reply",
  personalId:
    "id is an e-mail address; map another column, or none, since the published id is a digest of it",
  brokenId: "id is an error of a spreadsheet; the row is identified by what it says",
  otherReview:
    "has the id of an earlier row by another author, and replaces it; map another column as id, or none",
} as const;

export type NoteReason = (typeof NOTED)[keyof typeof NOTED];

/** A reason with the value that caused it. */
export interface Remark<Reason extends string> {
  readonly reason: Reason;
  readonly detail: string;
}

/** Ends the command: its problems are printed and it exits with 1. Thrown before anything is written. */
export class CommandError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "CommandError";
    this.problems = problems;
  }
}

/** The code of a system error, such as ENOENT. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
