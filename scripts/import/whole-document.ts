import { showValue } from "../../model/check.ts";
import { isNestedDeeper } from "../../model/json-depth.ts";
import type { ExportReader, ExportRow, ExportSink } from "./fields.ts";
import { type JsonRow, memberAt, readJsonRow } from "./json-fields.ts";
import { CommandError, SKIPPED } from "./reasons.ts";

/** One review of a document, its members named as columns are. */
export interface DocumentRow extends Pick<ExportRow, "changedAt" | "signature" | "asInContent" | "skipped"> {
  readonly row: unknown;
}

/** Takes a document apart. `stated` receives the totals that it states. */
export type RowReader = (file: string, text: string, stated: ExportSink["stated"]) => readonly DocumentRow[];

/**
 * A reader of exports that are one document each. The line of a row is its number in the document. `members` names
 * those that the parser gives under other names, so that they do not count as unused.
 */
export function documentReader(rowsOf: RowReader, members: readonly string[] = []): ExportReader {
  return (file, text, { ignored, ...rest }, sink) => {
    const choice = { ...rest, ignored: [...ignored, ...members] };
    const rows = rowsOf(file, text, (location, count) => sink.stated(location, count));
    for (const [at, { row, ...state }] of rows.entries()) {
      const line = at + 1;
      if (isObject(row)) sink.row({ ...readJsonRow(line, row, choice, sink), ...state });
      else sink.row({ line, values: {}, skipped: { reason: SKIPPED.notObject, detail: showValue(row) } });
    }
  };
}

/** The answers of an API, one or a list of them, each with its reviews at the path `list`. */
export interface AnswerLayout {
  readonly list: string;
  /** The path of the number of reviews that the source states. */
  readonly total?: string;
  readonly rowOf?: (review: JsonRow) => DocumentRow;
  readonly members?: readonly string[];
}

export function answerReader({ list, total, rowOf, members }: AnswerLayout): ExportReader {
  const rowsOf: RowReader = (file, text, stated) =>
    listOf(parseDocument(file, text)).flatMap((answer) => {
      const reviews = isObject(answer) ? memberAt(answer, list) : undefined;
      if (!isObject(answer) || !Array.isArray(reviews))
        throw new CommandError([`${file}: has no list named ${list}, as answers of this API have`]);
      const count = total === undefined ? undefined : memberAt(answer, total);
      if (Number.isSafeInteger(count)) stated("", Number(count));
      return reviews.map((review: unknown) =>
        isObject(review) && rowOf !== undefined ? rowOf(review) : { row: review },
      );
    });
  return documentReader(rowsOf, members);
}

/** A JSON array of objects, or an object with one list of objects in it. */
export function listedRows(file: string, text: string): DocumentRow[] {
  const document = parseDocument(file, text);
  const lists = Array.isArray(document)
    ? [document as unknown[]]
    : Object.values(isObject(document) ? document : {}).filter(
        (member): member is unknown[] => Array.isArray(member) && member.some(isObject),
      );
  if (lists.length !== 1)
    throw new CommandError([
      `${file}: is neither an array of reviews nor an object with one list of them (it has ${lists.length})`,
    ]);
  return (lists[0] ?? []).map((row) => ({ row }));
}

/** Fields of a review that no other export has. */
const OWN_FIELDS = new Set(["verification", "withheld", "incentive", "relationship", "signature"]);

/** The reviews.json of a release, or any list of such reviews, without the members that the build adds. */
export function publishedRows(file: string, text: string): DocumentRow[] {
  const document = parseDocument(file, text);
  const reviews = isObject(document) ? document["reviews"] : document;
  if (!Array.isArray(reviews))
    throw new CommandError([`${file}: is not a reviews.json: it has no list named reviews`]);
  return reviews.map((review: unknown) => {
    if (!isObject(review)) return { row: review };
    const { url: _url, mentions: _mentions, ...members } = review;
    const { true: own = [], false: others = [] } = Object.groupBy(Object.entries(members), ([field]) =>
      OWN_FIELDS.has(field) ? "true" : "false",
    );
    const asInContent = Object.fromEntries(own.filter(([, value]) => value !== null));
    return { row: Object.fromEntries(others), asInContent };
  });
}

/** Deeper than any real export, and safe for memory and stack. */
const MAX_DEPTH = 64;

/** The value of a JSON file. */
export function parseDocument(where: string, text: string): unknown {
  // JSON.parse would allocate some 50 bytes for each bracket before it fails.
  if (isNestedDeeper(text, MAX_DEPTH))
    throw new CommandError([`${where}: is nested over ${MAX_DEPTH} levels deep, as no export is`]);
  try {
    return JSON.parse(text, keepDigits(text)) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    throw new CommandError([`${where}: is not JSON: ${reason}; it may be cut off, so export it again`]);
  }
}

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** A reviver that keeps integers beyond 2^53 as text: rounded ids would make one review of two. */
export function keepDigits(text: string): Reviver | undefined {
  if (!/\d{16}/.test(text)) return undefined;
  return (_key, value, context) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
}

export const isObject = (value: unknown): value is JsonRow =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A member as a list: an absent one is empty, a single value is a list of one. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** A text or a number as text; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** The members that are not undefined. */
export function present(members: Readonly<Record<string, unknown>>): JsonRow {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
