import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** A PostgreSQL for tests: TEST_POSTGRES_URL, or the one on loopback that development machines often have. */
export const POSTGRES_URL = process.env["TEST_POSTGRES_URL"] ?? "postgres://postgres@127.0.0.1:5432/test";

/** Whether it answers; says so loudly if it does not, for then tests are skipped. */
export async function postgresAnswers(): Promise<boolean> {
  const client = new Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`SKIPPED: tests with PostgreSQL, for ${POSTGRES_URL} does not answer (${reason}).`);
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A schema of its own for a test. */
export interface Schema {
  readonly name: string;
  /** A connection URL whose tables are those of the schema. */
  readonly url: string;
  readonly drop: () => Promise<void>;
}

export async function freshSchema(): Promise<Schema> {
  const name = `hub_${randomBytes(6).toString("hex")}`;
  const run = async (sql: string): Promise<void> => {
    const client = new Client(POSTGRES_URL);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create schema ${name}`);
  const url = `${POSTGRES_URL}?options=-c%20search_path%3D${name}`;
  return { name, url, drop: () => run(`drop schema ${name} cascade`) };
}
