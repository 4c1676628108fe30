import { hash } from "node:crypto";
import type { EntityAliases } from "../../model/entities.ts";
import { foldText } from "../../model/fold.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { DEFAULT_LIMIT, idsNamed, type SearchFilter } from "../../model/search-filter.ts";
import type { Issue } from "../../model/check.ts";
import { dateNumber, type ReviewTable } from "./review-table.ts";

export interface Found {
  /** All reviews that match, whatever the limit and the cursor. */
  readonly matched: number;
  /** Rows of this page, newest first. */
  readonly rows: readonly number[];
  /** Continues behind this page; absent on the last one. */
  readonly nextCursor?: string;
}

/** Finds reviews, newest first. The error tells what is wrong with the cursor: the rest was checked before. */
export function search(table: ReviewTable, filter: SearchFilter): Result<Found, Issue[]> {
  const { limit = DEFAULT_LIMIT, cursor } = filter;
  const after = cursor === undefined ? ok(0) : rowAfter(table, cursor, filter);
  if (!after.ok) return after;
  const found = matching(table, filter);
  const from = lowerBound(found, after.value);
  const rows = Array.from(found.slice(from, from + limit));
  const last = rows.at(-1);
  if (last === undefined || from + limit >= found.length) return ok({ matched: found.length, rows });
  return ok({ matched: found.length, rows, nextCursor: cursorAt(table, last, filter) });
}

/** Row numbers, ascending. */
export type Rows = Uint32Array | readonly number[];

/** Rows of the table that pass every filter, whatever the limit and the cursor. */
export function matching(table: ReviewTable, filter: SearchFilter): Rows {
  const { rating, min_rating: minRating = 1, since, until, query } = filter;
  const first = until === undefined ? 0 : firstRowUpTo(table.dates, dateNumber(until));
  const last = since === undefined ? table.rows : firstRowUpTo(table.dates, dateNumber(since) - 1);
  if (first >= last) return [];
  const lists = [
    ...mentioning(table, "technicians", filter.mentions_technician, table.technicians),
    ...mentioning(table, "services", filter.mentions_service, table.services),
  ].toSorted((a, b) => a.length - b.length);
  let rows: Rows =
    query === undefined
      ? (lists.shift() ?? span(first, last))
      : table.texts.find(foldText(query), first, last);
  rows = between(rows, first, last);
  for (const list of lists) rows = intersection(rows, list);
  return rating === undefined && minRating <= 1
    ? rows
    : rated(rows, table.ratings, Math.max(minRating, rating ?? 1), rating ?? 5);
}

function rated(rows: Rows, ratings: Uint8Array, min: number, max: number): Rows {
  const kept = new Uint32Array(rows.length);
  let count = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as number;
    const stars = ratings[row] as number;
    if (stars < min || stars > max) continue;
    kept[count] = row;
    count += 1;
  }
  return kept.subarray(0, count);
}

function intersection(rows: Rows, others: Rows): Rows {
  const both: number[] = [];
  for (let a = 0, b = 0; a < rows.length && b < others.length;) {
    const [x, y] = [rows[a] as number, others[b] as number];
    if (x === y) both.push(x);
    if (x <= y) a += 1;
    if (y <= x) b += 1;
  }
  return both;
}

/** The rows from `first` up to, not including, `last`. */
function between(rows: Rows, first: number, last: number): Rows {
  const [from, to] = [lowerBound(rows, first), lowerBound(rows, last)];
  return rows instanceof Uint32Array ? rows.subarray(from, to) : rows.slice(from, to);
}

/** The place of the first row that is not below `row`. */
function lowerBound(rows: Rows, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

function mentioning(
  table: ReviewTable,
  kind: "technicians" | "services",
  name: string | undefined,
  known: readonly EntityAliases[],
): (readonly number[])[] {
  if (name === undefined) return [];
  const lists = idsNamed(name, known).map((id) => table.mentioning(kind, id));
  if (lists.length <= 1) return [lists[0] ?? []];
  return [[...new Set(lists.flat())].toSorted((a, b) => a - b)];
}

function span(first: number, last: number): Uint32Array {
  const rows = new Uint32Array(last - first);
  for (let index = 0; index < rows.length; index += 1) rows[index] = first + index;
  return rows;
}

/** The first row whose date is on or before `date`; dates descend. */
function firstRowUpTo(dates: Uint32Array, date: number): number {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dates[middle] ?? 0) > date) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A cursor names the last review of its page, so that it holds over releases, and the filter it belongs to. */
export function cursorAt(table: ReviewTable, row: number, filter: SearchFilter): string {
  return Buffer.from(`${table.dates[row]}.${table.idOf(row)}.${filterMark(filter)}`).toString("base64url");
}

function rowAfter(table: ReviewTable, cursor: string, filter: SearchFilter): Result<number, Issue[]> {
  const parts = /^(\d{8})\.([0-9A-Z]{26})\.([0-9a-f]{12})$/.exec(
    Buffer.from(cursor, "base64url").toString("latin1"),
  );
  if (parts === null) return refuse("is not a cursor of this service; leave it out to start again");
  const [, date, id = "", mark] = parts;
  if (mark !== filterMark(filter)) return refuse("belongs to other filters; leave it out to start again");
  let row = firstRowUpTo(table.dates, Number(date));
  while (row < table.rows && table.dates[row] === Number(date) && table.idOf(row) >= id) row += 1;
  return ok(row);
}

const refuse = (message: string): Result<never, Issue[]> =>
  err([{ path: "cursor", code: "cursor", message }]);

/** Digest of everything that decides what matches. */
function filterMark(filter: SearchFilter): string {
  const decisive = Object.entries(filter).filter(([name]) => name !== "limit" && name !== "cursor");
  const entries = decisive.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash("sha256", JSON.stringify(entries), "hex").slice(0, 12);
}
