/** Numbers by name. Unlike an object, JSON keeps it whatever the names are. */
export type NamedCounts = readonly (readonly [name: string, count: number])[];

/** Adds up lists of equal length, place by place. Without a list there is no sum. */
export const sumOfLists = (lists: readonly (readonly number[])[]): number[] =>
  (lists[0] ?? []).map((_, at) => lists.reduce((sum, list) => sum + (list[at] ?? 0), 0));

/** Adds up numbers of the same name. */
export function sumByName(all: Iterable<NamedCounts>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const counts of all) for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}
