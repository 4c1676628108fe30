import { showValue } from "../../model/check.ts";
import type { ColumnChoice, ExportSink } from "./fields.ts";
import { readJsonRow } from "./json-fields.ts";
import { MAX_ROW_CHARS } from "./read-text.ts";
import { CommandError, SKIPPED } from "./reasons.ts";
import { isObject, keepDigits } from "./whole-document.ts";

/** Reads JSON Lines: one object per line, blank lines between them allowed. */
export function readJsonl(file: string, text: string, choice: ColumnChoice, sink: ExportSink): void {
  rejectOtherJson(file, text);
  // U+2028 ends no line: it may stand in a JSON string.
  for (const [at, content] of text.split("\n").entries()) {
    if (content.trim() === "") continue;
    const line = at + 1;
    const row = content.length > MAX_ROW_CHARS ? undefined : parseRow(content);
    if (row !== undefined) sink.row(readJsonRow(line, row, choice, sink));
    else if (content.length > MAX_ROW_CHARS)
      sink.row({ line, values: {}, skipped: { reason: SKIPPED.tooLong, detail: "" } });
    else sink.row({ line, values: {}, skipped: { reason: SKIPPED.notJson, detail: showValue(content) } });
  }
}

/** Without this, every line of an array or a pretty-printed object would be skipped one by one. */
function rejectOtherJson(file: string, text: string): void {
  if (!/^\s*(?:\[|\{[^\S\n]*(?:\n|$))/.test(text)) return;
  throw new CommandError([`${file}: is one JSON document, not JSON Lines; import it with the format json`]);
}

function parseRow(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text, keepDigits(text));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
