import type { ReviewTable } from "./review-table.ts";
import type { Found } from "./search.ts";

const COMMA = Buffer.from(",");

/** The reviews are sent as they stand in reviews.json: nothing is serialised again. */
export function renderFound(table: ReviewTable, { matched, rows, nextCursor }: Found): Buffer {
  const parts: Buffer[] = [Buffer.from(`{"matched":${matched},"returned":${rows.length},"reviews":[`)];
  for (const [index, row] of rows.entries()) {
    if (index > 0) parts.push(COMMA);
    parts.push(table.bytesOf(row));
  }
  parts.push(Buffer.from(nextCursor === undefined ? "]}\n" : `],"next_cursor":"${nextCursor}"}\n`));
  return Buffer.concat(parts);
}
