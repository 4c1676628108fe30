import { openSqlite } from "./sqlite.ts";
import { releaseClaims } from "./sql-claims.ts";
import { SqlStore } from "./sql-store.ts";

/** Opens HUB_DATABASE: a `postgres://` URL, or an SQLite file, which is created if it does not exist. */
export async function openStore(database: string): Promise<SqlStore> {
  if (/^postgres(ql)?:\/\//.test(database)) {
    const { openPostgres } = await import("./postgres.ts");
    return new SqlStore(await openPostgres(database));
  }
  const file = openSqlite(database);
  try {
    // Only one sidecar uses a file, so claims found in it belong to a process that is gone.
    await file.transaction(releaseClaims);
  } catch (error) {
    // The caller retries every few seconds: do not leak file descriptors.
    await file.close();
    throw error;
  }
  return new SqlStore(file);
}
