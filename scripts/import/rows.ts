import type { Field, RowValues } from "./fields.ts";
import type { Remark, Skipped } from "./reasons.ts";

/** What a reader makes of one row of a file. */
export type Row =
  | { readonly line: number; readonly values: RowValues; readonly changedAt?: number }
  | { readonly line: number; readonly skipped: Remark<Skipped> };

/** Which columns to look for. */
export interface Wanted {
  /** Columns named with --map; an empty name switches the field off. */
  readonly map: ReadonlyMap<Field, string>;
  /** Rows are taken only where every one of these columns has its value. */
  readonly only: readonly { readonly column: string; readonly value: string }[];
}

/** Told once for each column that a reader found for a field. */
export type Found = (field: Field, column: string) => void;

export function sameValue(value: unknown, wanted: string): boolean {
  const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return plain && String(value).trim().toLowerCase() === wanted.trim().toLowerCase();
}
