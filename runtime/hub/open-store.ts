import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import { SqlStore } from "./sql-store.ts";
import type { SubscriptionStore } from "./store.ts";

/** Opens HUB_DATABASE: a `postgres://` URL, or an SQLite file that is made if it is not there. */
export async function openStore(database: string): Promise<SubscriptionStore> {
  return new SqlStore(isPostgres(database) ? await openPostgres(database) : openSqlite(database));
}

export const isPostgres = (database: string): boolean => /^postgres(ql)?:\/\//.test(database);
