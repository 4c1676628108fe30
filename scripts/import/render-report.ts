import { cleanText } from "../../model/text.ts";
import type { ReportDocument, Tally } from "./report.ts";

/** The report as the terminal shows it. */
export function renderReport(report: ReportDocument): string {
  const columns = Object.entries(report.columns).map(([field, names]) => `${field}=${names.join("|")}`);
  const { stated } = report;
  const lines = [
    `${report.rows} rows in ${report.files.length} ${report.files.length === 1 ? "file" : "files"}`,
    ...renderCounts(report),
    `columns: ${cleanText(columns.join(" ")) || "none found"}`,
    ...renderUnused(report),
    ...renderUpdates(report),
    ...report.withheld_by_reason.flatMap((tally) => renderTally("withheld", tally)),
    ...renderMissing(report),
    ...report.skipped_by_reason.flatMap((tally) => renderTally("skipped", tally)),
    ...report.noted.flatMap((tally) => renderTally("noted", tally)),
    ...Object.entries(report.waiting).map(
      ([source, count]) =>
        `waiting ${count} of ${source}: nothing says how they were verified. Say it in policy.json for the source, or with --verified-by METHOD for these rows, and import again`,
    ),
    ...(stated ? [`${stated.source} states ${stated.count} reviews (${stated.at})`] : []),
    ...report.warnings.map((warning) => `warning: ${warning}`),
    ...renderOutcome(report),
  ];
  return `${lines.join("\n")}\n`;
}

const COUNTS = ["added", "updated", "unchanged", "withheld", "merged", "skipped"] as const;

function renderCounts(report: ReportDocument): string[] {
  const width = Math.max(...COUNTS.map((name) => String(report[name]).length));
  return COUNTS.map((name) => `  ${name.padEnd(10)}${String(report[name]).padStart(width)}`);
}

const MAX_LISTED = 10;

const bounded = (list: readonly string[]): string[] =>
  list.length <= MAX_LISTED
    ? [...list]
    : [...list.slice(0, MAX_LISTED), `and ${list.length - MAX_LISTED} more`];

const renderUnused = ({ unused_columns: unused }: ReportDocument): string[] =>
  unused.length === 0 ? [] : [`not used: ${cleanText(bounded(unused).join(", "))}`];

/** The number of changes of each field, then the first reviews with their fields. */
function renderUpdates({ updates }: ReportDocument): string[] {
  if (updates.length === 0) return [];
  const fields = Map.groupBy(
    updates.flatMap((update) => update.fields),
    (field) => field,
  );
  return [
    `fields that changed: ${[...fields].map(([field, list]) => `${field} ${list.length}`).join(", ")}`,
    ...bounded(updates.map(({ id, fields: changed }) => `${id} ${changed.join(" ")}`)).map(
      (line) => `  ${line}`,
    ),
  ];
}

function renderMissing({ missing, missing_withheld: isWithheld }: ReportDocument): string[] {
  if (missing.length === 0) return [];
  const outcome = isWithheld
    ? "withheld: their source no longer has them"
    : "in content and not in this export; --complete withholds them, if it has all reviews of its source";
  return [`${missing.length} ${outcome}`, ...bounded(missing).map((id) => `  ${id}`)];
}

function renderTally(verb: string, { reason, count, examples }: Tally<string>): string[] {
  const more = count > examples.length ? [`  and ${count - examples.length} more`] : [];
  return [`${verb} ${count}: ${reason}`, ...examples.map((example) => `  ${example}`), ...more];
}

function renderOutcome({ dry_run: isDryRun, written }: ReportDocument): string[] {
  if (written.length === 0) return [isDryRun ? "dry run: nothing would change" : "nothing changed"];
  const verb = isDryRun ? "dry run: would write" : "wrote";
  if (written.length === 1) return [`${verb} ${written[0]}`];
  return [`${verb} ${written.length} files`, ...bounded(written).map((name) => `  ${name}`)];
}
