import { showValue } from "../../model/check.ts";
import type { JsonRow } from "./json-path.ts";
import { MAX_ROW_CHARS, splitLines } from "./read-text.ts";
import { SKIPPED } from "./reasons.ts";
import type { Found, Row, Wanted } from "./rows.ts";
import { ShapeReader } from "./shape-reader.ts";
import { Stop } from "./stop.ts";
import { reviverFor } from "./whole-document.ts";

/** Reads JSON Lines: one object a line, blank lines between them allowed. */
export async function* readJsonl(
  file: string,
  chunks: AsyncIterable<string>,
  wanted: Wanted,
  found: Found,
): AsyncGenerator<Row> {
  const reader = new ShapeReader(wanted, found);
  let line = 0;
  let first = true;
  for await (const text of splitLines(chunks)) {
    line += 1;
    if (text.trim() === "") continue;
    if (first) refuseOtherJson(file, text);
    first = false;
    yield readLine(line, text, reader);
  }
}

/** A JSON array or a pretty-printed object would be skipped line by line; say what it is instead. */
function refuseOtherJson(file: string, text: string): void {
  const start = text.trim();
  if (!start.startsWith("[") && start !== "{") return;
  throw new Stop([
    `${file}: is one JSON document, not JSON Lines; turn an array into one review a line with: jq -c '.[]' FILE`,
  ]);
}

function readLine(line: number, text: string, reader: ShapeReader): Row {
  if (text.length > MAX_ROW_CHARS) return { line, skipped: { reason: SKIPPED.tooLong, detail: "" } };
  const row = parseRow(text);
  if (row === undefined) return { line, skipped: { reason: SKIPPED.notJson, detail: showValue(text) } };
  return reader.read(line, row);
}

function parseRow(text: string): JsonRow | undefined {
  try {
    const value = JSON.parse(text, reviverFor(text)) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonRow)
      : undefined;
  } catch {
    return undefined;
  }
}
