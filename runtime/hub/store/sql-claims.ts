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
  const claims: Claim[] = [];
  if (limit <= 0) return claims;
  for (const row of await candidates(query, dialect, claimQuery)) {
    if (claims.length >= limit) break;
    const subscription = subscriptionOf(row);
    const id = Number(row["id"]);
    if (accepts(id, subscription.host)) claims.push({ id, token, expiresAt, subscription });
  }
  if (claims.length > 0) {
    await query(
      `update subscription set next_at = $2, claim = $3 where id ${dialect.inList("$1", "bigint")}`,
      [JSON.stringify(claims.map(({ id }) => id)), expiresAt, token],
    );
  }
  return claims;
}

/** Scheduled rows first (verifications, retries, expired claims), then those that lag behind their topic. */
async function candidates(
  query: Query,
  { forUpdateSkipLocked: lock, inList }: ClaimDialect,
  { now, versions, saturatedHosts, limit, hosts }: ClaimQuery,
): Promise<SqlRow[]> {
  const saturated = JSON.stringify(saturatedHosts);
  const topics = JSON.stringify([...versions.keys()]);
  const rows = await query(
    `select * from subscription where next_at <= $1 and not host ${inList("$2", "text")}
     and (pending_mode is not null or (expires_at > $1 and paused_at is null and topic ${inList("$3", "text")}))
     ${CONDITIONS[hosts ?? "all"]} order by next_at, id limit $4${lock}`,
    [now, saturated, topics, limit],
  );
  if (hosts === "new") return rows;
  for (const [topic, version] of versions) {
    if (rows.length >= limit) break;
    const waiting = await query(
      `select * from subscription where next_at is null and topic = $1 and delivered_version < $2
       and expires_at > $3 and paused_at is null and not host ${inList("$4", "text")} order by delivered_version, id limit $5${lock}`,
      [topic, version, now, saturated, limit - rows.length],
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
