import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableOf } from "../scripts/docs.ts";

const ROOT = join(import.meta.dirname, "..");
const RESULTS_FILE = join(ROOT, "bench", "results.json");

/** A table of a bench as it was measured last. */
export interface BenchResult {
  readonly date: string;
  /** Load average of the minute, the bench included. */
  readonly load: number;
  readonly processors: number;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type BenchResults = Readonly<Record<string, BenchResult>>;

export const DOCS_WITH_RESULTS = ["performance.md", "operations.md"].map((name) => join(ROOT, "docs", name));

export const readResults = (): BenchResults => JSON.parse(readFileSync(RESULTS_FILE, "utf8")) as BenchResults;

const MARKED_RESULT =
  /(<!-- result of bench (.+?): npm run bench -- --docs -->\n\n)(?:Measured .*\n\n(?:\|.*\n)*)?/g;

/** Replaces the table after every marker with the one that the named bench printed. */
export function withResults(text: string, results: BenchResults): string {
  return text.replaceAll(MARKED_RESULT, (_, marker: string, name: string) => {
    const result = results[name];
    if (result === undefined) throw new Error(`bench/results.json has no result "${name}"`);
    const { date, load, processors, head, rows } = result;
    const machine = `Measured on ${date} on ${processors} processors, with a load of ${load}.\n\n`;
    return marker + machine + tableOf(head, rows);
  });
}

/** Writes the results that have a place in the docs, and keeps those of benches that did not run. */
export function writeResults(measured: ReadonlyMap<string, BenchResult>): void {
  const docs = DOCS_WITH_RESULTS.map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const names = new Set(
    docs.flatMap(({ text }) => [...text.matchAll(MARKED_RESULT)].map((match) => match[2])),
  );
  const shown = [...measured].filter(([name]) => names.has(name));
  const results = { ...readResults(), ...Object.fromEntries(shown) };
  writeFileSync(RESULTS_FILE, `${JSON.stringify(results, undefined, 2)}\n`);
  for (const { file, text } of docs) writeFileSync(file, withResults(text, results));
}
