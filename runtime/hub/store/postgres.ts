import { DatabaseError, Pool, type PoolClient, types } from "pg";
import type { Database, Query, SqlValue } from "./database.ts";
import { migrationsFrom, SCHEMA_VERSION, type SchemaDialect } from "./schema.ts";

const POOL_SIZE = 4;
const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 10_000;
/**
 * Must be longer than STATEMENT_TIMEOUT_MS, after which a live server ends the statement itself. Detects a half-open
 * connection: the peer is gone, but no FIN or RST arrives.
 */
const QUERY_TIMEOUT_MS = 12_000;
/** Key of the advisory lock that serializes migrations; the same in every sidecar. */
const MIGRATION_LOCK = 7_305_113;
const INT8_OID = 20;

const DIALECT: SchemaDialect = {
  int64: "bigint",
  generatedId: "bigint generated always as identity primary key",
  tableOptions: "",
  idColumn: ", id",
};

/** PostgreSQL, shared by any number of sidecars. */
export async function openPostgres(url: string, queryTimeoutMs = QUERY_TIMEOUT_MS): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    // A half-open connection must not keep the process alive.
    allowExitOnIdle: true,
    application_name: "verified-reviews-hub",
    types: { getTypeParser: (id: number) => (id === INT8_OID ? Number : types.getTypeParser(id)) },
  });
  // The pool replaces a broken connection and its query rejects. An "error" event without a listener would end the
  // process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const database = onPool(pool);
  try {
    await database.transaction(migrate);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return database;
}

/** `schema_version` holds one row per version reached; without it the database is empty or of version 1. */
async function migrate(query: Query): Promise<void> {
  await query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
  await query("create table if not exists schema_version (version integer primary key)");
  const [row] = await query("select coalesce(max(version), 0) as version from schema_version");
  const version = Number(row?.["version"]);
  for (const statements of migrationsFrom(version, DIALECT)) await query(statements);
  if (version < SCHEMA_VERSION) await query("insert into schema_version values ($1)", [SCHEMA_VERSION]);
}

function onPool(pool: Pool): Database {
  return {
    forUpdateSkipLocked: " for update skip locked",
    forUpdate: " for update",
    inList: (parameter, type) =>
      `in (select value::${type} from json_array_elements_text(${parameter}::json))`,
    examine: () => Promise.resolve(),
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
        // Only a DatabaseError proves that the server still answers on this connection.
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
    const { rows } = await client.query<Record<string, SqlValue>>(sql, parameters as SqlValue[]);
    return rows;
  };
