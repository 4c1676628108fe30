import { type CsvError, type Options, parse } from "csv-parse/sync";
import { showValue } from "../../model/check.ts";
import { type CsvColumns, detectDialect, findColumns } from "./csv-header.ts";
import {
  type ColumnChoice,
  compareWithOnly,
  type ExportRow,
  type ExportSink,
  isStatusName,
  type RowValues,
} from "./fields.ts";
import { MAX_ROW_CHARS } from "./read-text.ts";
import { CommandError, SKIPPED } from "./reasons.ts";

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
  readonly raw: string;
}

/** Reads CSV (RFC 4180 and the dialects of spreadsheets): a header line, then one review per record. */
export function readCsv(file: string, text: string, choice: ColumnChoice, sink: ExportSink): void {
  // Only LF, so that lines inside quotes are counted as editors count them.
  const lines = text.replaceAll(/\r\n?/g, "\n");
  const dialect = detectDialect(lines.slice(0, MAX_ROW_CHARS).split("\n", 1)[0] ?? "");
  let columns: CsvColumns | undefined;
  let statuses: readonly number[] = [];
  let lastLine = 0;
  const options = {
    delimiter: choice.delimiter ?? dialect.delimiter,
    from_line: dialect.headerLine,
    record_delimiter: "\n",
    info: true,
    raw: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_ROW_CHARS,
    on_record: (record: CsvRecord) => {
      lastLine = record.info.lines;
      if (columns === undefined) {
        columns = findColumns(file, record.record, choice);
        for (const [field, index] of columns.fields) sink.column(field, columns.header[index] ?? "");
        const { header, unused } = columns;
        for (const index of unused) sink.unused(header[index] ?? "");
        statuses = unused.filter((index) => isStatusName(header[index] ?? ""));
      } else {
        for (const index of statuses) sink.status(columns.header[index] ?? "", record.record[index]);
        sink.row(readRecord(record, columns));
      }
      return null;
    },
  };
  try {
    parse(lines, options as unknown as Options);
  } catch (error) {
    throw explain(file, lastLine + 1, error);
  }
  if (columns === undefined)
    throw new CommandError([`${file}: is empty; a CSV file starts with a header line`]);
}

function readRecord({ record, info, raw }: CsvRecord, { header, fields, only }: CsvColumns): ExportRow {
  const line = firstLineOf(record, info.lines);
  if (record.length !== header.length) {
    const detail = `${record.length} instead of ${header.length}`;
    return { line, values: {}, skipped: { reason: SKIPPED.columns, detail } };
  }
  const broken = record.find((value) => value.startsWith('"') && !raw.includes(quoted(value)));
  if (broken !== undefined)
    return { line, values: {}, skipped: { reason: SKIPPED.quotes, detail: showValue(broken) } };
  const values: RowValues = {};
  for (const [field, index] of fields) values[field] = record[index];
  return { line, values, ...compareWithOnly(only, ({ index }) => record[index]) };
}

function firstLineOf(record: readonly string[], lastLine: number): number {
  return record.reduce((line, value) => line - (value.split("\n").length - 1), lastLine);
}

/** A value that keeps its first quote was either written in doubled quotes, or its quoting is broken. */
const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

function explain(file: string, line: number, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const isUnclosed = ["CSV_QUOTE_NOT_CLOSED", "CSV_MAX_RECORD_SIZE"].includes((error as CsvError).code);
  const problem = isUnclosed ? "a quote opens in this row and is not closed within 1 MB" : error.message;
  return new CommandError([`${file}: line ${line}: ${problem}; fix the file, or export it again`]);
}
