/** `npm run import`: imports reviews from an export into content. Described in docs/import.md. */
import { runCommand } from "../build/run-command.ts";
import { importReviews } from "./import/import.ts";
import { parseOptions, USAGE } from "./import/options.ts";
import { renderReport } from "./import/render-report.ts";
import { calendarDateOf } from "../model/calendar-date.ts";

await runCommand(main);

function main(args: readonly string[]): number {
  const options = parseOptions(args);
  if (!options.ok) {
    process.stderr.write(`${options.error.join("\n")}\n\n${USAGE}`);
    return 2;
  }
  if (options.value === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  const { isJson } = options.value;
  const report = importReviews(options.value, { today: calendarDateOf(Date.now()), run: process.pid });
  if (!report.ok) {
    process.stderr.write(`${report.error.join("\n")}\n`);
    if (isJson) process.stdout.write(`${JSON.stringify({ problems: report.error })}\n`);
    return 1;
  }
  process.stdout.write(isJson ? `${JSON.stringify(report.value)}\n` : renderReport(report.value));
  for (const problem of report.value.problems) process.stderr.write(`${problem}\n`);
  return report.value.problems.length === 0 ? 0 : 1;
}
