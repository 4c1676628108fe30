/** A value of a row. Whole numbers come as numbers, whatever the database. */
export type Value = string | number | null;

export type Row = Readonly<Record<string, Value>>;

/** Runs one statement with `$1`, `$2` ... as parameters. */
export type Query = (sql: string, parameters?: readonly Value[]) => Promise<Row[]>;

/** The little that two SQL databases must agree on. */
export interface Database {
  /**
   * Runs statements that all happen or none. They survive the power when it answers ("now", the default), or some
   * time after ("soon").
   */
  transaction<T>(run: (query: Query) => Promise<T>, durability?: "now" | "soon"): Promise<T>;
  /** Appended to a SELECT whose rows are changed next: rows that another worker holds are passed over, or waited for. */
  readonly lockOrSkip: string;
  readonly lockOrWait: string;
  /** The end of a condition: the column's value is among those of a parameter, a JSON array of numbers or strings. */
  readonly oneOf: (parameter: string, type: "bigint" | "text") => string;
  close(): Promise<void>;
}
