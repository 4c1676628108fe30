import { pipeline } from "node:stream";
import { type CsvError, parse } from "csv-parse";
import { showValue } from "../../model/check.ts";
import { type CsvColumns, findColumns } from "./csv-header.ts";
import { type CsvDialect, detectDialect } from "./delimiter.ts";
import type { RowValues } from "./fields.ts";
import { MAX_ROW_CHARS } from "./read-text.ts";
import { SKIPPED } from "./reasons.ts";
import { type Found, type Row, sameValue, type Wanted } from "./rows.ts";
import { Stop } from "./stop.ts";

export interface CsvWanted extends Wanted {
  /** Detected from the header when absent. */
  readonly delimiter?: string;
  /** True when rows may come without a source. */
  readonly hasSource: boolean;
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
  readonly raw: string;
}

/** Reads CSV (RFC 4180 and the dialects of spreadsheets): a header line, then one review a record. */
export async function* readCsv(
  file: string,
  chunks: AsyncIterable<string>,
  wanted: CsvWanted,
  found: Found,
): AsyncGenerator<Row> {
  let columns: CsvColumns | undefined;
  let width = 0;
  // The parser is ahead of this loop: an error in it is about the record after the last one that it finished.
  const parsed = { lines: 0 };
  try {
    for await (const { record, info, raw } of await openRecords(chunks, wanted.delimiter, parsed)) {
      if (columns === undefined) {
        columns = readHeader(file, record, wanted, found);
        width = record.length;
      } else {
        yield readRecord(firstLineOf(record, info.lines), record, raw, { columns, width });
      }
    }
  } catch (error) {
    throw explain(file, parsed.lines + 1, error);
  }
  if (columns === undefined) throw new Stop([`${file}: is empty; a CSV file starts with a header line`]);
}

async function openRecords(
  chunks: AsyncIterable<string>,
  delimiter: string | undefined,
  parsed: { lines: number },
): Promise<AsyncIterable<CsvRecord>> {
  const { dialect, text } = await peek(withLineFeeds(chunks));
  const parser = parse({
    delimiter: delimiter ?? dialect.delimiter,
    from_line: dialect.headerLine,
    record_delimiter: "\n",
    info: true,
    raw: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_ROW_CHARS,
    on_record: (record: string[], { lines }) => {
      parsed.lines = lines;
      return record;
    },
  });
  // Errors of either side reach whoever iterates over the parser.
  pipeline(text, parser, () => undefined);
  return parser as AsyncIterable<CsvRecord>;
}

/** CRLF and CR become LF, so that lines inside quotes are counted as editors count them. */
async function* withLineFeeds(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let heldCr = "";
  for await (const chunk of chunks) {
    const text = heldCr + chunk;
    heldCr = text.endsWith("\r") ? "\r" : "";
    yield text.slice(0, text.length - heldCr.length).replaceAll(/\r\n?/g, "\n");
  }
  if (heldCr !== "") yield "\n";
}

async function peek(
  chunks: AsyncGenerator<string>,
): Promise<{ dialect: CsvDialect; text: AsyncGenerator<string> }> {
  let start = "";
  while (!start.includes("\n") && start.length < MAX_ROW_CHARS) {
    const next = await chunks.next();
    if (next.done === true) break;
    start += next.value;
  }
  const firstLine = start.split("\n", 1)[0] ?? "";
  return { dialect: detectDialect(firstLine), text: prepend(start, chunks) };
}

async function* prepend(start: string, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start;
  yield* chunks;
}

function readHeader(file: string, record: readonly string[], wanted: CsvWanted, found: Found): CsvColumns {
  const header = record.map((name) => name.trim());
  const columns = findColumns(header, wanted);
  if (!columns.ok) throw new Stop(columns.error.map((problem) => `${file}: line 1: ${problem}`));
  const needed = wanted.hasSource ? (["rating", "date"] as const) : (["rating", "date", "source"] as const);
  const missing = needed.filter((field) => !columns.value.fields.has(field));
  const names = header.map((name) => `"${name}"`).join(", ");
  const problems = missing.map(
    (field) =>
      `${file}: line 1: no column is known as ${field}; choose one with --map ${field}=COLUMN` +
      `${field === "source" ? ", or name the source of all rows with --source NAME" : ""}; the header has ${names}`,
  );
  if (problems.length > 0) throw new Stop(problems);
  for (const [field, index] of columns.value.fields) found(field, header[index] ?? "");
  return columns.value;
}

function firstLineOf(record: readonly string[], lastLine: number): number {
  let inner = 0;
  for (const value of record) if (value.includes("\n")) inner += value.split("\n").length - 1;
  return lastLine - inner;
}

function readRecord(
  line: number,
  record: readonly string[],
  raw: string,
  { columns, width }: { readonly columns: CsvColumns; readonly width: number },
): Row {
  if (record.length !== width)
    return { line, skipped: { reason: SKIPPED.columns, detail: `${record.length} instead of ${width}` } };
  const broken = record.find((value) => value.startsWith('"') && !raw.includes(quoted(value)));
  if (broken !== undefined) return { line, skipped: { reason: SKIPPED.quotes, detail: showValue(broken) } };
  const other = columns.only.find(({ index, value }) => !sameValue(record[index], value));
  if (other !== undefined) {
    const detail = `${other.column}=${showValue(record[other.index])}`;
    return { line, skipped: { reason: SKIPPED.notChosen, detail } };
  }
  const values: RowValues = {};
  for (const [field, index] of columns.fields) values[field] = record[index];
  return { line, values };
}

/** A value that keeps its first quote was either written in doubled quotes, or its quoting is broken. */
const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

function explain(file: string, line: number, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const unclosed = ["CSV_QUOTE_NOT_CLOSED", "CSV_MAX_RECORD_SIZE"].includes((error as CsvError).code);
  const problem = unclosed ? "a quote opens in this row and is not closed within 1 MB" : error.message;
  return new Stop([`${file}: line ${line}: ${problem}; mend the file, or export it again`]);
}
