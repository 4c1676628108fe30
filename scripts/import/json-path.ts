import { type Field, FIELDS, KNOWN_NAMES, plainName } from "./fields.ts";
import type { Wanted } from "./rows.ts";

export type JsonRow = Readonly<Record<string, unknown>>;

/** The member at a path such as `extra.trust` or `photos.0.url`; a member with a dot in its own name goes first. */
export function memberAt(row: JsonRow, path: string): unknown {
  if (Object.hasOwn(row, path)) return row[path];
  let value: unknown = row;
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonRow)[step];
  }
  return value;
}

/** Where a row with these members may keep each field, best first. */
export type PathPlan = ReadonlyMap<Field, readonly string[]>;

export function planPaths(row: JsonRow, wanted: Wanted): PathPlan {
  const keys = new Map(Object.keys(row).map((key) => [plainName(key), key]));
  const plan = new Map<Field, readonly string[]>();
  for (const field of FIELDS) {
    const explicit = wanted.map.get(field);
    const paths = explicit === undefined ? knownPaths(field, row, keys) : [explicit].filter(Boolean);
    if (paths.length > 0) plan.set(field, paths);
  }
  return plan;
}

function knownPaths(field: Field, row: JsonRow, keys: ReadonlyMap<string, string>): string[] {
  return KNOWN_NAMES[field].flatMap((name) => {
    if (name.includes(".")) return Object.hasOwn(row, name.slice(0, name.indexOf("."))) ? [name] : [];
    return keys.get(plainName(name)) ?? [];
  });
}
