import { join } from "node:path";
import { SOURCE_TOTALS_FILE } from "../../build/load/policy.ts";
import { Problems } from "../../build/load/problems.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { type Candidate, checked, leftOutId, readCandidate, type RowRules } from "./candidate.ts";
import { type ContentFile, loadContentFiles } from "./content-files.ts";
import { ErasedIds } from "./erase.ts";
import { type ExportFile, findExportFiles } from "./export-files.ts";
import type { ColumnChoice, ExportFormat, ExportRow, Field } from "./fields.ts";
import { filesOf, formatOf } from "./formats.ts";
import { Candidates, ContentIndex, mergeIntoContent } from "./merge.ts";
import type { ImportOptions } from "./options.ts";
import { CommandError, NOTED, type Remark, SKIPPED, type SkipReason } from "./reasons.ts";
import { replaceFiles } from "./replace-files.ts";
import { Report, type ReportDocument } from "./report.ts";
import { type StateRules, valuesOfGone } from "./review-state.ts";
import { type SourceTotal, StatedTotal, textWithTotal } from "./source-totals.ts";
import { statedSources } from "./stated-sources.ts";

/** Imports the reviews of export files into content. The error is the list of problems; nothing is written then. */
export function importReviews(
  { format, files, encoding, columns, rules, content, method, isComplete, isDryRun }: ImportOptions,
  { today, run }: { readonly today: CalendarDate; readonly run: number },
): Result<ReportDocument, readonly string[]> {
  try {
    const reading = { format: formatOf(format), columns, rules: { ...rules, today }, isComplete };
    const exports = findExportFiles(files, filesOf(reading.format), encoding);
    const states = { ...(method && { method }), statedSources: statedSources(content) };
    const { report, texts, total } = planImport(
      loadContent(join(content, "reviews")),
      exports,
      reading,
      states,
    );
    const changed = new Map([...texts].map(([name, text]) => [join("reviews", name), text]));
    const totals = total && textWithTotal(content, total);
    if (totals !== undefined) changed.set(SOURCE_TOTALS_FILE, totals);
    const names = isDryRun ? [...changed.keys()] : replaceFiles(content, changed, run);
    report.written = names.map((name) => join(content, name));
    return ok(
      report.document(
        exports.map(({ name }) => name),
        isDryRun,
      ),
    );
  } catch (error) {
    if (error instanceof CommandError) return err(error.problems);
    throw error;
  }
}

export interface LoadedContent {
  readonly files: readonly ContentFile[];
  readonly index: ContentIndex;
  readonly erased: Pick<ErasedIds, "has">;
}

const MAX_PROBLEMS = 50;

/** Reads the whole folder. A broken file stops the import, which could otherwise duplicate or lose its reviews. */
export function loadContent(folder: string): LoadedContent {
  const problems = new Problems();
  const files = loadContentFiles(folder, problems);
  const index = new ContentIndex(files, folder, problems);
  if (problems.lines.length === 0) return { files, index, erased: new ErasedIds(folder) };
  throw new CommandError([
    ...problems.lines.slice(0, MAX_PROBLEMS),
    `nothing was imported: fix what is listed above in ${folder}, then import again`,
  ]);
}

export interface ReadingRules {
  readonly format: ExportFormat;
  readonly columns: ColumnChoice;
  readonly rules: RowRules;
  /** True when the export has all reviews of its source. */
  readonly isComplete: boolean;
}

export interface ImportPlan {
  readonly report: Report;
  /** The new text of each file of content that changes, by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** The number of reviews that the source itself states. */
  readonly total: SourceTotal | undefined;
}

/** Turns the rows of all exports into candidates, then merges the candidates into content. Writes nothing. */
export function planImport(
  { files, index, erased }: LoadedContent,
  exports: readonly ExportFile[],
  { format, columns, rules, isComplete }: ReadingRules,
  states: Pick<StateRules, "method" | "statedSources">,
): ImportPlan {
  const report = new Report();
  const candidates = new Candidates();
  const total = new StatedTotal();
  const takeRow = (where: string, row: ExportRow): void => {
    report.rows += 1;
    const candidate = candidateOf(row, rules, erased);
    if (!candidate.ok) {
      const id = isComplete ? leftOutId(row.values, rules) : undefined;
      if (id !== undefined) candidates.leaveOut(id);
      return report.skip(where, candidate.error);
    }
    const { carried, hidden, notes } = candidate.value;
    total.see(carried.owner_reply?.date ?? carried.date);
    total.see(carried.date);
    const outcome = candidates.add(candidate.value, row.changedAt);
    if (outcome !== "new") report.merged += 1;
    if (outcome === "replaced") report.note(where, { reason: NOTED.otherReview, detail: candidate.value.id });
    if (outcome !== "outdated") for (const note of notes) report.note(where, note);
    if (hidden !== undefined) report.hide(where, hidden);
  };
  for (const file of exports)
    format.read(file.name, file.text(), columns, {
      row: (row) => takeRow(`${file.name}:${row.line}`, row),
      column: (field, column) => report.addColumn(field, column),
      unused: (column) => void report.unusedColumns.add(column),
      status: (column, value) => report.addStatus(column, value),
      stated: (location, count) => total.add(location, count),
    });
  const unclear = report.questions();
  if (unclear.length > 0) throw new CommandError(unclear);
  if (isComplete && candidates.size === 0)
    throw new CommandError([
      "--complete: no row is a review, so every review of the source would be withheld",
    ]);
  const { defaults } = rules;
  const usual = format.map ?? {};
  for (const [field, names] of columns.map) if (names !== usual[field]) report.warnIfMissing(field, names);
  const carries = (field: Field): boolean => report.hasColumnFor(field) || (usual[field]?.length ?? 0) > 0;
  const gone = isComplete ? { gone: valuesOfGone(defaults, carries) } : {};
  const merged = mergeIntoContent(files, index, candidates, { ...states, defaults, ...gone });
  report.addMerge(merged, isComplete);
  report.stated = total.of(defaults.source);
  return { report, texts: merged.texts, total: report.stated };
}

function candidateOf(
  { values, skipped, hidden, signature, asInContent }: ExportRow,
  rules: RowRules,
  erased: LoadedContent["erased"],
): Result<Candidate, Remark<SkipReason>> {
  if (skipped !== undefined) return err(skipped);
  const candidate = readCandidate(values, rules);
  if (!candidate.ok) return candidate;
  if (erased.has(candidate.value.id)) return err({ reason: SKIPPED.erased, detail: candidate.value.id });
  // A signature holds the whole text and name.
  const isKept = signature !== undefined && !rules.redact && rules.authors === "full";
  const carried = { ...candidate.value.carried, ...asInContent, ...(isKept && { signature }) };
  return checked({ ...candidate.value, carried, ...(hidden !== undefined && { hidden }) }, rules.defaults);
}
