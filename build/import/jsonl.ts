import { showValue } from "../../model/check.ts";
import type { Field, RowValues } from "./fields.ts";
import { type JsonRow, memberAt, type PathPlan, planPaths } from "./json-path.ts";
import { MAX_ROW_CHARS, splitLines } from "./read-text.ts";
import { SKIPPED } from "./reasons.ts";
import { type Found, type Row, sameValue, type Wanted } from "./rows.ts";
import { Stop } from "./stop.ts";

/** Rows of one file share few shapes; a file with more is read without remembering them. */
const MAX_SHAPES = 1000;

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
    yield readLine(line, text, reader, wanted);
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

function readLine(line: number, text: string, reader: ShapeReader, wanted: Wanted): Row {
  if (text.length > MAX_ROW_CHARS) return { line, skipped: { reason: SKIPPED.tooLong, detail: "" } };
  const row = parseRow(text);
  if (row === undefined) return { line, skipped: { reason: SKIPPED.notJson, detail: showValue(text) } };
  const other = wanted.only.find(({ column, value }) => !sameValue(memberAt(row, column), value));
  if (other === undefined) return { line, values: reader.values(row) };
  const detail = `${other.column}=${showValue(memberAt(row, other.column))}`;
  return { line, skipped: { reason: SKIPPED.notChosen, detail } };
}

function parseRow(text: string): JsonRow | undefined {
  try {
    const value = JSON.parse(text, LONG_NUMBER.test(text) ? keepDigits : undefined) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonRow)
      : undefined;
  } catch {
    return undefined;
  }
}

const LONG_NUMBER = /\d{16}/;

/** Ids beyond 2^53 would be rounded, and two reviews would become one: their digits are kept as text. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
}

/** Looks for columns once for each set of member names, not once a row. */
class ShapeReader {
  readonly #plans = new Map<string, PathPlan>();
  readonly #told = new Set<string>();
  readonly #wanted: Wanted;
  readonly #found: Found;

  constructor(wanted: Wanted, found: Found) {
    this.#wanted = wanted;
    this.#found = found;
  }

  values(row: JsonRow): RowValues {
    const values: RowValues = {};
    for (const [field, paths] of this.#planOf(row)) {
      for (const path of paths) {
        const value = memberAt(row, path);
        if (value === undefined) continue;
        this.#tell(field, path);
        values[field] = value;
        if (value !== null) break;
      }
    }
    return values;
  }

  #planOf(row: JsonRow): PathPlan {
    const shape = Object.keys(row).join("\n");
    const plan = this.#plans.get(shape) ?? planPaths(row, this.#wanted);
    if (this.#plans.size < MAX_SHAPES) this.#plans.set(shape, plan);
    return plan;
  }

  #tell(field: Field, path: string): void {
    const key = `${field}\n${path}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#found(field, path);
  }
}
