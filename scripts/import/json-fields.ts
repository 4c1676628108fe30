import {
  type ColumnChoice,
  compareWithOnly,
  type ExportRow,
  type ExportSink,
  type Field,
  FIELDS,
  isSameName,
  isStatusName,
  KNOWN_NAMES,
  plainName,
  type RowValues,
} from "./fields.ts";

export type JsonRow = Readonly<Record<string, unknown>>;

/** Reads the fields of one JSON object. The first path that has a value wins; a null is used when none has. */
export function readJsonRow(line: number, row: JsonRow, choice: ColumnChoice, sink: ExportSink): ExportRow {
  const keys = new Map(Object.keys(row).map((key) => [plainName(key), key]));
  const used = new Set(choice.only.map(({ column }) => firstStep(row, column)));
  const values: RowValues = {};
  for (const field of FIELDS) {
    for (const path of choice.map.get(field) ?? knownPaths(field, keys)) {
      const value = memberAt(row, path);
      if (value === undefined) continue;
      sink.column(field, path);
      used.add(firstStep(row, path));
      values[field] = value;
      if (value !== null) break;
    }
  }
  for (const key of Object.keys(row)) {
    if (used.has(key) || choice.ignored.some((column) => isSameName(column, key))) continue;
    sink.unused(key);
    if (isStatusName(key)) sink.status(key, row[key]);
  }
  return { line, values, ...compareWithOnly(choice.only, ({ column }) => memberAt(row, column)) };
}

/** Names with a dot are paths as they stand; others name a key in any spelling. */
const knownPaths = (field: Field, keys: ReadonlyMap<string, string>): string[] =>
  KNOWN_NAMES[field].map((name) => (name.includes(".") ? name : (keys.get(plainName(name)) ?? "")));

/** The member at a path such as `extra.trust` or `photos.0.url`; a member whose own name has the dot goes first. */
export function memberAt(row: JsonRow, path: string): unknown {
  if (Object.hasOwn(row, path)) return row[path];
  let value: unknown = row;
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonRow)[step];
  }
  return value;
}

/** The member of the row that a path begins with. */
const firstStep = (row: JsonRow, path: string): string =>
  Object.hasOwn(row, path) ? path : (path.split(".", 1)[0] ?? path);
