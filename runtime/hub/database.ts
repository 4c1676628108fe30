/** A value of a row. Whole numbers come as numbers, whatever the database. */
export type Value = string | number | null;

export type Row = Readonly<Record<string, Value>>;

/** Runs one statement with `$1`, `$2` ... as parameters. */
export type Query = (sql: string, parameters?: readonly Value[]) => Promise<Row[]>;

/** The little that two SQL databases must agree on. */
export interface Database {
  /** Runs statements that all happen or none. */
  transaction<T>(run: (query: Query) => Promise<T>): Promise<T>;
  /** Appended to a SELECT whose rows are changed next: rows that another worker holds are passed over, or waited for. */
  readonly lockOrSkip: string;
  readonly lockOrWait: string;
  close(): Promise<void>;
}
