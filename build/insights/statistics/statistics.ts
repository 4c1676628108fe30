import type { Interval } from "../../../model/insights.ts";

/** Never negative zero. */
export function rounded(value: number, digits: number): number {
  const scale = 10 ** digits;
  const isShort = Number.isInteger(value * scale) && (value * scale) / scale === value;
  return (isShort ? value : Number(value.toFixed(digits))) + 0;
}

export const percent = (part: number, of: number): number => rounded((100 * part) / of, 1);

const Z95 = 1.959964;

/** Wilson score interval of a share, in percent, at the 95 % level. */
export function wilson(part: number, of: number): Interval {
  const share = part / of;
  const square = Z95 * Z95;
  const center = share + square / (2 * of);
  const width = Z95 * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  const scale = 1 + square / of;
  return [
    rounded((100 * Math.max(0, center - width)) / scale, 1),
    rounded(100 * Math.min(1, (center + width) / scale), 1),
  ];
}

/** Two-sided p-value of a standard score (Abramowitz and Stegun 7.1.26, error below 1.5e-7). */
export function twoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const sum =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.min(1, sum * Math.exp(-x * x));
}

/** Log of the odds ratio between two groups, with one half added to each count (Haldane-Anscombe), and its z-score. */
export function logOdds(
  here: { readonly with: number; readonly of: number },
  there: { readonly with: number; readonly of: number },
): { log_odds: number; z: number } {
  const [a, b] = [here.with + 0.5, here.of - here.with + 0.5];
  const [c, d] = [there.with + 0.5, there.of - there.with + 0.5];
  const value = Math.log(a / b) - Math.log(c / d);
  const error = Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d);
  return { log_odds: rounded(value, 3), z: rounded(value / error, 3) };
}

/**
 * Log-likelihood ratio (Dunning 1993) of two words that stand side by side `both` times among `all` pairs, of which
 * `first` begin with the one and `second` end with the other. Above 10.83 chance is below one in a thousand.
 */
export function logLikelihood(both: number, first: number, second: number, all: number): number {
  const cells = [
    [both, (first * second) / all],
    [first - both, (first * (all - second)) / all],
    [second - both, ((all - first) * second) / all],
    [all - first - second + both, ((all - first) * (all - second)) / all],
  ] as const;
  return (
    2 *
    sumOf(cells, ([observed, expected]) => (observed === 0 ? 0 : observed * Math.log(observed / expected)))
  );
}

/**
 * Kendall's tau-b between the rows and the columns of a table of counts, and its p-value by the normal approximation
 * with ties (Kendall 1970, as in Mann-Kendall trend tests). Undefined if all counts are in one row or one column.
 */
export function kendall(table: readonly (readonly number[])[]): { tau: number; p: number } | undefined {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = (table[0] ?? []).map((_, column) =>
    table.reduce((sum, row) => sum + (row[column] ?? 0), 0),
  );
  const n = rows.reduce((sum, count) => sum + count, 0);
  const pairs = pairsIn(n);
  const tiedRows = sumOf(rows, pairsIn);
  const tiedColumns = sumOf(columns, pairsIn);
  if (pairs === tiedRows || pairs === tiedColumns) return undefined;
  const difference = concordance(table);
  const variance =
    (v0(n) - sumOf(rows, v0) - sumOf(columns, v0)) / 18 +
    (2 * tiedRows * tiedColumns) / (n * (n - 1)) +
    (n > 2 ? (sumOf(rows, v2) * sumOf(columns, v2)) / (9 * v2(n)) : 0);
  return {
    tau: difference / Math.sqrt((pairs - tiedRows) * (pairs - tiedColumns)),
    p: twoSided(difference / Math.sqrt(variance)),
  };
}

const sumOf = <T>(counts: readonly T[], f: (count: T) => number): number =>
  counts.reduce((sum, count) => sum + f(count), 0);

const pairsIn = (count: number): number => (count * (count - 1)) / 2;

/** Terms of the variance, named as in Kendall's formula. */
const v0 = (count: number): number => count * (count - 1) * (2 * count + 5);
const v2 = (count: number): number => count * (count - 1) * (count - 2);

/** Concordant minus discordant pairs. `above` adds up the rows above the current one. */
function concordance(table: readonly (readonly number[])[]): number {
  let above = (table[0] ?? []).map(() => 0);
  let difference = 0;
  for (const row of table) {
    for (const [column, count] of row.entries())
      for (const [other, earlier] of above.entries())
        difference += Math.sign(column - other) * count * earlier;
    above = above.map((count, column) => count + (row[column] ?? 0));
  }
  return difference;
}
