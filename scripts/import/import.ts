import { join } from "node:path";
import { Problems } from "../../build/load/problems.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { type Candidate, readCandidate, type RowRules } from "./candidate.ts";
import { type ContentFile, loadContentFiles } from "./content-files.ts";
import { ErasedIds } from "./erase.ts";
import type { ColumnChoice, ExportReader, ExportRow } from "./fields.ts";
import { formatOf } from "./formats.ts";
import { Candidates, ContentIndex, mergeIntoContent } from "./merge.ts";
import type { ImportOptions } from "./options.ts";
import { readText } from "./read-text.ts";
import { CommandError, type Remark, SKIPPED, type SkipReason } from "./reasons.ts";
import { replaceFiles } from "./replace-files.ts";
import { Report, type ReportDocument } from "./report.ts";

/** Imports the reviews of export files into content. The error is the list of problems; nothing is written then. */
export function importReviews(
  { format, files, encoding, columns, rules, out, isDryRun }: ImportOptions,
  { today, run }: { readonly today: CalendarDate; readonly run: number },
): Result<ReportDocument, readonly string[]> {
  try {
    const reading = { read: formatOf(format).read, columns, rules: { ...rules, today } };
    const textOf = (file: string): string => readText(file, encoding);
    const { report, texts } = planImport(loadContent(out), files, textOf, reading);
    const names = isDryRun ? [...texts.keys()] : replaceFiles(out, texts, run);
    report.written = names.map((name) => join(out, name));
    return ok(report.document(files, isDryRun));
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

/** Reads the whole folder. A broken file stops the import, which could otherwise double or lose its reviews. */
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
  readonly read: ExportReader;
  readonly columns: ColumnChoice;
  readonly rules: RowRules;
}

export interface ImportPlan {
  readonly report: Report;
  /** The new text of each file of content that changes, by name. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Turns the rows of all exports into candidates, then merges the candidates into content. Writes nothing. `textOf` is
 * called once per file, when its turn comes, so that only one export is in memory at a time.
 */
export function planImport(
  { files, index, erased }: LoadedContent,
  exports: readonly string[],
  textOf: (file: string) => string,
  { read, columns, rules }: ReadingRules,
): ImportPlan {
  const report = new Report();
  const candidates = new Candidates();
  const takeRow = (where: string, row: ExportRow): void => {
    report.rows += 1;
    const candidate = candidateOf(row, rules, erased);
    if (!candidate.ok) return report.skip(where, candidate.error);
    const outcome = candidates.add(candidate.value, "changedAt" in row ? row.changedAt : undefined);
    if (outcome !== "new") report.merged += 1;
    if (outcome !== "outdated") for (const note of candidate.value.notes) report.note(where, note);
  };
  for (const file of exports)
    read(file, textOf(file), columns, {
      row: (row) => takeRow(`${file}:${row.line}`, row),
      column: (field, column) => report.addColumn(field, column),
    });
  warnOfMissingColumns(columns.map, report);
  const { counts, texts } = mergeIntoContent(files, index, candidates, rules.defaults);
  report.counts = counts;
  return { report, texts };
}

function candidateOf(
  row: ExportRow,
  rules: RowRules,
  erased: LoadedContent["erased"],
): Result<Candidate, Remark<SkipReason>> {
  if ("skipped" in row) return err(row.skipped);
  const candidate = readCandidate(row.values, rules);
  if (!candidate.ok || !erased.has(candidate.value.id)) return candidate;
  return err({ reason: SKIPPED.erased, detail: candidate.value.id });
}

/** Only a warning: a CSV header without the column is an error already, but a JSON member may be absent from all rows. */
function warnOfMissingColumns(map: ColumnChoice["map"], report: Report): void {
  for (const [field, column] of map)
    if (column !== "" && !report.hasColumnFor(field))
      report.warnings.push(`--map ${field}=${column}: no row has it`);
}
