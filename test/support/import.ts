import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Problems } from "../../build/load/problems.ts";
import { parseContentFile } from "../../scripts/import/content-files.ts";
import { formatOf } from "../../scripts/import/formats.ts";
import { importReviews, planImport } from "../../scripts/import/import.ts";
import { ContentIndex } from "../../scripts/import/merge.ts";
import { type ImportOptions, parseOptions } from "../../scripts/import/options.ts";
import type { ReportDocument } from "../../scripts/import/report.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { newestFirst, type WrittenReview } from "../../model/review.ts";
import { emptyFolder } from "./content.ts";

const today = "2026-11-21" as CalendarDate;

/** Imports rows as JSON Lines into a content folder. */
export function importRows(
  rows: readonly object[],
  content: string,
  ...args: readonly string[]
): ReportDocument {
  return importText("jsonl", jsonLines(rows), content, args);
}

export const jsonLines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Imports the text of one file into a content folder, as attested unless the arguments name another method. */
export function importText(
  format: "jsonl" | "csv",
  text: string,
  content: string,
  args: readonly string[] = [],
): ReportDocument {
  const file = join(emptyFolder(), `rows.${format}`);
  writeFileSync(file, text);
  const usual = ["--source", "google", "--verified-by", "attested", "--content", content];
  const report = importReviews(optionsOf([format, file, ...usual, ...args]), { today, run: 1 });
  rmSync(dirname(file), { recursive: true });
  if (!report.ok) throw new Error(report.error.join("\n"));
  return report.value;
}

function optionsOf(args: readonly string[]): ImportOptions {
  const options = parseOptions(args);
  if (!options.ok || options.value === "help") throw new Error("expected options");
  return options.value;
}

/** Files of content/reviews/ by name. */
export type ContentTexts = Readonly<Record<string, string>>;

/** Imports the text of one file into content in memory; returns the content after it. */
export function importIntoTexts(
  content: ContentTexts,
  format: "jsonl" | "csv",
  text: string,
): { content: ContentTexts; report: ReportDocument } {
  const problems = new Problems();
  const files = Object.entries(content).map(([name, raw]) => parseContentFile(name, raw, problems));
  const index = new ContentIndex(files, "", problems);
  if (problems.lines.length > 0) throw new Error(problems.lines.join("\n"));
  const { columns, rules } = optionsOf([format, "rows", "--source", "google"]);
  const { report, texts } = planImport(
    { files, index, erased: { has: () => false } },
    [{ name: "rows", text: () => text }],
    { format: formatOf(format), columns, rules: { ...rules, today }, isComplete: false },
    { statedSources: new Set(["google"]) },
  );
  report.written = [...texts.keys()];
  return { content: { ...content, ...Object.fromEntries(texts) }, report: report.document(["rows"], false) };
}

/** The files of `reviews/` of a content folder; none before the first import. */
export function bytesIn(content: string): ContentTexts {
  const folder = join(content, "reviews");
  if (!existsSync(folder)) return {};
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

export const reviewsIn = (content: string): WrittenReview[] => reviewsOf(bytesIn(content));

export const reviewsOf = (texts: ContentTexts): WrittenReview[] =>
  Object.values(texts)
    .flatMap((text) => JSON.parse(text) as WrittenReview[])
    .toSorted(newestFirst);
