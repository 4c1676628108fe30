import { hash } from "node:crypto";
import type { Issue } from "../../model/check.ts";
import { firstIndex } from "../../model/first-index.ts";
import { err, ok, type Result } from "../../model/result.ts";
import type { SearchFilter } from "../../model/search-filter.ts";
import type { ReviewTable } from "./review-table.ts";

/** A cursor names the last review of its page, so it stays valid across releases, and the filter it belongs to. */
export function cursorAfter(table: ReviewTable, row: number, filter: SearchFilter): string {
  const cursor = `${table.columns.dates[row]}.${table.idOf(row)}.${filterDigest(filter)}`;
  return Buffer.from(cursor).toString("base64url");
}

/** The first row after the review that the cursor names, which may have left the release since. */
export function rowAfter(table: ReviewTable, cursor: string, filter: SearchFilter): Result<number, Issue[]> {
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
export function filterKey({ limit: _limit, cursor: _cursor, ...decisive }: SearchFilter): string {
  return JSON.stringify(Object.entries(decisive).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
