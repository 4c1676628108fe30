/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const MAX_LETTERS = 64;

/** The known word closest to a mistyped one; undefined if none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const typed = word.slice(0, MAX_LETTERS).toLowerCase();
  const [first] = known
    .map((name) => ({ name, steps: distance(typed, name.slice(0, MAX_LETTERS).toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps);
  return first !== undefined && first.steps <= Math.max(2, first.name.length / 3) ? first.name : undefined;
}
