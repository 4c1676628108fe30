import { type BigIntStats, statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";

const HOW_TO_RESTORE =
  "stop the sidecar, put a backup in place as docs/operations.md describes, then start the sidecar";

/**
 * Detects that a database file was deleted, replaced, truncated or overwritten while it is open. SQLite itself would
 * go on with its open descriptor and cached pages, and report success for rows that no restart finds. After the first
 * detection every call throws.
 */
export class SqliteFile {
  readonly #path: string;
  readonly #dataVersion: StatementSync;
  readonly #opened: FileStamps;
  #recorded: FileStamps;
  #recordedVersion: number;
  #loss: Error | undefined;

  /** Throws if the file is damaged. */
  constructor(path: string, connection: DatabaseSync) {
    this.#path = path;
    this.#dataVersion = connection.prepare("pragma data_version");
    this.examine();
    this.#opened = stampsOf(path);
    this.#recorded = this.#opened;
    this.#recordedVersion = this.#readVersion();
  }

  /** Throws unless the files are those that were opened, and only SQLite has changed them. */
  verify(): void {
    const current = this.#verifyPlace();
    const isChanged = (at: keyof FileStamps): boolean => !isSameContent(current[at], this.#recorded[at]);
    if (!isChanged("database") && !isChanged("log")) return;
    const version = this.#readVersion();
    if (version === this.#recordedVersion) {
      // Another SQLite connection writes the log before the database, and its commits raise the data version.
      if (isChanged("database")) this.#lose("was overwritten while it was open");
      this.examine();
    }
    this.#recordedVersion = version;
    this.#recorded = current;
  }

  /** Throws if a path now names another file, or none. */
  verifyPlace(): void {
    this.#verifyPlace();
  }

  /** Records the sizes and times that a transaction has left. */
  record(): void {
    const { index } = this.#recorded;
    this.#recorded = { database: stampOf(this.#path), log: stampOf(`${this.#path}-wal`), index };
  }

  /** Throws if the file on disk is damaged. A new connection reads the disk instead of cached pages. */
  examine(): void {
    let found: unknown;
    try {
      const connection = new DatabaseSync(this.#path, { readOnly: true });
      try {
        found = Object.values(connection.prepare("pragma quick_check(1)").get() ?? {})[0];
      } finally {
        connection.close();
      }
    } catch (error) {
      found = error instanceof Error ? error.message : error;
    }
    if (found !== "ok") this.#lose(`is damaged (${String(found)})`);
  }

  #verifyPlace(): FileStamps {
    if (this.#loss !== undefined) throw this.#loss;
    const current = stampsOf(this.#path);
    const hasMoved = FILES.some((file) => !isSameFile(current[file], this.#opened[file]));
    if (hasMoved) this.#lose("was deleted or replaced while it was open");
    return current;
  }

  #readVersion(): number {
    try {
      return Number(this.#dataVersion.get()?.["data_version"]);
    } catch (error) {
      return this.#lose(`cannot be read (${error instanceof Error ? error.message : String(error)})`);
    }
  }

  #lose(problem: string): never {
    this.#loss = new Error(`the hub database ${this.#path} ${problem}: ${HOW_TO_RESTORE}`);
    throw this.#loss;
  }
}

const FILES = ["database", "log", "index"] as const;

type FileStamps = Readonly<Record<(typeof FILES)[number], BigIntStats | undefined>>;

const stampsOf = (path: string): FileStamps => ({
  database: stampOf(path),
  log: stampOf(`${path}-wal`),
  index: stampOf(`${path}-shm`),
});

const stampOf = (file: string): BigIntStats | undefined =>
  statSync(file, { bigint: true, throwIfNoEntry: false });

const isSameFile = (one: BigIntStats | undefined, other: BigIntStats | undefined): boolean =>
  one?.ino === other?.ino && one?.dev === other?.dev;

const isSameContent = (one: BigIntStats | undefined, other: BigIntStats | undefined): boolean =>
  one?.size === other?.size && one?.mtimeNs === other?.mtimeNs;
