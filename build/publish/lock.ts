import { DatabaseSync } from "node:sqlite";
import { Fault } from "../../model/fault.ts";

/**
 * An exclusive lock on a file, held by the kernel for this process: SQLite takes it with fcntl(2). It excludes
 * processes of other PID namespaces and other hosts that share the disk, and it ends when the process ends. The file
 * stays, because removing a lock file lets two processes lock two files of the same name.
 */
export class FileLock {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Returns undefined if another process holds the lock. Throws if the file cannot be created. */
  static acquire(file: string): FileLock | undefined {
    const database = openDatabase(file);
    try {
      database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
      return new FileLock(database);
    } catch (error) {
      database.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
  }

  release(): void {
    this.#database.close();
  }
}

function openDatabase(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw new Fault(`${file}: cannot be locked; make it writable for this user, or name another folder`, {
      cause: error,
    });
  }
}

const SQLITE_BUSY = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
