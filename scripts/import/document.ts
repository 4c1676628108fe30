import { showValue } from "../../model/check.ts";
import type { PublishedRow } from "./google.ts";
import { SKIPPED } from "./reasons.ts";
import type { Found, Row, Wanted } from "./rows.ts";
import { ShapeReader } from "./shape-reader.ts";
import { isObject, readWholeText } from "./whole-document.ts";

/** Rows of a file that is one document; a row's line is its number in it. */
export async function* readDocument(
  file: string,
  rowsOf: (file: string, text: string) => readonly PublishedRow[],
  wanted: Wanted & { readonly encoding: string },
  found: Found,
): AsyncGenerator<Row> {
  const reader = new ShapeReader(wanted, found);
  const rows = rowsOf(file, await readWholeText(file, wanted.encoding));
  for (const [at, { row, changedAt }] of rows.entries()) {
    const line = at + 1;
    if (isObject(row)) yield { ...reader.read(line, row), ...(changedAt !== undefined && { changedAt }) };
    else yield { line, skipped: { reason: SKIPPED.notObject, detail: showValue(row) } };
  }
}
