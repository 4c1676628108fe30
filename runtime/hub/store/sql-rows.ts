import { isTopicPath } from "../../../model/topics.ts";
import type { Database, Query, SqlRow, SqlValue } from "./database.ts";
import type { Subscription } from "../state/subscription.ts";

type Columns = Readonly<Record<string, SqlValue>>;

/** The columns that may change. `next_at` is 0 for a verification and null until the topic moves. */
export function columnsOf({ live, pending, lastStatus, lastAt }: Subscription): Columns {
  return {
    secret: live?.secret ?? null,
    expires_at: live?.expiresAt ?? null,
    delivered_version: live?.deliveredVersion ?? null,
    failures: live?.failures ?? 0,
    retry_at: live?.retryAt ?? null,
    pending_id: pending?.id ?? null,
    pending_mode: pending?.mode ?? null,
    pending_lease_seconds: pending?.leaseSeconds ?? null,
    pending_secret: pending?.secret ?? null,
    pending_version: pending?.version ?? null,
    pending_at: pending?.requestedAt ?? null,
    last_status: lastStatus ?? null,
    last_at: lastAt ?? null,
    next_at: pending === undefined ? (live?.retryAt ?? null) : 0,
    claim: null,
  };
}

/** Resolves to false if the pair of callback and topic already exists. */
export async function insertSubscription(query: Query, subscription: Subscription): Promise<boolean> {
  const { callback, callbackKey: callback_key, host, topic } = subscription;
  const columns = { callback, callback_key, host, topic, ...columnsOf(subscription) };
  const names = Object.keys(columns);
  const inserted = await query(
    `insert into subscription (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})
     on conflict (callback_key, topic) do nothing returning id`,
    Object.values(columns),
  );
  return inserted.length > 0;
}

/** Writes the columns that differ from their row, with one statement for all rows that change in the same way. */
export async function updateRows(
  query: Query,
  inList: Database["inList"],
  updates: readonly { readonly row: SqlRow; readonly columns: Columns }[],
): Promise<void> {
  const groups = new Map<string, { changes: (readonly [string, SqlValue])[]; ids: unknown[] }>();
  for (const { row, columns } of updates) {
    const changes = Object.entries(columns).filter(([name, value]) => row[name] !== value);
    if (changes.length === 0) continue;
    const key = JSON.stringify(changes);
    const group = groups.get(key) ?? { changes, ids: [] };
    groups.set(key, group);
    group.ids.push(row["id"]);
  }
  for (const { changes, ids } of groups.values()) {
    const assignments = changes.map(([name], index) => `${name} = $${index + 2}`).join(", ");
    await query(`update subscription set ${assignments} where id ${inList("$1", "bigint")}`, [
      JSON.stringify(ids),
      ...changes.map(([, value]) => value),
    ]);
  }
}

export function subscriptionOf(row: SqlRow): Subscription {
  const text = (name: string): string | null => (row[name] ?? null) as string | null;
  const number = (name: string): number | undefined => (row[name] ?? undefined) as number | undefined;
  const topic = text("topic") ?? "";
  if (!isTopicPath(topic)) throw new Error(`the hub database contains the unknown topic ${topic}`);
  const expiresAt = number("expires_at");
  const mode = row["pending_mode"];
  return {
    callback: text("callback") ?? "",
    callbackKey: text("callback_key") ?? "",
    host: text("host") ?? "",
    topic,
    live:
      expiresAt === undefined
        ? undefined
        : {
            secret: text("secret"),
            expiresAt,
            deliveredVersion: number("delivered_version") ?? 0,
            failures: number("failures") ?? 0,
            retryAt: number("retry_at"),
          },
    pending:
      mode === "subscribe" || mode === "unsubscribe"
        ? {
            id: text("pending_id") ?? "",
            mode,
            leaseSeconds: number("pending_lease_seconds") ?? 0,
            secret: text("pending_secret"),
            version: number("pending_version") ?? 0,
            requestedAt: number("pending_at") ?? 0,
          }
        : undefined,
    lastStatus: text("last_status") ?? undefined,
    lastAt: number("last_at"),
    pausedAt: number("paused_at"),
  };
}
