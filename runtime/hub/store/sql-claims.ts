import { subscriptionOf } from "./sql-rows.ts";
import type { Database, Query, SqlRow } from "./database.ts";
import { type Claim, CLAIM_MS, type ClaimQuery } from "./store.ts";

type ClaimDialect = Pick<Database, "forUpdateSkipLocked" | "inList">;

/** A host is known while a subscription of it has been confirmed. */
const IS_KNOWN = `(expires_at is not null or exists (select 1 from subscription as confirmed
  where confirmed.host = subscription.host and confirmed.expires_at is not null))`;
const CONDITIONS = { known: `and ${IS_KNOWN}`, new: `and not ${IS_KNOWN}`, all: "" } as const;

/** Claims due subscriptions that the worker accepts. */
export async function claimDue(
  query: Query,
  dialect: ClaimDialect,
  claimQuery: ClaimQuery,
): Promise<Claim[]> {
  const { token, expiresAt, accepts, limit } = claimQuery;
  const ids: number[] = [];
  if (limit <= 0) return [];
  for (const row of await candidates(query, dialect, claimQuery)) {
    if (ids.length >= limit) break;
    const id = Number(row["id"]);
    if (accepts(id, String(row["host"]))) ids.push(id);
  }
  if (ids.length === 0) return [];
  const rows = await query(
    `update subscription set next_at = $2, claim = $3 where id ${dialect.inList("$1", "bigint")} returning *`,
    [JSON.stringify(ids), expiresAt, token],
  );
  const byId = new Map(rows.map((row) => [Number(row["id"]), row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ id, token, expiresAt, subscription: subscriptionOf(row) }];
  });
}

/**
 * The ids and hosts of rows that are due: scheduled rows first (verifications, retries, expired claims), then those that
 * lag behind their topic. An empty result is the usual one, and each column read costs even then.
 */
async function candidates(
  query: Query,
  { forUpdateSkipLocked: lock, inList }: ClaimDialect,
  { now, versions, saturatedHosts, limit, hosts }: ClaimQuery,
): Promise<SqlRow[]> {
  const saturated = saturatedHosts.length === 0 ? [] : [JSON.stringify(saturatedHosts)];
  const isFree = saturated.length === 0 ? "" : `and not host ${inList("$5", "text")}`;
  const topics = JSON.stringify([...versions.keys()]);
  // Usually nothing is scheduled for now, and the first entry of the index says so at a fraction of the price.
  const [first] = await query("select min(next_at) as at from subscription where next_at is not null");
  const rows: SqlRow[] = [];
  if (first?.["at"] !== null && Number(first?.["at"]) <= now) {
    const scheduled = await query(
      `select id, host from subscription where next_at <= $1
       and (pending_mode is not null or (expires_at > $2 and paused_at is null and topic ${inList("$3", "text")}))
       ${isFree} ${CONDITIONS[hosts ?? "all"]} order by next_at, id limit $4${lock}`,
      [now, now, topics, limit, ...saturated],
    );
    rows.push(...scheduled);
  }
  if (hosts === "new") return rows;
  for (const [topic, version] of versions) {
    const left = limit - rows.length;
    if (left <= 0) break;
    const waiting = await query(
      `select id, host from subscription where next_at is null and topic = $1 and delivered_version < $2
       and expires_at > $3 and paused_at is null ${isFree} order by delivered_version, id limit $4${lock}`,
      [topic, version, now, left, ...saturated],
    );
    rows.push(...waiting);
  }
  return rows;
}

/** Longer than any retry delay (an hour plus jitter): only a clock that was set back since leaves rows this late. */
const MAX_WAIT_MS = 75 * 60_000;

/** Makes rows due that are dated ahead by a clock set back since. */
export async function reschedule(query: Query, now: number, clockWentBack: boolean): Promise<void> {
  const latest = now + (clockWentBack ? CLAIM_MS : MAX_WAIT_MS);
  await query("update subscription set next_at = $1, claim = null where next_at > $2", [now, latest]);
}

/** Ends all claims. */
export async function releaseClaims(query: Query): Promise<void> {
  await query(
    `update subscription set claim = null, next_at = case when pending_mode is null then retry_at else 0 end
     where claim is not null`,
  );
}
