import { err, ok, type Result } from "../../../model/result.ts";

interface ListPageRequest {
  readonly list: string;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly release: string;
}

interface ListPage<T> {
  readonly total: number;
  readonly entries: readonly T[];
  readonly next_cursor?: string;
}

/** Keeps a page well below the size of results that clients refuse. */
const MAX_PAGE_LENGTH = 40_000;

/** Cuts a page from a list of insights. Its cursor holds for one release: the next may order the list differently. */
export function pageOf<T>(
  all: readonly T[],
  { list, limit, cursor, release }: ListPageRequest,
): Result<ListPage<T>, string> {
  const start = cursor === undefined ? 0 : parseCursor(cursor, list, release);
  if (start === undefined) return err("cursor is not of this list and release; leave it out to start again.");
  const entries = all.slice(start, start + limit);
  while (entries.length > 1 && JSON.stringify(entries).length > MAX_PAGE_LENGTH) entries.pop();
  const end = start + entries.length;
  return ok({
    total: all.length,
    entries,
    ...(end < all.length && { next_cursor: renderCursor(end, list, release) }),
  });
}

const renderCursor = (start: number, list: string, release: string): string =>
  Buffer.from(`${list}.${release}.${start}`).toString("base64url");

function parseCursor(cursor: string, list: string, release: string): number | undefined {
  const [ofList, ofRelease, start = ""] = Buffer.from(cursor, "base64url").toString("latin1").split(".");
  return ofList === list && ofRelease === release && /^\d{1,9}$/.test(start) ? Number(start) : undefined;
}
