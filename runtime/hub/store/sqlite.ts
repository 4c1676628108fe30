import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Database, Query, Row, Value } from "./database.ts";
import { DiskSync, type Sync } from "./disk-sync.ts";

const BUSY_TIMEOUT_MS = 5000;

const SCHEMA = `
create table if not exists topic (
  path text primary key,
  version integer not null,
  etag text not null,
  modified_at integer not null,
  seen_at integer not null
) strict;
create table if not exists subscription (
  id integer primary key,
  callback text not null,
  callback_key text not null,
  host text not null,
  topic text not null,
  secret text,
  expires_at integer,
  delivered_version integer,
  failures integer not null,
  retry_at integer,
  pending_id text,
  pending_mode text,
  pending_lease_seconds integer,
  pending_secret text,
  pending_version integer,
  pending_at integer,
  last_status text,
  last_at integer,
  next_at integer,
  claim text,
  unique (callback_key, topic)
) strict;
create index if not exists subscription_host on subscription (host);
create index if not exists subscription_scheduled on subscription (next_at) where next_at is not null;
create index if not exists subscription_waiting on subscription (topic, delivered_version) where next_at is null;
create index if not exists subscription_expiry on subscription (expires_at);
create index if not exists subscription_pending on subscription (pending_mode) where pending_mode is not null;
pragma user_version = 1;
`;

/**
 * An SQLite file for one sidecar (or ":memory:"). SQLite itself would wait for the disk with the thread stopped
 * (synchronous=FULL), so it only writes its log (NORMAL: never broken, but the end may be lost with the power), and
 * a transaction answers when that log is on disk. Only the owner of the process may read the file, for it holds
 * secrets.
 */
export function openSqlite(file: string, sync?: Sync): Database {
  if (file !== ":memory:") {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, "a", 0o600));
  }
  const connection = new DatabaseSync(file);
  let log: DiskSync | undefined;
  try {
    connection.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    connection.exec("pragma journal_mode = wal; pragma synchronous = normal");
    connection.exec(SCHEMA);
    if (file !== ":memory:") log = new DiskSync(`${file}-wal`, sync);
  } catch (error) {
    connection.close();
    throw error;
  }
  const query = queryOf(connection);
  let turn: Promise<unknown> = Promise.resolve();
  const written = <T>(run: (query: Query) => Promise<T>): Promise<T> => {
    const done = turn.then(async () => {
      connection.exec("begin immediate");
      try {
        const value = await run(query);
        connection.exec("commit");
        return value;
      } catch (error) {
        if (connection.isTransaction) connection.exec("rollback");
        throw error;
      }
    });
    turn = done.catch(() => {});
    return done;
  };
  const transaction: Database["transaction"] = async (run, durability) => {
    const value = await written(run);
    if (durability !== "soon") await log?.flush();
    return value;
  };
  const close = async (): Promise<void> => {
    await turn;
    await log?.close();
    connection.close();
  };
  return { transaction, lockOrSkip: "", lockOrWait: "", oneOf, close };
}

const oneOf: Database["oneOf"] = (parameter) => `in (select value from json_each(${parameter}))`;

/** One connection serves one transaction at a time, so prepared statements can be kept. */
function queryOf(connection: DatabaseSync): Query {
  const statements = new Map<string, StatementSync>();
  return (sql, parameters = []) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = connection.prepare(sql.replaceAll(/\$(\d+)/g, "?$1"));
      statements.set(sql, statement);
    }
    return Promise.resolve(statement.all(...(parameters as Value[])) as Row[]);
  };
}
