import { showValue } from "../../model/check.ts";
import type { Field, RowValues } from "./fields.ts";
import { type JsonRow, memberAt, type PathPlan, planPaths } from "./json-path.ts";
import { SKIPPED } from "./reasons.ts";
import { type Found, type Row, sameValue, type Wanted } from "./rows.ts";

/** Rows of one file share few shapes; a file with more is read without remembering them. */
const MAX_SHAPES = 1000;

/** Finds the fields of JSON objects. Looks for columns once for each set of member names, not once a row. */
export class ShapeReader {
  readonly #plans = new Map<string, PathPlan>();
  readonly #told = new Set<string>();
  readonly #wanted: Wanted;
  readonly #found: Found;

  constructor(wanted: Wanted, found: Found) {
    this.#wanted = wanted;
    this.#found = found;
  }

  read(line: number, row: JsonRow): Row {
    const other = this.#wanted.only.find(({ column, value }) => !sameValue(memberAt(row, column), value));
    if (other === undefined) return { line, values: this.#values(row) };
    const detail = `${other.column}=${showValue(memberAt(row, other.column))}`;
    return { line, skipped: { reason: SKIPPED.notChosen, detail } };
  }

  #values(row: JsonRow): RowValues {
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
