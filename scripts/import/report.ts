import { showValue } from "../../model/check.ts";
import { cleanText } from "../../model/text.ts";
import type { Field } from "./fields.ts";
import type { MergeResult, ReviewUpdate } from "./merge.ts";
import { HIDDEN, type NoteReason, type Remark, SKIPPED, type SkipReason } from "./reasons.ts";
import type { SourceTotal } from "./source-totals.ts";

const MAX_EXAMPLES = 10;

export interface Tally<Reason extends string> {
  readonly reason: Reason;
  readonly count: number;
  /** `file:line: value`, the first few. */
  readonly examples: readonly string[];
}

/** The output of `--json`. rows = added + updated + unchanged + withheld + merged + skipped. */
export interface ReportDocument {
  readonly dry_run: boolean;
  readonly files: readonly string[];
  readonly rows: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly withheld: number;
  readonly merged: number;
  readonly skipped: number;
  readonly additions: readonly string[];
  readonly updates: readonly ReviewUpdate[];
  readonly withheld_ids: readonly string[];
  readonly withheld_by_reason: readonly Tally<typeof HIDDEN>[];
  readonly skipped_by_reason: readonly Tally<SkipReason>[];
  readonly noted: readonly Tally<NoteReason>[];
  /** Ids of reviews of the same source in content that the export does not have. */
  readonly missing: readonly string[];
  /** True if the missing ones were withheld, as `--complete` asks. */
  readonly missing_withheld: boolean;
  /** Reviews without a method of verification, by source. */
  readonly waiting: Readonly<Record<string, number>>;
  readonly stated: SourceTotal | null;
  readonly columns: Readonly<Partial<Record<Field, readonly string[]>>>;
  readonly unused_columns: readonly string[];
  readonly warnings: readonly string[];
  /** Why the command fails although it imported what it could. */
  readonly problems: readonly string[];
  readonly written: readonly string[];
}

/** Collects what an import reports. */
export class Report {
  rows = 0;
  merged = 0;
  stated: SourceTotal | undefined;
  written: readonly string[] = [];
  readonly unusedColumns = new Set<string>();
  readonly #hidden = new Tallies<typeof HIDDEN>();
  readonly #skipped = new Tallies<SkipReason>();
  readonly #noted = new Tallies<NoteReason>();
  readonly #columns = new Map<Field, Set<string>>();
  readonly #statuses = new Map<string, Map<string, number>>();
  readonly #warnings: string[] = [];
  #merge: Omit<MergeResult, "texts"> = {
    additions: [],
    updates: [],
    withheld: [],
    unchanged: 0,
    missing: [],
    waiting: {},
  };
  #isComplete = false;

  skip(where: string, remark: Remark<SkipReason>): void {
    this.#skipped.add(where, remark);
  }

  hide(where: string, detail: string): void {
    this.#hidden.add(where, { reason: HIDDEN, detail });
  }

  note(where: string, remark: Remark<NoteReason>): void {
    this.#noted.add(where, remark);
  }

  addColumn(field: Field, column: string): void {
    const columns = this.#columns.get(field);
    if (columns === undefined) this.#columns.set(field, new Set([column]));
    else columns.add(column);
  }

  addStatus(column: string, value: unknown): void {
    const values = this.#statuses.get(column) ?? new Map<string, number>();
    const shown = showValue(value ?? null);
    values.set(shown, (values.get(shown) ?? 0) + 1);
    this.#statuses.set(column, values);
  }

  addMerge(merge: Omit<MergeResult, "texts">, isComplete: boolean): void {
    this.#merge = merge;
    this.#isComplete = isComplete;
  }

  hasColumnFor(field: Field): boolean {
    return this.#columns.has(field);
  }

  /** Only a warning: a CSV header without the column is an error already, but a JSON member may be absent from all rows. */
  warnIfMissing(field: Field, [column]: readonly string[]): void {
    if (column !== undefined && !this.hasColumnFor(field))
      this.#warnings.push(`--map ${field}=${column}: no row has it`);
  }

  /** Questions that the export leaves open, and that only its owner can answer. */
  questions(): string[] {
    const statuses = [...this.#statuses].map(([column, values]) => {
      const counts = [...values].toSorted(([, a], [, b]) => b - a).slice(0, MAX_EXAMPLES);
      return (
        `column "${column}" seems to say whether a review is shown (${counts.map(([value, n]) => `${value} ${n}`).join(", ")}): ` +
        `name the value of those that are, with --only ${column}=VALUE, or say that it does not, with --ignore ${column}`
      );
    });
    const dates = this.#skipped.list().filter(({ reason }) => reason === SKIPPED.dateAmbiguous);
    return [
      ...statuses,
      ...dates.map(
        ({ reason, count, examples }) =>
          `${count === 1 ? "once" : `${count} times`}: ${reason}; ${examples[0]}`,
      ),
    ];
  }

  document(files: readonly string[], isDryRun: boolean): ReportDocument {
    const { additions, updates, withheld, unchanged, missing, waiting } = this.#merge;
    const skipped = this.#skipped.list();
    const columns = [...this.#columns].map(([field, names]) => [field, [...names]]);
    const used = new Set([...this.#columns.values()].flatMap((names) => [...names]));
    const document = {
      dry_run: isDryRun,
      files,
      rows: this.rows,
      added: additions.length,
      updated: updates.length,
      unchanged,
      withheld: withheld.length,
      merged: this.merged,
      skipped: skipped.reduce((sum, { count }) => sum + count, 0),
      additions,
      updates,
      withheld_ids: withheld,
      withheld_by_reason: this.#hidden.list(),
      skipped_by_reason: skipped,
      noted: this.#noted.list(),
      missing,
      missing_withheld: this.#isComplete,
      waiting,
      stated: this.stated ?? null,
      columns: Object.fromEntries(columns) as ReportDocument["columns"],
      unused_columns: [...this.unusedColumns].filter((column) => !used.has(column)),
      warnings: this.#warnings,
      written: this.written,
    };
    return { ...document, problems: problemsOf(document) };
  }
}

function problemsOf({
  rows,
  added,
  updated,
  unchanged,
  skipped,
  waiting,
}: Omit<ReportDocument, "problems">): string[] {
  if (rows > 0 && skipped === rows) return [`all ${rows} rows were skipped: nothing was imported`];
  const waits = Object.values(waiting).reduce((sum, count) => sum + count, 0);
  return waits > 0 && waits === added + updated + unchanged
    ? ["every review waits: none of them can be published before something says how it was verified"]
    : [];
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
