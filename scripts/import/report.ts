import { cleanText } from "../../model/text.ts";
import type { Field } from "./fields.ts";
import type { NoteReason, Remark, SkipReason } from "./reasons.ts";

const MAX_EXAMPLES = 10;

export interface Tally<Reason extends string> {
  readonly reason: Reason;
  readonly count: number;
  /** `file:line: value`, the first few. */
  readonly examples: readonly string[];
}

/** The output of `--json`. rows = added + updated + unchanged + merged + skipped. */
export interface ReportDocument {
  readonly dry_run: boolean;
  readonly files: readonly string[];
  readonly rows: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly merged: number;
  readonly skipped: number;
  readonly skipped_by_reason: readonly Tally<SkipReason>[];
  readonly noted: readonly Tally<NoteReason>[];
  readonly columns: Readonly<Partial<Record<Field, readonly string[]>>>;
  readonly warnings: readonly string[];
  readonly written: readonly string[];
}

/** Collects what an import reports. */
export class Report {
  rows = 0;
  merged = 0;
  counts = { added: 0, updated: 0, unchanged: 0 };
  readonly warnings: string[] = [];
  written: readonly string[] = [];
  readonly #skipped = new Tallies<SkipReason>();
  readonly #noted = new Tallies<NoteReason>();
  readonly #columns = new Map<Field, Set<string>>();

  skip(where: string, remark: Remark<SkipReason>): void {
    this.#skipped.add(where, remark);
  }

  note(where: string, remark: Remark<NoteReason>): void {
    this.#noted.add(where, remark);
  }

  addColumn(field: Field, column: string): void {
    const columns = this.#columns.get(field);
    if (columns === undefined) this.#columns.set(field, new Set([column]));
    else columns.add(column);
  }

  hasColumnFor(field: Field): boolean {
    return this.#columns.has(field);
  }

  document(files: readonly string[], isDryRun: boolean): ReportDocument {
    const skipped = this.#skipped.list();
    const columns = [...this.#columns].map(([field, names]) => [field, [...names]]);
    return {
      dry_run: isDryRun,
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

/** Counts by reason; the most frequent first. */
class Tallies<Reason extends string> {
  readonly #byReason = new Map<Reason, { count: number; examples: string[] }>();

  /** Examples are cleaned: a value may hold terminal escape sequences. */
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

/** The report as the terminal shows it. */
export function renderReport(report: ReportDocument): string {
  const columns = Object.entries(report.columns).map(([field, names]) => `${field}=${names.join("|")}`);
  const lines = [
    `${report.rows} rows in ${report.files.length} ${report.files.length === 1 ? "file" : "files"}`,
    ...renderCounts(report),
    `columns: ${columns.join(" ") || "none found"}`,
    ...report.skipped_by_reason.flatMap((tally) => renderTally("skipped", tally)),
    ...report.noted.flatMap((tally) => renderTally("noted", tally)),
    ...report.warnings.map((warning) => `warning: ${warning}`),
    renderOutcome(report),
  ];
  return `${lines.join("\n")}\n`;
}

function renderCounts(report: ReportDocument): string[] {
  const names = ["added", "updated", "unchanged", "merged", "skipped"] as const;
  const width = Math.max(...names.map((name) => String(report[name]).length));
  return names.map((name) => `  ${name.padEnd(10)}${String(report[name]).padStart(width)}`);
}

function renderTally(verb: string, { reason, count, examples }: Tally<string>): string[] {
  const more = count > examples.length ? [`  and ${count - examples.length} more`] : [];
  return [`${verb} ${count}: ${reason}`, ...examples.map((example) => `  ${example}`), ...more];
}

function renderOutcome({ dry_run: isDryRun, written }: ReportDocument): string {
  if (written.length === 0) return isDryRun ? "dry run: nothing would change" : "nothing changed";
  return `${isDryRun ? "dry run: would write" : "wrote"} ${written.join(" ")}`;
}
