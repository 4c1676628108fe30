import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** The PostgreSQL server for tests: TEST_POSTGRES_URL, or the default port on loopback. */
export const POSTGRES_URL = process.env["TEST_POSTGRES_URL"] ?? "postgres://postgres@127.0.0.1:5432/test";

/** True if the server responds. Otherwise warns, because tests are skipped. */
export async function postgresAnswers(): Promise<boolean> {
  const client = new Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`SKIPPED: tests with PostgreSQL, because ${POSTGRES_URL} does not respond (${reason}).`);
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A schema that belongs to one test. */
export interface TestSchema {
  readonly name: string;
  /** A connection URL with this schema as its search path. */
  readonly url: string;
  readonly drop: () => Promise<void>;
}

export async function freshSchema(): Promise<TestSchema> {
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
