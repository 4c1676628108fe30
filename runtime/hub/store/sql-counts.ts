import type { Query, Value } from "./database.ts";
import type { Counts, Versions } from "./store.ts";

/** Counts for metrics; each count walks one index. */
export async function countRows(query: Query, now: number, versions: Versions): Promise<Counts> {
  const one = async (sql: string, parameters: readonly Value[] = []): Promise<Value> =>
    (await query(sql, parameters))[0]?.["value"] ?? null;
  let due = Number(await one("select count(*) as value from subscription where next_at <= $1", [now]));
  for (const [topic, version] of versions) {
    const waiting = await one(
      `select count(*) as value from subscription where next_at is null and topic = $1 and delivered_version < $2`,
      [topic, version],
    );
    due += Number(waiting);
  }
  const oldest = await one(
    "select min(coalesce(pending_at, next_at)) as value from subscription where next_at <= $1",
    [now],
  );
  return {
    active: Number(await one("select count(*) as value from subscription where expires_at > $1", [now])),
    pending: Number(await one("select count(*) as value from subscription where pending_mode is not null")),
    failing: Number(
      await one(
        "select count(*) as value from subscription where retry_at is not null and next_at is not null",
      ),
    ),
    due,
    oldestDueAt: oldest === null ? undefined : Number(oldest),
  };
}
