import type { Interval } from "../../../model/insights.ts";

/** Rounding happens once, at the end, so that the same counts give the same digits everywhere. */
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;

export const percent = (part: number, of: number): number => rounded((100 * part) / of, 1);

const Z95 = 1.959964;

/** Wilson score interval of a share, in percent. */
export function wilson(part: number, of: number): Interval {
  const share = part / of;
  const square = Z95 * Z95;
  const centre = share + square / (2 * of);
  const width = Z95 * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  const scale = 1 + square / of;
  return [
    rounded((100 * Math.max(0, centre - width)) / scale, 1),
    rounded(100 * Math.min(1, (centre + width) / scale), 1),
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

/** How much more often something is there in one group than in another, with a half added to each count. */
export function logOdds(
  here: { readonly with: number; readonly of: number },
  there: { readonly with: number; readonly of: number },
): { log_odds: number; z: number } {
  const cells = [here.with, here.of - here.with, there.with, there.of - there.with].map((n) => n + 0.5);
  const [a, b, c, d] = cells as [number, number, number, number];
  const value = Math.log(a / b) - Math.log(c / d);
  const error = Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d);
  return { log_odds: rounded(value, 3), z: rounded(value / error, 3) };
}

/**
 * Kendall's tau-b between the rows and the columns of a table of counts, both in their natural order, with the
 * normal approximation that counts ties in (Kendall 1970, as in Mann-Kendall trend tests).
 */
export function kendall(table: readonly (readonly number[])[]): { tau: number; p: number } | undefined {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = (table[0] ?? []).map((_, column) =>
    table.reduce((sum, row) => sum + (row[column] ?? 0), 0),
  );
  const n = rows.reduce((sum, count) => sum + count, 0);
  const pairs = pairsIn(n);
  const [tiedRows, tiedColumns] = [sumOf(rows, pairsIn), sumOf(columns, pairsIn)];
  if (pairs === tiedRows || pairs === tiedColumns) return undefined;
  const difference = concordance(table);
  const variance =
    (v(n) - sumOf(rows, v) - sumOf(columns, v)) / 18 +
    (2 * tiedRows * tiedColumns) / (n * (n - 1)) +
    (n > 2 ? (sumOf(rows, triples) * sumOf(columns, triples)) / (9 * triples(n)) : 0);
  return {
    tau: difference / Math.sqrt((pairs - tiedRows) * (pairs - tiedColumns)),
    p: twoSided(difference / Math.sqrt(variance)),
  };
}

const sumOf = (counts: readonly number[], f: (count: number) => number): number =>
  counts.reduce((sum, count) => sum + f(count), 0);

const pairsIn = (count: number): number => (count * (count - 1)) / 2;

/** Terms of the variance with ties. */
const v = (count: number): number => count * (count - 1) * (2 * count + 5);
const triples = (count: number): number => count * (count - 1) * (count - 2);

/** Concordant minus discordant pairs, in one pass over the table. */
function concordance(table: readonly (readonly number[])[]): number {
  const before = (table[0] ?? []).map(() => 0);
  let difference = 0;
  for (const row of table) {
    for (const [column, count] of row.entries()) {
      for (const [other, earlier] of before.entries())
        difference += Math.sign(column - other) * count * earlier;
    }
    for (const [column, count] of row.entries()) before[column] = (before[column] ?? 0) + count;
  }
  return difference;
}
