import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { firstIndex } from "../../model/first-index.ts";
import { fileOf } from "../../model/manifest.ts";
import type { FindTexts } from "../../model/render-search-table.ts";
import { dateNumber, openSearchTable, SEARCH_TABLE_PATH } from "../../model/search-table.ts";
import type { KeptRelease } from "./kept-release.ts";

/**
 * Finds the folded texts of the given dates, whose reviews are those of the published release, in its search table.
 * Undefined if there is no table, or if it was altered.
 */
export function keptTexts(
  kept: KeptRelease | undefined,
  sameDates: ReadonlySet<CalendarDate>,
): FindTexts | undefined {
  if (kept?.artifact(SEARCH_TABLE_PATH) === undefined) return undefined;
  const bytes = readFileSync(join(kept.folder, fileOf(SEARCH_TABLE_PATH)));
  const table = openSearchTable(bytes);
  if (table === undefined) return undefined;
  const { rows, dates, textStarts } = table;
  const startOf = (row: number): number => textStarts[row] as number;
  // The texts end the file.
  const texts = bytes.subarray(bytes.length - startOf(rows));
  return (date) => {
    if (!sameDates.has(date)) return undefined;
    const number = dateNumber(date);
    const first = firstIndex(dates, (other) => other <= number);
    const end = firstIndex(dates, (other) => other < number);
    const lengths = Array.from(
      { length: end - first },
      (_, at) => startOf(first + at + 1) - startOf(first + at),
    );
    return { bytes: texts.subarray(startOf(first), startOf(end)), lengths };
  };
}
