const DELIMITERS = [",", ";", "\t", "|"] as const;

/** What the first line of a CSV file says about it. */
export interface CsvDialect {
  readonly delimiter: string;
  /** Excel may write `sep=;` before the header. */
  readonly headerLine: 1 | 2;
}

export function detectDialect(firstLine: string): CsvDialect {
  const named = /^"?sep=(.)"?$/i.exec(firstLine.trimEnd()) ?? /^"?sep=(\t)"?$/i.exec(firstLine);
  if (named?.[1] !== undefined) return { delimiter: named[1], headerLine: 2 };
  return { delimiter: mostFrequent(firstLine), headerLine: 1 };
}

/** The delimiter that stands most often outside quotes; a comma when none does. */
function mostFrequent(line: string): string {
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, "");
  let best = ",";
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const count = bare.split(delimiter).length - 1;
    if (count > most) [best, most] = [delimiter, count];
  }
  return best;
}
