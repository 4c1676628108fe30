import { table } from "../build/report.ts";

/** Prints a table with a title. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  process.stdout.write(`\n${title}\n${table(head, rows)}\n`);
}
