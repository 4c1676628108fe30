import type { Issue } from "../../model/check.ts";
import { firstIndex } from "../../model/first-index.ts";
import { foldText } from "../../model/fold.ts";
import { forgetOldest } from "../../model/forget-oldest.ts";
import { ok, type Result } from "../../model/result.ts";
import { DEFAULT_LIMIT, idsNamed, type SearchFilter } from "../../model/search-filter.ts";
import { dateNumber, type MentionKind, type SearchTable } from "../../model/search-table.ts";
import { inOwnTurn } from "../loop/own-turn.ts";
import { slices, type Task } from "../loop/time-slices.ts";
import { cursorAfter, filterKey, rowAfter } from "./cursor.ts";
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
 * OverloadError if too many searches wait, or if nobody waits for this one any more. What the caller makes of the result
 * takes longer than the end of a scan, so each result has a turn of the event loop, however many searches end together.
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
  await new Promise<void>(inOwnTurn);
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
