import type { Query, SqlValue } from "./database.ts";
import type { ExceededBound, SubscriptionBounds, SubscriptionCounts, TopicVersions } from "./store.ts";

/** Counts for metrics; each query reads one index. */
export async function countSubscriptions(
  query: Query,
  now: number,
  versions: TopicVersions,
): Promise<SubscriptionCounts> {
  let due = await countRows(query, "next_at <= $1 and paused_at is null", [now]);
  for (const [topic, version] of versions) {
    const isBehind = "next_at is null and paused_at is null and topic = $1 and delivered_version < $2";
    due += await countRows(query, isBehind, [topic, version]);
  }
  const [oldest] = await query(
    "select min(coalesce(pending_at, next_at)) as value from subscription where next_at <= $1 and paused_at is null",
    [now],
  );
  const oldestDueAt = oldest?.["value"] ?? undefined;
  return {
    active: await countRows(query, "expires_at > $1", [now]),
    pending: await countRows(query, "pending_mode is not null"),
    failing: await countRows(query, "retry_at is not null and next_at is not null"),
    due,
    oldestDueAt: oldestDueAt === undefined ? undefined : Number(oldestDueAt),
  };
}

/** The bound that a new subscription would exceed. */
export async function exceededBound(
  query: Query,
  host: string,
  bounds: SubscriptionBounds,
): Promise<ExceededBound | undefined> {
  if ((await countRows(query, "host = $1", [host])) >= bounds.maxPerHost) return "host full";
  if ((await countRows(query, "pending_mode is not null")) >= bounds.maxPending) return "too many pending";
  return (await countRows(query)) >= bounds.maxSubscriptions ? "too many subscriptions" : undefined;
}

/** True while a subscription of this host has been confirmed. */
export async function isKnownHost(query: Query, host: string): Promise<boolean> {
  const confirmed = "select 1 as found from subscription where host = $1 and expires_at is not null limit 1";
  return (await query(confirmed, [host])).length > 0;
}

async function countRows(
  query: Query,
  condition?: string,
  parameters: readonly SqlValue[] = [],
): Promise<number> {
  const where = condition === undefined ? "" : ` where ${condition}`;
  const [row] = await query(`select count(*) as value from subscription${where}`, parameters);
  return Number(row?.["value"]);
}
