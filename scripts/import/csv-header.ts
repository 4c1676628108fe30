import { err, ok, type Result } from "../../model/result.ts";
import { type Field, FIELDS, KNOWN_NAMES, plainName } from "./fields.ts";
import type { Wanted } from "./rows.ts";

/** Which column of a CSV row holds what. */
export interface CsvColumns {
  readonly fields: ReadonlyMap<Field, number>;
  readonly only: readonly { readonly column: string; readonly value: string; readonly index: number }[];
}

/** Finds the columns in a header line. The error names every column that is missing or stands there twice. */
export function findColumns(header: readonly string[], wanted: Wanted): Result<CsvColumns, string[]> {
  const problems: string[] = [];
  const fields = new Map<Field, number>();
  for (const field of FIELDS) {
    const explicit = wanted.map.get(field);
    if (explicit === "") continue;
    const index =
      explicit === undefined ? knownColumn(header, field, problems) : columnOf(header, explicit, problems);
    if (index !== undefined) fields.set(field, index);
  }
  const only = wanted.only.map(({ column, value }) => ({
    column,
    value,
    index: columnOf(header, column, problems) ?? -1,
  }));
  return problems.length > 0 ? err(problems) : ok({ fields, only });
}

function columnOf(header: readonly string[], column: string, problems: string[]): number | undefined {
  const exact = indexesOf(header, (name) => name === column);
  const indexes =
    exact.length > 0 ? exact : indexesOf(header, (name) => plainName(name) === plainName(column));
  if (indexes.length === 1) return indexes[0];
  const fault = indexes.length === 0 ? "there is no column" : "more than one column is named";
  problems.push(`${fault} "${column}"; the header has ${header.map((name) => `"${name}"`).join(", ")}`);
  return undefined;
}

function knownColumn(header: readonly string[], field: Field, problems: string[]): number | undefined {
  for (const known of KNOWN_NAMES[field]) {
    const indexes = indexesOf(header, (name) => plainName(name) === plainName(known));
    if (indexes.length > 1)
      problems.push(
        `columns ${indexes.map((index) => `"${header[index]}"`).join(" and ")} could both be ${field}; ` +
          `choose one with --map ${field}=COLUMN, or none with --map ${field}=`,
      );
    if (indexes.length > 0) return indexes[0];
  }
  return undefined;
}

function indexesOf(header: readonly string[], matches: (name: string) => boolean): number[] {
  return [...header.keys()].filter((index) => matches(header[index] ?? ""));
}
