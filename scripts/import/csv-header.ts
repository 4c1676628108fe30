import { type ColumnChoice, type Field, FIELDS, isSameName, KNOWN_NAMES } from "./fields.ts";
import { CommandError } from "./reasons.ts";

/** The positions of the columns in a CSV row. */
export interface CsvColumns {
  readonly header: readonly string[];
  readonly fields: ReadonlyMap<Field, number>;
  readonly only: readonly { readonly column: string; readonly value: string; readonly index: number }[];
  /** Positions of the columns that nothing uses. */
  readonly unused: readonly number[];
}

/** Finds the columns in a header line. Throws with every column that is missing or ambiguous. */
export function findColumns(file: string, record: readonly string[], choice: ColumnChoice): CsvColumns {
  const header = record.map((name) => name.trim());
  const problems: string[] = [];
  const fields = new Map<Field, number>();
  for (const field of FIELDS) {
    const mapped = choice.map.get(field);
    const index =
      mapped?.length === 1
        ? columnOf(header, mapped[0] ?? "", problems)
        : knownColumn(header, field, mapped ?? KNOWN_NAMES[field], problems);
    if (index !== undefined) fields.set(field, index);
  }
  const only = choice.only.map(({ column, value }) => ({
    column,
    value,
    index: columnOf(header, column, problems) ?? -1,
  }));
  if (problems.length === 0) problems.push(...missingFields(header, fields, choice.needed));
  if (problems.length > 0) throw new CommandError(problems.map((problem) => `${file}: line 1: ${problem}`));
  const used = new Set([...fields.values(), ...only.map(({ index }) => index)]);
  const isIgnored = (name: string): boolean => choice.ignored.some((column) => isSameName(column, name));
  const unused = [...header.keys()].filter((index) => !used.has(index) && !isIgnored(header[index] ?? ""));
  return { header, fields, only, unused };
}

function columnOf(header: readonly string[], column: string, problems: string[]): number | undefined {
  const exact = indexesOf(header, (name) => name === column);
  const indexes = exact.length > 0 ? exact : indexesOf(header, (name) => isSameName(name, column));
  if (indexes.length === 1) return indexes[0];
  const fault = indexes.length === 0 ? "there is no column" : "more than one column is named";
  problems.push(`${fault} "${column}"; the header has ${namesIn(header)}`);
  return undefined;
}

function knownColumn(
  header: readonly string[],
  field: Field,
  known: readonly string[],
  problems: string[],
): number | undefined {
  for (const one of known) {
    const indexes = indexesOf(header, (name) => isSameName(name, one));
    if (indexes.length > 1)
      problems.push(
        `columns ${indexes.map((index) => `"${header[index]}"`).join(" and ")} could both be ${field}; ` +
          `choose one with --map ${field}=COLUMN, or none with --map ${field}=`,
      );
    if (indexes.length > 0) return indexes[0];
  }
  return undefined;
}

function missingFields(
  header: readonly string[],
  fields: ReadonlyMap<Field, number>,
  needed: readonly Field[],
): string[] {
  return needed
    .filter((field) => !fields.has(field))
    .map(
      (field) =>
        `no column is known as ${field}; choose one with --map ${field}=COLUMN` +
        `${field === "source" ? ", or name the source of all rows with --source NAME" : ""}; ` +
        `the header has ${namesIn(header)}`,
    );
}

const namesIn = (header: readonly string[]): string => header.map((name) => `"${name}"`).join(", ");

function indexesOf(header: readonly string[], matches: (name: string) => boolean): number[] {
  return [...header.keys()].filter((index) => matches(header[index] ?? ""));
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The delimiter of a CSV file, and the line of its header: Excel may write `sep=;` before it. */
export function detectDialect(firstLine: string): { delimiter: string; headerLine: 1 | 2 } {
  const named = /^"?sep=(.)"?$/i.exec(firstLine.trimEnd()) ?? /^"?sep=(\t)"?$/i.exec(firstLine);
  if (named?.[1] !== undefined) return { delimiter: named[1], headerLine: 2 };
  return { delimiter: mostFrequentDelimiter(firstLine), headerLine: 1 };
}

/** The most frequent delimiter outside quotes; a comma if there is none. */
function mostFrequentDelimiter(line: string): string {
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, "");
  const count = (delimiter: string): number => bare.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}
