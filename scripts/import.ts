/** `npm run import`: brings reviews from an export into content. docs/import.md tells how to use it. */
import { importReviews } from "./import/import.ts";
import { parseOptions, USAGE } from "./import/options.ts";
import { renderReport } from "./import/report-text.ts";
import { calendarDateOf } from "../model/calendar-date.ts";

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  if (!options.ok) {
    process.stderr.write(`${options.error.join("\n")}\n\n${USAGE}`);
    return 2;
  }
  if (options.value === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  const { json } = options.value;
  const report = await importReviews(options.value, {
    today: calendarDateOf(Date.now()),
    run: process.pid,
  });
  if (!report.ok) {
    process.stderr.write(`${report.error.join("\n")}\n`);
    if (json) process.stdout.write(`${JSON.stringify({ problems: report.error })}\n`);
    return 1;
  }
  process.stdout.write(json ? `${JSON.stringify(report.value)}\n` : renderReport(report.value));
  return 0;
}
