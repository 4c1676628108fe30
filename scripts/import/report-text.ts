import type { ReportDocument, Tally } from "./report.ts";

/** The report as a person reads it on a terminal. */
export function renderReport(report: ReportDocument): string {
  const lines = [
    `${report.rows} rows in ${report.files.length} ${report.files.length === 1 ? "file" : "files"}`,
    ...counts(report),
    `columns: ${columns(report)}`,
    ...report.skipped_by_reason.flatMap((tally) => tallyLines("skipped", tally)),
    ...report.noted.flatMap((tally) => tallyLines("noted", tally)),
    ...report.warnings.map((warning) => `warning: ${warning}`),
    ending(report),
  ];
  return `${lines.join("\n")}\n`;
}

function counts(report: ReportDocument): string[] {
  const names = ["added", "updated", "unchanged", "merged", "skipped"] as const;
  const width = Math.max(...names.map((name) => String(report[name]).length));
  return names.map((name) => `  ${name.padEnd(10)}${String(report[name]).padStart(width)}`);
}

function columns(report: ReportDocument): string {
  const found = Object.entries(report.columns).map(([field, names]) => `${field}=${names.join("|")}`);
  return found.join(" ") || "none found";
}

function tallyLines(verb: string, { reason, count, examples }: Tally<string>): string[] {
  const more = count > examples.length ? [`  and ${count - examples.length} more`] : [];
  return [`${verb} ${count}: ${reason}`, ...examples.map((example) => `  ${example}`), ...more];
}

function ending(report: ReportDocument): string {
  if (report.written.length === 0)
    return report.dry_run ? "dry run: nothing would change" : "nothing changed";
  const verb = report.dry_run ? "dry run: would write" : "wrote";
  return `${verb} ${report.written.join(" ")}`;
}
