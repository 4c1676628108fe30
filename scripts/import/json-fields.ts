import {
  type ColumnChoice,
  type ExportRow,
  type ExportSink,
  type Field,
  FIELDS,
  mismatchOf,
  KNOWN_NAMES,
  plainName,
  type RowValues,
} from "./fields.ts";

export type JsonRow = Readonly<Record<string, unknown>>;

/** Reads the fields of one JSON object. The first path that has a value wins; a null is used when none has. */
export function readJsonRow(line: number, row: JsonRow, choice: ColumnChoice, sink: ExportSink): ExportRow {
  const mismatch = mismatchOf(choice.only, ({ column }) => memberAt(row, column));
  if (mismatch !== undefined) return { line, skipped: mismatch };
  const keys = new Map(Object.keys(row).map((key) => [plainName(key), key]));
  const values: RowValues = {};
  for (const field of FIELDS) {
    const mapped = choice.map.get(field);
    const paths = mapped === undefined ? knownPaths(field, keys) : [mapped];
    for (const path of paths) {
      const value = path === "" ? undefined : memberAt(row, path);
      if (value === undefined) continue;
      sink.column(field, path);
      values[field] = value;
      if (value !== null) break;
    }
  }
  return { line, values };
}

/** Names with a dot are paths as they stand; others name a key in any spelling. */
const knownPaths = (field: Field, keys: ReadonlyMap<string, string>): string[] =>
  KNOWN_NAMES[field].map((name) => (name.includes(".") ? name : (keys.get(plainName(name)) ?? "")));

/** The member at a path such as `extra.trust` or `photos.0.url`; a member whose own name has the dot goes first. */
function memberAt(row: JsonRow, path: string): unknown {
  if (Object.hasOwn(row, path)) return row[path];
  let value: unknown = row;
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonRow)[step];
  }
  return value;
}
