import { hash } from "node:crypto";
import type { Issue } from "../../model/check.ts";
import { foldText } from "../../model/fold.ts";
import { forgetOldest } from "../../model/forget-oldest.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { DEFAULT_LIMIT, idsNamed, type SearchFilter } from "../../model/search-filter.ts";
import { dateNumber, type ReviewTable } from "./review-table.ts";

export interface SearchPage {
  /** Number of reviews that match, on all pages. */
  readonly matched: number;
  /** Rows of this page, newest first. */
  readonly rows: readonly number[];
  /** Continues after this page; absent on the last one. */
  readonly nextCursor?: string;
}

/** Finds reviews, newest first. Fails only on the cursor: everything else was checked with the parameters. */
export function search(table: ReviewTable, filter: SearchFilter): Result<SearchPage, Issue[]> {
  const { limit = DEFAULT_LIMIT, cursor } = filter;
  const after = cursor === undefined ? ok(0) : rowAfter(table, cursor, filter);
  if (!after.ok) return after;
  const found = matchingRows(table, filter);
  const from = firstIndex(found, (row) => row >= after.value);
  const rows = Array.from(found.subarray(from, from + limit));
  const last = rows.at(-1);
  if (last === undefined || from + limit >= found.length) return ok({ matched: found.length, rows });
  return ok({ matched: found.length, rows, nextCursor: cursorAfter(table, last, filter) });
}

/** Renders the body of a search response. The reviews are sent as they stand in reviews.json. */
export function renderSearchPage(table: ReviewTable, { matched, rows, nextCursor }: SearchPage): Buffer {
  const parts: Buffer[] = [Buffer.from(`{"matched":${matched},"returned":${rows.length},"reviews":[`)];
  for (const [index, row] of rows.entries()) {
    if (index > 0) parts.push(COMMA);
    parts.push(table.bytesOf(row));
  }
  parts.push(Buffer.from(nextCursor === undefined ? "]}\n" : `],"next_cursor":"${nextCursor}"}\n`));
  return Buffer.concat(parts);
}

const COMMA = Buffer.from(",");

/** Enough for the pages of the searches that run at one time; each takes four bytes per match. */
const MAX_RECENT_SEARCHES = 16;

/** Rows that pass every filter, ascending, regardless of limit and cursor. */
export function matchingRows(table: ReviewTable, filter: SearchFilter): Uint32Array {
  const { recentSearches } = table;
  const key = filterKey(filter);
  const known = recentSearches.get(key);
  if (known !== undefined) return known;
  const rows = scan(table, filter);
  recentSearches.set(key, rows);
  forgetOldest(recentSearches, MAX_RECENT_SEARCHES);
  return rows;
}

function scan(table: ReviewTable, filter: SearchFilter): Uint32Array {
  const { dates, ratings, texts } = table;
  const {
    rating,
    min_rating = 1,
    since,
    until,
    query,
    mentions_technician,
    mentions_service,
    ...rest
  } = filter;
  const { limit: _limit, cursor: _cursor, ...ignored } = rest;
  // The type check fails while a parameter of the schema has no effect here.
  ignored satisfies Record<string, never>;
  const first = until === undefined ? 0 : firstIndex(dates, (date) => date <= dateNumber(until));
  const last = since === undefined ? table.rows : firstIndex(dates, (date) => date < dateNumber(since));
  const [min, max] = [Math.max(min_rating, rating ?? 1), rating ?? 5];
  const byTechnician = rowsNaming(table, "technicians", mentions_technician);
  const byService = rowsNaming(table, "services", mentions_service);
  const needle = query === undefined ? undefined : foldText(query);
  const rows = new Uint32Array(Math.max(0, last - first));
  let count = 0;
  for (let row = first; row < last; row += 1) {
    const stars = ratings[row] as number;
    if (stars < min || stars > max) continue;
    if (byTechnician?.has(row) === false || byService?.has(row) === false) continue;
    if (needle !== undefined && !(texts[row] as string).includes(needle)) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.slice(0, count);
}

function rowsNaming(
  table: ReviewTable,
  kind: "technicians" | "services",
  name: string | undefined,
): ReadonlySet<number> | undefined {
  return name === undefined ? undefined : table.rowsMentioning(kind, idsNamed(name, table[kind]));
}

/** Binary search: the first index whose value passes, where all later values pass as well. */
function firstIndex(values: Uint32Array, passes: (value: number) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(values[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A cursor names the last review of its page, so it stays valid across releases, and the filter it belongs to. */
export function cursorAfter(table: ReviewTable, row: number, filter: SearchFilter): string {
  const cursor = `${table.dates[row]}.${table.idOf(row)}.${filterDigest(filter)}`;
  return Buffer.from(cursor).toString("base64url");
}

/** The first row after the review that the cursor names, which may have left the release since. */
function rowAfter(table: ReviewTable, cursor: string, filter: SearchFilter): Result<number, Issue[]> {
  const parts = /^(\d{8})\.([0-9A-Z]{26})\.([0-9a-f]{12})$/.exec(
    Buffer.from(cursor, "base64url").toString("latin1"),
  );
  if (parts === null) return cursorIssue("is not a cursor of this service; leave it out to start again");
  const [, date, id = "", digest] = parts;
  if (digest !== filterDigest(filter))
    return cursorIssue("belongs to other filters; leave it out to start again");
  let row = firstIndex(table.dates, (value) => value <= Number(date));
  while (table.dates[row] === Number(date) && table.idOf(row) >= id) row += 1;
  return ok(row);
}

const cursorIssue = (message: string): Result<never, Issue[]> =>
  err([{ path: "cursor", code: "cursor", message }]);

const filterDigest = (filter: SearchFilter): string => hash("sha256", filterKey(filter), "hex").slice(0, 12);

/** Every parameter that decides what matches, in one order. */
function filterKey({ limit: _limit, cursor: _cursor, ...decisive }: SearchFilter): string {
  return JSON.stringify(Object.entries(decisive).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
