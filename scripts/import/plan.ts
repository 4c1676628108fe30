import type { ContentIndex } from "./content-index.ts";
import type { PackedRow } from "./packed-rows.ts";
import type { FilePlan } from "./rewrite.ts";

/**
 * Which file gets which rows, by file name. A review stays in the file where it lives, even when its date moves to
 * another month: each file is then replaced on its own, and no kill between two of them doubles or loses a review.
 */
export function planFiles(
  rows: Iterable<PackedRow>,
  index: ContentIndex,
  names: readonly string[],
): ReadonlyMap<string, FilePlan> {
  const plans = new Map<string, FilePlan>();
  const planOf = (name: string): FilePlan => {
    const plan = plans.get(name) ?? { exists: names.includes(name), matches: new Map(), additions: [] };
    plans.set(name, plan);
    return plan;
  };
  for (const row of rows) {
    const place = index.find(row.id);
    if (place) planOf(place.file).matches.set(place.id, row);
    else planOf(`${row.date.slice(0, 7)}.json`).additions.push(row);
  }
  return new Map([...plans].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
