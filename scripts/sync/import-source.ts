import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { explainFault } from "../../model/fault.ts";
import { err, type Result } from "../../model/result.ts";
import type { ImportSource } from "../../model/sources.ts";
import { importReviews } from "../import/import.ts";
import { parseOptions } from "../import/options.ts";
import type { ReportDocument } from "../import/report.ts";
import { download, publicPart } from "./download.ts";

export interface SyncRules {
  readonly content: string;
  readonly isDryRun: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly today: CalendarDate;
  readonly fetchUrl: typeof fetch;
}

/** Imports one source. The error lists its problems; content is then as it was. */
export async function importSource(
  source: ImportSource,
  { content, isDryRun, env, today, fetchUrl }: SyncRules,
): Promise<Result<ReportDocument, readonly string[]>> {
  const folder = mkdtempSync(join(tmpdir(), "sync-"));
  try {
    let file = resolve(dirname(resolve(content)), source.from);
    let shown = source.from;
    if (/^https?:/i.test(source.from)) {
      const body = await download(source, env, fetchUrl);
      if (!body.ok) return err([body.error]);
      shown = publicPart(source.from);
      file = join(folder, basename(new URL(source.from).pathname).replaceAll(/[^\w.-]/g, "") || "export");
      writeFileSync(file, body.value);
    }
    const options = parseOptions([
      ...argumentsOf(source),
      "--content",
      content,
      ...(isDryRun ? ["--dry-run"] : []),
      "--",
      source.format,
      file,
    ]);
    if (!options.ok) return err(options.error);
    if (options.value === "help") return err([`"${source.format}" is not a format`]);
    const report = importReviews(options.value, { today, run: process.pid });
    return report.ok ? report : err(report.error.map((line) => line.replaceAll(file, shown)));
  } catch (error) {
    return err([explainFault(error)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The source as the command line of `npm run import`, which checks it. */
function argumentsOf(source: ImportSource): string[] {
  const texts = {
    source: source.source,
    "author-default": source.author_default,
    "verified-by": source.verified_by,
    "date-format": source.date_format,
    authors: source.authors,
    delimiter: source.delimiter,
    encoding: source.encoding,
  };
  return [
    ...pairs("map", source.map),
    ...pairs("only", source.only),
    ...(source.ignore ?? []).map((column) => `--ignore=${column}`),
    ...(source.placeholders ?? []).map((text) => `--placeholder=${text}`),
    ...Object.entries(texts).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
    ...(source.complete ? ["--complete"] : []),
    ...(source.redact ? ["--redact"] : []),
  ];
}

const pairs = (option: string, values: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(values).map(([name, value]) => `--${option}=${name}=${value}`);
