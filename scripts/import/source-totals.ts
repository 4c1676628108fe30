import { join } from "node:path";
import { readFileSync } from "node:fs";
import { SOURCE_TOTALS_FILE } from "../../build/load/policy.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { check } from "../../model/check.ts";
import { contentSourceTotalsSchema, type SourceTotals } from "../../model/policy.ts";
import { CommandError, errorCode } from "./reasons.ts";

export type SourceTotal = SourceTotals[string] & { readonly source: string };

/**
 * Collects the number of reviews that a source states, location by location: of one location the last file counts. The
 * day is the newest one in the export, which the export cannot be older than; the day of the import would claim more.
 */
export class StatedTotal {
  readonly #byLocation = new Map<string, number>();
  #newest: CalendarDate | undefined;

  add(location: string, count: number): void {
    this.#byLocation.set(location, count);
  }

  see(date: CalendarDate): void {
    if (this.#newest === undefined || date > this.#newest) this.#newest = date;
  }

  of(source: string | undefined): SourceTotal | undefined {
    if (source === undefined || this.#newest === undefined || this.#byLocation.size === 0) return undefined;
    const count = [...this.#byLocation.values()].reduce((sum, one) => sum + one, 0);
    return { source, count, at: this.#newest };
  }
}

const checkTotals = check(contentSourceTotalsSchema);

/** The new text of source-totals.json; undefined when it says so already. As with texts, the last import counts. */
export function textWithTotal(contentFolder: string, { source, count, at }: SourceTotal): string | undefined {
  const file = join(contentFolder, SOURCE_TOTALS_FILE);
  const written = readTotals(file);
  const earlier = written.sources[source];
  if (earlier?.at === at && earlier.count === count) return undefined;
  const sources = Object.entries({ ...written.sources, [source]: { count, at } });
  const sorted = Object.fromEntries(sources.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ ...written, sources: sorted }, null, 2)}\n`;
}

function readTotals(file: string): { readonly sources: SourceTotals } {
  const text = readOptional(file);
  if (text === undefined) return { sources: {} };
  const problem = `${file}: is not a list of totals; delete it, and the next import writes it again`;
  try {
    const checked = checkTotals(JSON.parse(text));
    if (checked.ok) return checked.value;
  } catch {
    // The problem says it all.
  }
  throw new CommandError([problem]);
}

/** The text of a file; undefined if there is none. */
export function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw new CommandError([`${file}: cannot be read (${errorCode(error)})`]);
  }
}
