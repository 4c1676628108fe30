import type { TopicPath } from "../../../model/topics.ts";
import type { Signal, Subscription } from "../state/subscription.ts";
import type { Query, SqlRow, SqlValue } from "./database.ts";
import type { Attempt, EndReason, Tombstone } from "./store.ts";

/** Attempts kept for each subscription. */
const MAX_ATTEMPTS = 10;
const TOMBSTONE_MS = 30 * 86_400_000;
const MAX_TOMBSTONES = 20_000;

const ATTEMPT_COLUMNS = ["subscription_id", "slot", "kind", "at", "duration_ms", "status"] as const;

/**
 * Records one attempt of each row and overwrites the row's oldest: the slot is the number of attempts so far, modulo
 * MAX_ATTEMPTS. The caller increments that number.
 */
export async function recordAttempts(
  query: Query,
  made: readonly { readonly row: SqlRow; readonly attempt: Attempt }[],
): Promise<void> {
  if (made.length === 0) return;
  const width = ATTEMPT_COLUMNS.length;
  const places = made.map(
    (_, at) => `(${ATTEMPT_COLUMNS.map((_name, n) => `$${at * width + n + 1}`).join(", ")})`,
  );
  const values = made.flatMap(({ row, attempt: { kind, at, durationMs, status } }): SqlValue[] => {
    const slot = Number(row["attempts"]) % MAX_ATTEMPTS;
    return [row["id"] ?? null, slot, kind, at, durationMs, status];
  });
  await query(
    `insert into attempt (${ATTEMPT_COLUMNS.join(", ")}) values ${places.join(", ")}
     on conflict (subscription_id, slot) do update
     set kind = excluded.kind, at = excluded.at, duration_ms = excluded.duration_ms, status = excluded.status`,
    values,
  );
}

/** The last attempts of a subscription, newest first. */
export async function findAttempts(query: Query, id: number): Promise<Attempt[]> {
  const rows = await query(
    "select kind, at, duration_ms, status from attempt where subscription_id = $1 order by at desc",
    [id],
  );
  return rows.map((row) => ({
    kind: row["kind"] === "verification" ? "verification" : "delivery",
    at: Number(row["at"]),
    durationMs: Number(row["duration_ms"]),
    status: String(row["status"]),
  }));
}

/** The reason of an end, by the signal that ended the subscription. */
export const END_REASONS: Partial<Record<Signal["kind"], EndReason>> = {
  confirmed: "unsubscribed",
  failed: "failed",
  gone: "gone",
  expired: "expired",
};

/** Keeps the reason and the last attempts of a confirmed subscription that ends. */
export async function insertTombstone(
  query: Query,
  id: number,
  { callback, callbackKey, host, topic, lastStatus, lastAt }: Subscription,
  end: { readonly reason: EndReason; readonly at: number },
): Promise<void> {
  const attempts = JSON.stringify(await findAttempts(query, id));
  await query(
    `insert into tombstone (callback_key, topic, callback, host, reason, last_status, last_at, ended_at, attempts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) ${REPLACE_TOMBSTONE}`,
    [callbackKey, topic, callback, host, end.reason, lastStatus ?? null, lastAt ?? null, end.at, attempts],
  );
}

export async function deleteSubscription(query: Query, id: number): Promise<void> {
  await query("delete from attempt where subscription_id = $1", [id]);
  await query("delete from subscription where id = $1", [id]);
}

/** Removes subscriptions whose lease has ended; returns their number. */
export async function deleteExpired(query: Query, now: number): Promise<number> {
  const isExpired = "expires_at <= $1 and pending_mode is null";
  await query(
    `insert into tombstone (callback_key, topic, callback, host, reason, last_status, last_at, ended_at, attempts)
     select callback_key, topic, callback, host, 'expired', last_status, last_at, expires_at, '[]'
     from subscription where ${isExpired} ${REPLACE_TOMBSTONE}`,
    [now],
  );
  await query(
    `delete from attempt where subscription_id in (select id from subscription where ${isExpired})`,
    [now],
  );
  const expired = await query(`delete from subscription where ${isExpired} returning id`, [now]);
  return expired.length;
}

/** Deletes tombstones that are too old, and the oldest beyond MAX_TOMBSTONES. */
export async function deleteOldTombstones(query: Query, now: number): Promise<void> {
  await query(
    `delete from tombstone where ended_at <= $1
     or ended_at <= (select ended_at from tombstone order by ended_at desc limit 1 offset $2)`,
    [now - TOMBSTONE_MS, MAX_TOMBSTONES],
  );
}

export async function findTombstone(
  query: Query,
  callbackKey: string,
  topic: TopicPath,
): Promise<Tombstone | undefined> {
  const [row] = await query("select * from tombstone where callback_key = $1 and topic = $2", [
    callbackKey,
    topic,
  ]);
  return row && tombstoneOf(row);
}

export const tombstoneOf = (row: SqlRow): Tombstone => ({
  callback: String(row["callback"]),
  host: String(row["host"]),
  topic: row["topic"] as TopicPath,
  reason: row["reason"] as EndReason,
  lastStatus: (row["last_status"] ?? undefined) as string | undefined,
  lastAt: (row["last_at"] ?? undefined) as number | undefined,
  endedAt: Number(row["ended_at"]),
  attempts: JSON.parse(String(row["attempts"])) as Attempt[],
});

const REPLACE_TOMBSTONE = `on conflict (callback_key, topic) do update
  set callback = excluded.callback, host = excluded.host, reason = excluded.reason, last_status = excluded.last_status,
  last_at = excluded.last_at, ended_at = excluded.ended_at, attempts = excluded.attempts`;
