import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Database, Query, SqlRow, SqlValue } from "./database.ts";
import { DiskSync, type Sync } from "./disk-sync.ts";
import { migrationsFrom, SCHEMA_VERSION, type SchemaDialect } from "./schema.ts";
import { SqliteFile } from "./sqlite-file.ts";

const BUSY_TIMEOUT_MS = 5000;
const IN_MEMORY = ":memory:";

const DIALECT: SchemaDialect = {
  int64: "integer",
  generatedId: "integer primary key",
  tableOptions: " strict",
  idColumn: "",
};

/**
 * An SQLite file for one sidecar (or ":memory:"). `synchronous=FULL` would block the event loop on every fsync, so
 * SQLite only appends to its write-ahead log (`NORMAL`: consistent, but a power failure may lose the last commits), and
 * a transaction resolves once DiskSync has flushed that log. The file holds secrets: only its owner may read it.
 */
export function openSqlite(file: string, sync?: Sync): Database {
  if (file !== IN_MEMORY) {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, "a", 0o600));
  }
  const connection = new DatabaseSync(file);
  let log: DiskSync | undefined;
  let watched: SqliteFile | undefined;
  try {
    connection.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    connection.exec("pragma journal_mode = wal; pragma synchronous = normal");
    migrate(connection);
    if (file !== IN_MEMORY) {
      watched = new SqliteFile(file, connection);
      log = new DiskSync(`${file}-wal`, sync);
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  const query = queryOf(connection);
  let turn: Promise<unknown> = Promise.resolve();
  const commit = <T>(run: (query: Query) => Promise<T>): Promise<T> => {
    const committed = turn.then(async () => {
      watched?.verify();
      connection.exec("begin immediate");
      try {
        const value = await run(query);
        connection.exec("commit");
        return value;
      } catch (error) {
        if (connection.isTransaction) connection.exec("rollback");
        throw error;
      } finally {
        watched?.record();
      }
    });
    turn = committed.catch(() => {});
    return committed;
  };
  const transaction: Database["transaction"] = async (run, durability) => {
    const value = await commit(run);
    if (durability !== "soon") {
      await log?.flush();
      watched?.verifyPlace();
    }
    return value;
  };
  const close = async (): Promise<void> => {
    await turn;
    await log?.close();
    connection.close();
  };
  const examine = async (): Promise<void> => {
    await turn;
    watched?.examine();
  };
  return { transaction, examine, forUpdateSkipLocked: "", forUpdate: "", inList, close };
}

const inList: Database["inList"] = (parameter) => `in (select value from json_each(${parameter}))`;

function migrate(connection: DatabaseSync): void {
  const version = Number(connection.prepare("pragma user_version").get()?.["user_version"]);
  const migrations = migrationsFrom(version, DIALECT);
  if (migrations.length === 0) return;
  const record = `pragma user_version = ${SCHEMA_VERSION}`;
  connection.exec(["begin immediate", ...migrations, record, "commit"].join(";\n"));
}

/** Caches prepared statements, which is safe because a connection runs one transaction at a time. */
function queryOf(connection: DatabaseSync): Query {
  const statements = new Map<string, StatementSync>();
  return (sql, parameters = []) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = connection.prepare(sql.replaceAll(/\$(\d+)/g, "?$1"));
      statements.set(sql, statement);
    }
    return Promise.resolve(statement.all(...(parameters as SqlValue[])) as SqlRow[]);
  };
}
