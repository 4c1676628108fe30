import { DatabaseError, Pool, type PoolClient, types } from "pg";
import type { Database, Query, Value } from "./database.ts";

const POOL_SIZE = 4;
const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** A server that is there has ended a statement by then: the way to it is cut, and nobody says so. */
const SILENCE_MS = 12_000;
/** Any number, the same in every sidecar: whoever holds it makes the tables. */
const SCHEMA_LOCK = 7_305_113;

const SCHEMA = `
create table if not exists topic (
  path text primary key,
  version bigint not null,
  etag text not null,
  modified_at bigint not null,
  seen_at bigint not null
);
create table if not exists subscription (
  id bigint generated always as identity primary key,
  callback text not null,
  callback_key text not null,
  host text not null,
  topic text not null,
  secret text,
  expires_at bigint,
  delivered_version bigint,
  failures integer not null,
  retry_at bigint,
  pending_id text,
  pending_mode text,
  pending_lease_seconds bigint,
  pending_secret text,
  pending_version bigint,
  pending_at bigint,
  last_status text,
  last_at bigint,
  next_at bigint,
  claim text,
  unique (callback_key, topic)
);
create index if not exists subscription_host on subscription (host);
create index if not exists subscription_scheduled on subscription (next_at) where next_at is not null;
create index if not exists subscription_waiting on subscription (topic, delivered_version, id) where next_at is null;
create index if not exists subscription_expiry on subscription (expires_at);
create index if not exists subscription_pending on subscription (pending_mode) where pending_mode is not null;
`;

const INT8 = 20;

/** PostgreSQL for any number of sidecars. */
export async function openPostgres(url: string, silenceMs = SILENCE_MS): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: silenceMs,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    // A server that does not say goodbye keeps no process from ending.
    allowExitOnIdle: true,
    application_name: "verified-reviews-hub",
    types: {
      // Milliseconds and versions stay below 2^53.
      getTypeParser: (id: number) => (id === INT8 ? Number : types.getTypeParser(id)),
    },
  });
  // A connection that breaks, idle or within a transaction, is replaced by the pool, and what was asked over it
  // fails; without listeners each would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const database = onPool(pool);
  try {
    await database.transaction(async (query) => {
      await query("select pg_advisory_xact_lock($1)", [SCHEMA_LOCK]);
      for (const statement of SCHEMA.split(";\n")) if (statement.trim() !== "") await query(statement);
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return database;
}

function onPool(pool: Pool): Database {
  return {
    lockOrSkip: " for update skip locked",
    lockOrWait: " for update",
    oneOf: (parameter, type) =>
      `in (select value::${type} from json_array_elements_text(${parameter}::json))`,
    close: () => pool.end(),
    async transaction(run, durability) {
      const client = await pool.connect();
      let isBroken = false;
      try {
        await client.query(durability === "soon" ? "begin; set local synchronous_commit = off" : "begin");
        const value = await run(queryOf(client));
        await client.query("commit");
        return value;
      } catch (error) {
        // Only a server that answered is worth another question.
        isBroken = !(error instanceof DatabaseError) || !(await isRolledBack(client));
        throw error;
      } finally {
        client.release(isBroken);
      }
    },
  };
}

const isRolledBack = (client: PoolClient): Promise<boolean> =>
  client.query("rollback").then(
    () => true,
    () => false,
  );

const queryOf =
  (client: PoolClient): Query =>
  async (sql, parameters = []) => {
    const { rows } = await client.query<Record<string, Value>>(sql, parameters as Value[]);
    return rows;
  };
