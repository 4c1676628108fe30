import { join } from "node:path";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { readCandidate, type RowRules } from "./candidate.ts";
import { type ContentIndex, loadContentIndex } from "./content-index.ts";
import { readCsv } from "./csv.ts";
import { Erased } from "./erased.ts";
import { formatOf } from "./formats.ts";
import { keyOf } from "./identity.ts";
import { readJsonl } from "./jsonl.ts";
import type { ImportOptions } from "./options.ts";
import { PackedRows } from "./packed-rows.ts";
import { PendingFiles } from "./pending-files.ts";
import { planFiles } from "./plan.ts";
import { readText } from "./read-text.ts";
import { Report, type ReportDocument } from "./report.ts";
import { SKIPPED } from "./reasons.ts";
import { reviewFileNames } from "./review-files.ts";
import { type Imported, rewrite } from "./rewrite.ts";
import type { Row } from "./rows.ts";
import { errorCode, Stop } from "./stop.ts";
import { readDocument } from "./document.ts";

export interface Circumstances {
  readonly today: CalendarDate;
  /** Tells the temporary files of concurrent imports apart. */
  readonly run: number;
}

/** Brings the reviews of the files into content. The error is what stopped it, line by line; nothing is written then. */
export async function importReviews(
  options: ImportOptions,
  { today, run }: Circumstances,
): Promise<Result<ReportDocument, readonly string[]>> {
  const report = new Report();
  try {
    const index = await loadContentIndex(options.out);
    if (!index.ok) return index;
    const rules = { ...options, today };
    const rows = new PackedRows();
    const taking = {
      options,
      rules,
      rows,
      report,
      newest: new Map(),
      erased: await Erased.load(options.out),
    };
    for (const file of options.files) await takeFile(file, taking);
    warnOfUnfound(options, report);
    report.written = await apply(
      options,
      index.value,
      { rows, defaults: options.defaults, counts: report.counts },
      run,
    );
    return ok(report.document(options.files, options.dryRun));
  } catch (error) {
    if (error instanceof Stop) return err(error.problems);
    throw error;
  }
}

interface Taking {
  readonly options: ImportOptions;
  readonly rules: RowRules;
  readonly rows: PackedRows;
  readonly report: Report;
  /** The last change of each review, where its export says so. */
  readonly newest: Map<string, number>;
  readonly erased: Erased;
}

async function takeFile(file: string, taking: Taking): Promise<void> {
  for await (const row of readRows(file, taking)) {
    taking.report.rows += 1;
    takeRow(`${file}:${row.line}`, row, taking);
  }
}

function readRows(file: string, { options, report }: Taking): AsyncGenerator<Row> {
  const found = report.found.bind(report);
  const { read } = formatOf(options.format);
  if (typeof read === "function") return readDocument(file, read, options, found);
  const chunks = readText(file, options.encoding);
  return read === "csv"
    ? readCsv(file, chunks, { ...options, hasSource: options.defaults.source !== undefined }, found)
    : readJsonl(file, chunks, options, found);
}

function takeRow(where: string, row: Row, { rules, rows, report, newest, erased }: Taking): void {
  if ("skipped" in row) {
    report.skip(where, row.skipped);
    return;
  }
  const candidate = readCandidate(row.values, rules);
  if (!candidate.ok) {
    report.skip(where, candidate.error);
    return;
  }
  const { id } = candidate.value;
  if (erased.has(id)) {
    report.skip(where, { reason: SKIPPED.erased, detail: id });
    return;
  }
  const changedAt = row.changedAt ?? -Infinity;
  if (changedAt < (newest.get(keyOf(id)) ?? -Infinity)) {
    report.merged += 1;
    return;
  }
  if (row.changedAt !== undefined) newest.set(keyOf(id), changedAt);
  for (const note of candidate.value.notes) report.note(where, note);
  if (!rows.add(candidate.value)) report.merged += 1;
}

/** A CSV header refuses a column that is not there; in JSON a member may be absent from every row and yet be right. */
function warnOfUnfound({ map }: ImportOptions, report: Report): void {
  for (const [field, column] of map)
    if (column !== "" && !report.hasFound(field))
      report.warnings.push(`--map ${field}=${column}: no row has it`);
}

async function apply(
  options: ImportOptions,
  index: ContentIndex,
  imported: Imported,
  run: number,
): Promise<readonly string[]> {
  const plans = planFiles(imported.rows.rows(), index, await reviewFileNames(options.out));
  const texts = [...plans].map(([name, plan]) => ({
    name,
    pieces: rewrite(join(options.out, name), plan, imported),
  }));
  const names = options.dryRun ? await rehearse(texts) : await write(options.out, texts, run);
  return names.map((name) => join(options.out, name));
}

interface NewText {
  readonly name: string;
  readonly pieces: AsyncGenerator<string>;
}

/** The names of the files that would change. */
async function rehearse(texts: readonly NewText[]): Promise<string[]> {
  const names: string[] = [];
  for (const { name, pieces } of texts) {
    let changes = false;
    for await (const _ of pieces) changes = true;
    if (changes) names.push(name);
  }
  return names;
}

async function write(folder: string, texts: readonly NewText[], run: number): Promise<readonly string[]> {
  let pending: PendingFiles | undefined;
  try {
    pending = await PendingFiles.open(folder, run);
    for (const { name, pieces } of texts) await pending.write(name, pieces);
    return await pending.commit();
  } catch (error) {
    await pending?.discard();
    if (error instanceof Stop || !(error instanceof Error && "code" in error)) throw error;
    throw new Stop([`${folder}: cannot be written (${errorCode(error)}); free it, then import again`]);
  }
}
