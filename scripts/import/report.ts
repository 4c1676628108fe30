import { cleanText } from "../../model/text.ts";
import type { Field } from "./fields.ts";
import type { Noted, Remark, Skipped } from "./reasons.ts";

const MAX_EXAMPLES = 10;

export interface Tally<Reason extends string> {
  readonly reason: Reason;
  readonly count: number;
  /** `file:line: value`, the first few. */
  readonly examples: readonly string[];
}

/** What `--json` prints. rows = added + updated + unchanged + merged + skipped. */
export interface ReportDocument {
  readonly dry_run: boolean;
  readonly files: readonly string[];
  readonly rows: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly merged: number;
  readonly skipped: number;
  readonly skipped_by_reason: readonly Tally<Skipped>[];
  readonly noted: readonly Tally<Noted>[];
  readonly columns: Readonly<Partial<Record<Field, readonly string[]>>>;
  readonly warnings: readonly string[];
  readonly written: readonly string[];
}

/** Everything an import has to tell. */
export class Report {
  rows = 0;
  merged = 0;
  readonly counts = { added: 0, updated: 0, unchanged: 0 };
  readonly warnings: string[] = [];
  written: readonly string[] = [];
  readonly #skipped = new Tallies<Skipped>();
  readonly #noted = new Tallies<Noted>();
  readonly #columns = new Map<Field, Set<string>>();

  skip(where: string, remark: Remark<Skipped>): void {
    this.#skipped.add(where, remark);
  }

  note(where: string, remark: Remark<Noted>): void {
    this.#noted.add(where, remark);
  }

  found(field: Field, column: string): void {
    const columns = this.#columns.get(field) ?? new Set();
    this.#columns.set(field, columns.add(column));
  }

  hasFound(field: Field): boolean {
    return this.#columns.has(field);
  }

  document(files: readonly string[], dryRun: boolean): ReportDocument {
    const skipped = this.#skipped.list();
    const columns = [...this.#columns].map(([field, names]) => [field, [...names]]);
    return {
      dry_run: dryRun,
      files,
      rows: this.rows,
      ...this.counts,
      merged: this.merged,
      skipped: skipped.reduce((sum, { count }) => sum + count, 0),
      skipped_by_reason: skipped,
      noted: this.#noted.list(),
      columns: Object.fromEntries(columns) as ReportDocument["columns"],
      warnings: this.warnings,
      written: this.written,
    };
  }
}

/** Counts by reason; most frequent first. */
class Tallies<Reason extends string> {
  readonly #byReason = new Map<Reason, { count: number; examples: string[] }>();

  /** A value may hold what harms a terminal, so examples are cleaned. */
  add(where: string, { reason, detail }: Remark<Reason>): void {
    const tally = this.#byReason.get(reason) ?? { count: 0, examples: [] };
    tally.count += 1;
    if (tally.examples.length < MAX_EXAMPLES)
      tally.examples.push(cleanText(detail === "" ? where : `${where}: ${detail}`));
    this.#byReason.set(reason, tally);
  }

  list(): Tally<Reason>[] {
    const tallies = [...this.#byReason].map(([reason, { count, examples }]) => ({ reason, count, examples }));
    return tallies.toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  }
}
