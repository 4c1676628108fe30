import { availableParallelism, loadavg } from "node:os";
import { table } from "../build/report.ts";
import type { BenchResult } from "./results.ts";

/** Results of this run that have a place in the docs, by the name in their marker. */
export const printed = new Map<string, BenchResult>();

/** Prints a table with a title. With a name, `--docs` writes it into the docs. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  name?: string,
): void {
  process.stdout.write(`\n${title}\n${table(head, rows)}\n`);
  if (name === undefined) return;
  const load = Math.round(loadavg()[0] ?? 0);
  const date = new Date().toISOString().slice(0, 10);
  printed.set(name, { date, load, processors: availableParallelism(), head, rows });
}
