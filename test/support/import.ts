import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importReviews } from "../../scripts/import/import.ts";
import { parseOptions } from "../../scripts/import/options.ts";
import type { ReportDocument } from "../../scripts/import/report.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { type ContentReview, newestFirst } from "../../model/review.ts";
import { emptyFolder } from "./content.ts";

const today = "2026-11-21" as CalendarDate;

/** Imports rows as JSON Lines into the folder. */
export function importRows(
  rows: readonly object[],
  out: string,
  ...args: readonly string[]
): Promise<ReportDocument> {
  return importText("jsonl", rows.map((row) => `${JSON.stringify(row)}\n`).join(""), out, args);
}

/** Imports the text of one file into the folder. */
export async function importText(
  format: "jsonl" | "csv",
  text: string,
  out: string,
  args: readonly string[] = [],
): Promise<ReportDocument> {
  const file = join(emptyFolder(), `rows.${format}`);
  writeFileSync(file, text);
  const options = parseOptions([format, file, "--source", "google", "--out", out, ...args]);
  if (!options.ok || options.value === "help") throw new Error("expected options");
  const report = await importReviews(options.value, { today, run: 1 });
  rmSync(dirname(file), { recursive: true });
  if (!report.ok) throw new Error(report.error.join("\n"));
  return report.value;
}

export const bytesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

export const reviewsIn = (folder: string): ContentReview[] =>
  Object.values(bytesIn(folder))
    .flatMap((text) => JSON.parse(text) as ContentReview[])
    .toSorted(newestFirst);
