import { err, ok, type Result } from "../../../model/result.ts";
import type { TopicPath } from "../../../model/topics.ts";
import type { Database, Query, Row, Value } from "./database.ts";
import { countRows } from "./sql-counts.ts";
import { INSERT, subscriptionOf, update, valuesOf } from "./sql-rows.ts";
import { announce } from "./sql-topics.ts";
import type {
  Announcement,
  Bounds,
  Claimed,
  ClaimOrder,
  Counts,
  Ended,
  Full,
  Settlement,
  SubscriptionStore,
  Versions,
} from "./store.ts";
import { CLAIM_MS } from "./store.ts";
import type { Signal, Subscription } from "../state/subscription.ts";
import { apply } from "../state/transitions.ts";

/** No retry waits longer (an hour and its jitter): a row that does was written by a clock that went back since. */
const MAX_WAIT_MS = 75 * 60_000;

/** Subscriptions in SQL: rows are read, changed by the pure core, and written back in one transaction. */
export class SqlStore implements SubscriptionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  announce(announcements: readonly Announcement[], now: number): Promise<Versions> {
    return this.#database.transaction((query) =>
      announce(query, this.#database.lockOrWait, announcements, now),
    );
  }

  request(
    blank: Subscription,
    signal: Signal & { kind: "requested" },
    now: number,
    bounds: Bounds,
  ): Promise<Result<boolean, Full>> {
    const { callback, callbackKey, host, topic } = blank;
    return this.#database.transaction(async (query) => {
      // Another sidecar may insert the same pair between the look and the insert: then the second look finds it.
      for (;;) {
        const [row] = await query(
          `select * from subscription where callback_key = $1 and topic = $2${this.#database.lockOrWait}`,
          [callbackKey, topic],
        );
        const before = row === undefined ? blank : subscriptionOf(row);
        const applied = apply(before, signal, now, 0);
        const after = applied.ok ? applied.value.subscription : undefined;
        if (after === undefined || after === before) return ok(false);
        if (row !== undefined) {
          await update(query, this.#database.oneOf, [{ row, values: rewritten(row, after, now) }]);
          return ok(true);
        }
        const full = await fullness(query, host, bounds);
        if (full !== undefined) return err(full);
        const inserted = [callback, callbackKey, host, topic, ...valuesOf(after)];
        if ((await query(INSERT, inserted)).length > 0) return ok(true);
      }
    });
  }

  /** A claim that the power takes is no loss: it would have ended with the process. */
  claim(order: ClaimOrder): Promise<Claimed[]> {
    return this.#database.transaction(async (query) => {
      const claimed: Claimed[] = [];
      for (const row of await this.#candidates(query, order)) {
        if (claimed.length >= order.limit) break;
        const subscription = subscriptionOf(row);
        const id = Number(row["id"]);
        if (!order.take(id, subscription.host)) continue;
        const { claim, claimUntil } = order;
        claimed.push({ id, claim, claimUntil, subscription });
      }
      if (claimed.length > 0) {
        const ids = JSON.stringify(claimed.map(({ id }) => id));
        await query(
          `update subscription set next_at = $2, claim = $3 where id ${this.#database.oneOf("$1", "bigint")}`,
          [ids, order.claimUntil, order.claim],
        );
      }
      return claimed;
    }, "soon");
  }

  /** First what is scheduled (verifications, retries, claims that ended), then what the topics moved past. */
  async #candidates(query: Query, { now, versions, fullHosts, limit }: ClaimOrder): Promise<Row[]> {
    const { lockOrSkip: lock, oneOf } = this.#database;
    const full = JSON.stringify(fullHosts);
    const topics = JSON.stringify([...versions.keys()]);
    const rows = await query(
      `select * from subscription where next_at <= $1 and not host ${oneOf("$2", "text")}
       and (pending_mode is not null or (expires_at > $1 and topic ${oneOf("$3", "text")}))
       order by next_at, id limit $4${lock}`,
      [now, full, topics, limit],
    );
    for (const [topic, version] of versions) {
      if (rows.length >= limit) break;
      const waiting = await query(
        `select * from subscription where next_at is null and topic = $1 and delivered_version < $2
         and expires_at > $3 and not host ${oneOf("$4", "text")} order by delivered_version, id limit $5${lock}`,
        [topic, version, now, full, limit - rows.length],
      );
      rows.push(...waiting);
    }
    return rows;
  }

  settle(settlements: readonly Settlement[], now: number, maxFailures: number): Promise<Ended[]> {
    return this.#database.transaction(async (query) => {
      const ended: Ended[] = [];
      const changed: { row: Row; values: Value[] }[] = [];
      const { oneOf, lockOrWait } = this.#database;
      const rows = await query(
        `select * from subscription where id ${oneOf("$1", "bigint")} order by id${lockOrWait}`,
        [JSON.stringify(settlements.map(({ id }) => id))],
      );
      const byId = new Map(rows.map((row) => [Number(row["id"]), row]));
      for (const { id, claim, signal } of settlements) {
        const row = byId.get(id);
        if (row?.["claim"] !== claim) continue;
        const before = subscriptionOf(row);
        const applied = signal === undefined ? undefined : apply(before, signal, now, maxFailures);
        const outcome = applied?.ok ? applied.value : { subscription: before, deny: false };
        if (signal !== undefined && before.live !== undefined && outcome.subscription?.live === undefined) {
          ended.push({ subscription: before, signal: signal.kind, deny: outcome.deny });
        }
        if (outcome.subscription === undefined) await query("delete from subscription where id = $1", [id]);
        else changed.push({ row, values: valuesOf(outcome.subscription) });
      }
      await update(query, oneOf, changed);
      return ended;
    });
  }

  find(callbackKey: string, topic: TopicPath): Promise<Subscription | undefined> {
    return this.#database.transaction(async (query) => {
      const [row] = await query("select * from subscription where callback_key = $1 and topic = $2", [
        callbackKey,
        topic,
      ]);
      return row && subscriptionOf(row);
    });
  }

  sweep(now: number, hasGoneBack: boolean): Promise<number> {
    return this.#database.transaction(async (query) => {
      const expired = await query(
        "delete from subscription where expires_at <= $1 and pending_mode is null returning id",
        [now],
      );
      await query("update subscription set next_at = $1, claim = null where next_at > $2", [
        now,
        now + (hasGoneBack ? CLAIM_MS : MAX_WAIT_MS),
      ]);
      return expired.length;
    });
  }

  counts(now: number, versions: Versions): Promise<Counts> {
    return this.#database.transaction((query) => countRows(query, now, versions));
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** Ends all claims. */
export async function releaseClaims(query: Query): Promise<void> {
  await query(
    `update subscription set claim = null, next_at = case when pending_mode is null then retry_at else 0 end
     where claim is not null`,
  );
}

/** Whoever works on the row now will see the request when that is done. */
function rewritten(row: Row, after: Subscription, now: number): Value[] {
  const isClaimed = row["claim"] !== null && Number(row["next_at"]) > now;
  const claim = { nextAt: row["next_at"] ?? null, claim: row["claim"] ?? null };
  return valuesOf(after, isClaimed ? claim : undefined);
}

async function fullness(query: Query, host: string, bounds: Bounds): Promise<Full | undefined> {
  const count = async (where: string, parameters: readonly Value[] = []): Promise<number> =>
    Number((await query(`select count(*) as value from subscription${where}`, parameters))[0]?.["value"]);
  if ((await count(" where host = $1", [host])) >= bounds.maxPerHost) return "host full";
  if ((await count(" where pending_mode is not null")) >= bounds.maxPending) return "too many pending";
  return (await count("")) >= bounds.maxSubscriptions ? "too many subscriptions" : undefined;
}
