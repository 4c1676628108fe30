import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import { releaseClaims, SqlStore } from "./sql-store.ts";
import type { SubscriptionStore } from "./store.ts";

/** Opens HUB_DATABASE: a `postgres://` URL, or an SQLite file that is made if it is not there. */
export async function openStore(database: string): Promise<SubscriptionStore> {
  if (/^postgres(ql)?:\/\//.test(database)) return new SqlStore(await openPostgres(database));
  const file = openSqlite(database);
  try {
    // A file has one sidecar: whoever held claims in it is gone, and its work need not wait for them to end.
    await file.transaction(releaseClaims);
  } catch (error) {
    // It is tried again every few seconds: what was opened must not pile up.
    await file.close();
    throw error;
  }
  return new SqlStore(file);
}
