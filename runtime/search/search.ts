import { hash } from "node:crypto";
import type { Issue } from "../../model/check.ts";
import { firstIndex } from "../../model/first-index.ts";
import { foldText } from "../../model/fold.ts";
import { forgetOldest } from "../../model/forget-oldest.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { DEFAULT_LIMIT, idsNamed, type SearchFilter } from "../../model/search-filter.ts";
import { dateNumber, type MentionKind, type SearchTable } from "../../model/search-table.ts";
import { slices, type Task } from "../loop/time-slices.ts";
import type { ReviewTable } from "./review-table.ts";
import { RowSet } from "./row-set.ts";

export interface SearchPage {
  /** Number of reviews that match, on all pages. */
  readonly matched: number;
  /** Rows of this page, newest first. */
  readonly rows: readonly number[];
  /** Continues after this page; absent on the last one. */
  readonly nextCursor?: string;
}

/**
 * Finds reviews, newest first. Fails only on the cursor: everything else was checked with the parameters. Rejects with
 * OverloadError if too many searches wait, or if nobody waits for this one any more.
 */
export async function search(
  table: ReviewTable,
  filter: SearchFilter,
  isAwaited?: () => boolean,
): Promise<Result<SearchPage, Issue[]>> {
  const { limit = DEFAULT_LIMIT, cursor } = filter;
  const after = cursor === undefined ? ok(0) : rowAfter(table, cursor, filter);
  if (!after.ok) return after;
  const found = await matchingRows(table, filter, isAwaited);
  const [rows, isLast] = found.page(after.value, limit);
  const last = rows.at(-1);
  if (isLast || last === undefined) return ok({ matched: found.size, rows });
  return ok({ matched: found.size, rows, nextCursor: cursorAfter(table, last, filter) });
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

/** Enough for the pages of the searches that run at one time; each takes one bit per review. */
const MAX_RECENT_SEARCHES = 16;

/** Rows that pass every filter, regardless of limit and cursor. Equal searches share one scan. */
export function matchingRows(
  table: ReviewTable,
  filter: SearchFilter,
  isAwaited: () => boolean = () => true,
): Promise<RowSet> {
  const { recentSearches } = table;
  const key = filterKey(filter);
  const known = recentSearches.get(key);
  if (known !== undefined) {
    if (known.waiting.size > 0) known.waiting.add(isAwaited);
    return known.rows;
  }
  const waiting = new Set([isAwaited]);
  const rows = slices.runQueued(scan(table, filter), () => [...waiting].some((waits) => waits()));
  recentSearches.set(key, { rows, waiting });
  forgetOldest(recentSearches, MAX_RECENT_SEARCHES);
  void rows.catch(() => recentSearches.delete(key)).finally(() => waiting.clear());
  return rows;
}

/** Rows that a scan passes between two yields. */
const ROWS_PER_STEP = 8192;
/** Bytes of text that a scan searches between two yields, unless one review has more. */
const BYTES_PER_STEP = 131_072;

/** Finds the matching rows, in steps of some tenths of a millisecond. */
function* scan(table: ReviewTable, filter: SearchFilter): Task<RowSet> {
  const { columns } = table;
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
  const { dates, ratings } = columns;
  const first = until === undefined ? 0 : firstIndex(dates, (date) => date <= dateNumber(until));
  const last = since === undefined ? table.rows : firstIndex(dates, (date) => date < dateNumber(since));
  const [min, max] = [Math.max(min_rating, rating ?? 1), rating ?? 5];
  const byTechnician = yield* rowsNaming(table, "technicians", mentions_technician);
  const byService = yield* rowsNaming(table, "services", mentions_service);
  const passes = (row: number): boolean => {
    const stars = ratings[row] as number;
    return stars >= min && stars <= max && byTechnician?.has(row) !== false && byService?.has(row) !== false;
  };
  const found = new RowSet(table.rows);
  if (query === undefined) {
    for (let row = first; row < last; row += 1) {
      if (passes(row)) found.add(row);
      if (row % ROWS_PER_STEP === 0) yield;
    }
  } else yield* searchTexts(columns, { first, last, query, passes, found });
  return found;
}

interface TextSearch {
  readonly first: number;
  readonly last: number;
  readonly query: string;
  readonly passes: (row: number) => boolean;
  readonly found: RowSet;
}

/** Adds the rows whose text contains the query. Valid UTF-8 is searched as bytes: no character is part of another. */
function* searchTexts(
  { textBlocks, textStarts }: SearchTable,
  { first, last, query, passes, found }: TextSearch,
): Task<void> {
  const needle = Buffer.from(foldText(query));
  for (const { firstRow, endRow, texts } of textBlocks) {
    const blockStart = textStarts[firstRow] as number;
    const lastRow = Math.min(last, endRow);
    for (let row = Math.max(first, firstRow); row < lastRow;) {
      const start = textStarts[row] as number;
      let end = row + 1;
      while (end < lastRow && (textStarts[end + 1] as number) - start <= BYTES_PER_STEP) end += 1;
      const part = texts.subarray(start - blockStart, (textStarts[end] as number) - blockStart);
      for (let at = part.indexOf(needle); at !== -1;) {
        while ((textStarts[row + 1] as number) - start <= at) row += 1;
        const next = (textStarts[row + 1] as number) - start;
        // A match across two texts is none.
        const isInside = at + needle.length <= next;
        if (isInside && passes(row)) found.add(row);
        at = part.indexOf(needle, isInside ? next : at + 1);
      }
      row = end;
      yield;
    }
  }
}

function* rowsNaming(
  table: ReviewTable,
  kind: MentionKind,
  name: string | undefined,
): Task<RowSet | undefined> {
  if (name === undefined) return undefined;
  const rows = new RowSet(table.rows);
  for (const list of table.rowsMentioning(kind, idsNamed(name, table[kind]))) {
    for (const [index, row] of list.entries()) {
      rows.add(row);
      if (index % ROWS_PER_STEP === 0) yield;
    }
  }
  return rows;
}

/** A cursor names the last review of its page, so it stays valid across releases, and the filter it belongs to. */
export function cursorAfter(table: ReviewTable, row: number, filter: SearchFilter): string {
  const cursor = `${table.columns.dates[row]}.${table.idOf(row)}.${filterDigest(filter)}`;
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
  let row = firstIndex(table.columns.dates, (value) => value <= Number(date));
  while (table.columns.dates[row] === Number(date) && table.idOf(row) >= id) row += 1;
  return ok(row);
}

const cursorIssue = (message: string): Result<never, Issue[]> =>
  err([{ path: "cursor", code: "cursor", message }]);

const filterDigest = (filter: SearchFilter): string => hash("sha256", filterKey(filter), "hex").slice(0, 12);

/** Every parameter that decides what matches, in one order. */
function filterKey({ limit: _limit, cursor: _cursor, ...decisive }: SearchFilter): string {
  return JSON.stringify(Object.entries(decisive).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
