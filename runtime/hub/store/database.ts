/** A column value. Integers are numbers in both databases: milliseconds and versions stay below 2^53. */
export type SqlValue = string | number | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Runs one statement with `$1`, `$2` ... as parameters. */
export type Query = (sql: string, parameters?: readonly SqlValue[]) => Promise<SqlRow[]>;

/** The interface that SqlStore needs from SQLite and PostgreSQL. */
export interface Database {
  /**
   * Runs statements atomically. With durability "now" (the default) they survive a power failure once this resolves;
   * with "soon", some time later.
   */
  transaction<T>(run: (query: Query) => Promise<T>, durability?: "now" | "soon"): Promise<T>;
  /** Reads the whole database and rejects if it is damaged. A server checks its own files: PostgreSQL does nothing. */
  examine(): Promise<void>;
  /** Row locks, appended to a SELECT: skip the rows that another transaction holds, or wait for them. */
  readonly forUpdateSkipLocked: string;
  readonly forUpdate: string;
  /** An IN condition whose list is one parameter: a JSON array of numbers or strings. */
  readonly inList: (parameter: string, type: "bigint" | "text") => string;
  close(): Promise<void>;
}
