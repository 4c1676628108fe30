import { mayGrow } from "../state/host-growth.ts";
import type { Query, SqlValue } from "./database.ts";
import type {
  ExceededBound,
  HostCounts,
  SubscriptionBounds,
  SubscriptionCounts,
  TopicVersions,
} from "./store.ts";

/** Counts for metrics; each query reads one index. */
export async function countSubscriptions(
  query: Query,
  now: number,
  versions: TopicVersions,
): Promise<SubscriptionCounts> {
  // While the clock is ahead, rows stay whose lease has ended.
  const isDue = "next_at <= $1 and paused_at is null and (pending_mode is not null or expires_at > $1)";
  let due = await countRows(query, isDue, [now]);
  for (const [topic, version] of versions) {
    const isBehind = "paused_at is null and expires_at > $1 and topic = $2 and delivered_version < $3";
    due += await countRows(query, `next_at is null and ${isBehind}`, [now, topic, version]);
  }
  const [oldest] = await query(
    `select min(coalesce(pending_at, next_at)) as value from subscription where ${isDue}`,
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
  { host, callbackKey }: { readonly host: string; readonly callbackKey: string },
  bounds: SubscriptionBounds,
): Promise<ExceededBound | undefined> {
  const { all } = await hostCounts(query, host);
  if (all >= bounds.maxPerHost && !(await mayHostGrow(query, { host, callbackKey }, bounds))) {
    return "host full";
  }
  if ((await countRows(query, "pending_mode is not null")) >= bounds.maxPending) return "too many pending";
  return (await countRows(query)) >= bounds.maxSubscriptions ? "too many subscriptions" : undefined;
}

async function mayHostGrow(
  query: Query,
  { host, callbackKey }: { readonly host: string; readonly callbackKey: string },
  bounds: SubscriptionBounds,
): Promise<boolean> {
  const rows = await query("select callback_key from subscription where host = $1", [host]);
  const callbackKeys = rows.map((row) => String(row["callback_key"]));
  const delivery =
    "select 1 from attempt where subscription_id = subscription.id and kind = 'delivery' and status like '2__'";
  const undelivered = await countRows(query, `host = $1 and not exists (${delivery})`, [host]);
  return mayGrow({ callbackKeys, undelivered }, callbackKey, bounds);
}

export async function hostCounts(query: Query, host: string): Promise<HostCounts> {
  const counts =
    "select count(*) as all_rows, count(expires_at) as confirmed from subscription where host = $1";
  const [row] = await query(counts, [host]);
  return { all: Number(row?.["all_rows"]), confirmed: Number(row?.["confirmed"]) };
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
