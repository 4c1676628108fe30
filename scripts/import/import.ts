import { join } from "node:path";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { readCandidate, type RowRules } from "./candidate.ts";
import { type ContentFile, loadContentFiles } from "./content-files.ts";
import { ErasedIds } from "./erase.ts";
import type { ColumnChoice, ExportReader, ExportRow } from "./fields.ts";
import { formatOf } from "./formats.ts";
import { Candidates, ContentIndex, mergeIntoContent } from "./merge.ts";
import type { ImportOptions } from "./options.ts";
import { readText } from "./read-text.ts";
import { CommandError, SKIPPED } from "./reasons.ts";
import { replaceFiles } from "./replace-files.ts";
import { Report, type ReportDocument } from "./report.ts";

/** Imports the reviews of export files into content. The error is the list of problems; nothing is written then. */
export function importReviews(
  { format, files, encoding, columns, rules, out, isDryRun }: ImportOptions,
  { today, run }: { readonly today: CalendarDate; readonly run: number },
): Result<ReportDocument, readonly string[]> {
  try {
    const content = loadContent(out);
    const erased = new ErasedIds(out);
    const exports = files.map((name) => ({ name, text: () => readText(name, encoding) }));
    const { report, texts } = planImport(content, erased, exports, {
      read: formatOf(format).read,
      columns,
      rules: { ...rules, today },
    });
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
}

const MAX_PROBLEMS = 50;

/** Reads the whole folder. A broken file stops the import, which could otherwise double or lose its reviews. */
export function loadContent(folder: string): LoadedContent {
  const problems: string[] = [];
  const files = loadContentFiles(folder, problems);
  const index = new ContentIndex(files, folder, problems);
  if (problems.length === 0) return { files, index };
  throw new CommandError([
    ...problems.slice(0, MAX_PROBLEMS),
    `nothing was imported: fix what is listed above in ${folder}, then import again`,
  ]);
}

export interface ExportFile {
  readonly name: string;
  /** Called once, when its turn comes, so that only one export is in memory at a time. */
  readonly text: () => string;
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

/** Turns the rows of all exports into candidates, then merges the candidates into content. Writes nothing. */
export function planImport(
  { files, index }: LoadedContent,
  erased: Pick<ErasedIds, "has">,
  exports: readonly ExportFile[],
  { read, columns, rules }: ReadingRules,
): ImportPlan {
  const report = new Report();
  const candidates = new Candidates();
  for (const { name, text } of exports)
    read(name, text(), columns, {
      row: (row) => takeRow(`${name}:${row.line}`, row, { rules, erased, candidates, report }),
      column: (field, column) => report.addColumn(field, column),
    });
  warnOfMissingColumns(columns.map, report);
  const { counts, texts } = mergeIntoContent(files, index, candidates, rules.defaults);
  report.counts = counts;
  return { report, texts };
}

interface RowDestination {
  readonly rules: RowRules;
  readonly erased: Pick<ErasedIds, "has">;
  readonly candidates: Candidates;
  readonly report: Report;
}

function takeRow(where: string, row: ExportRow, { rules, erased, candidates, report }: RowDestination): void {
  report.rows += 1;
  if ("skipped" in row) {
    report.skip(where, row.skipped);
    return;
  }
  const candidate = readCandidate(row.values, rules);
  if (!candidate.ok) {
    report.skip(where, candidate.error);
    return;
  }
  const { id, notes } = candidate.value;
  if (erased.has(id)) {
    report.skip(where, { reason: SKIPPED.erased, detail: id });
    return;
  }
  const outcome = candidates.add(candidate.value, row.changedAt);
  if (outcome !== "new") report.merged += 1;
  if (outcome !== "outdated") for (const note of notes) report.note(where, note);
}

/** Only a warning: a CSV header without the column is an error already, but a JSON member may be absent from all rows. */
function warnOfMissingColumns(map: ColumnChoice["map"], report: Report): void {
  for (const [field, column] of map)
    if (column !== "" && !report.hasColumnFor(field))
      report.warnings.push(`--map ${field}=${column}: no row has it`);
}
