import { err, ok, type Result } from "../../../model/result.ts";
import type { TopicPath } from "../../../model/topics.ts";
import type { Signal, Subscription } from "../state/subscription.ts";
import { apply } from "../state/transitions.ts";
import type { Database, SqlRow } from "./database.ts";
import { claimDue, reschedule } from "./sql-claims.ts";
import { countSubscriptions, exceededBound, hostCounts } from "./sql-counts.ts";
import { columnsOf, insertSubscription, subscriptionOf, updateRows } from "./sql-rows.ts";
import {
  deleteExpired,
  deleteOldTombstones,
  deleteSubscription,
  END_REASONS,
  findTombstone,
  insertTombstone,
  recordAttempts,
} from "./sql-history.ts";
import { announce, lastSeenAt } from "./sql-topics.ts";
import {
  type Announcement,
  type Claim,
  type ClaimOutcome,
  type ClaimQuery,
  type ExceededBound,
  type HostCounts,
  type SubscriptionBounds,
  type SubscriptionCounts,
  type Termination,
  type Tombstone,
  type TopicVersions,
} from "./store.ts";

/**
 * Persists subscriptions: reads rows, changes them with the pure transitions, and writes them back. Each method is one
 * durable transaction, safe to call from several workers at once, and rejects if the database cannot be reached or
 * written.
 */
export class SqlStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Records the newest state of all topics; returns the versions of those that are up to date in this sidecar. */
  announce(announcements: readonly Announcement[], now: number): Promise<TopicVersions> {
    const { forUpdate } = this.#database;
    return this.#database.transaction((query) => announce(query, forUpdate, announcements, now));
  }

  /** Applies a request within bounds; resolves to true if it changed the subscription. `blank` is used for a new one. */
  request(
    blank: Subscription,
    signal: Signal & { kind: "requested" },
    now: number,
    bounds: SubscriptionBounds,
  ): Promise<Result<boolean, ExceededBound>> {
    const { callbackKey, topic } = blank;
    const { forUpdate, inList } = this.#database;
    return this.#database.transaction(async (query) => {
      // Another sidecar may insert the same pair between select and insert; the second pass then finds its row.
      for (;;) {
        const [row] = await query(
          `select * from subscription where callback_key = $1 and topic = $2${forUpdate}`,
          [callbackKey, topic],
        );
        const before = row === undefined ? blank : subscriptionOf(row);
        const applied = apply(before, signal, now, 0);
        const after = applied.ok ? applied.value.subscription : undefined;
        if (after === undefined || after === before) return ok(false);
        if (row !== undefined) {
          await updateRows(query, inList, [{ row, columns: { ...columnsOf(after), ...claimOf(row, now) } }]);
          return ok(true);
        }
        const exceeded = await exceededBound(query, blank, bounds);
        if (exceeded !== undefined) return err(exceeded);
        if (await insertSubscription(query, after)) return ok(true);
      }
    });
  }

  /** The claims of each query. Durability "soon" suffices: a power failure that loses the claim also ends the process that holds it. */
  claim(...queries: readonly ClaimQuery[]): Promise<Claim[][]> {
    return this.#database.transaction(async (query) => {
      const claims: Claim[][] = [];
      for (const one of queries) claims.push(await claimDue(query, this.#database, one));
      return claims;
    }, "soon");
  }

  /** Ends claims and applies their signals. Ignores outcomes of claims that another worker has taken over. */
  complete(outcomes: readonly ClaimOutcome[], now: number, maxFailures: number): Promise<Termination[]> {
    const { inList, forUpdate } = this.#database;
    return this.#database.transaction(async (query) => {
      const terminations: Termination[] = [];
      const updates: Parameters<typeof updateRows>[2][number][] = [];
      const rows = await query(
        `select * from subscription where id ${inList("$1", "bigint")} order by id${forUpdate}`,
        [JSON.stringify(outcomes.map(({ id }) => id))],
      );
      const byId = new Map(rows.map((row) => [Number(row["id"]), row]));
      const removed: number[] = [];
      const made: Parameters<typeof recordAttempts>[1][number][] = [];
      for (const { id, token, signal, attempt } of outcomes) {
        const row = byId.get(id);
        if (row?.["claim"] !== token) continue;
        if (attempt !== undefined) made.push({ row, attempt });
        const before = subscriptionOf(row);
        const applied = signal === undefined ? undefined : apply(before, signal, now, maxFailures);
        const { subscription: after, deny } = applied?.ok
          ? applied.value
          : { subscription: before, deny: false };
        if (signal !== undefined && before.live !== undefined && after?.live === undefined) {
          const subscription = { ...before, lastStatus: attempt?.status ?? before.lastStatus, lastAt: now };
          const reason = END_REASONS[signal.kind] ?? "removed";
          terminations.push({ id, subscription, reason, deny });
        }
        const attempts = Number(row["attempts"]) + (attempt === undefined ? 0 : 1);
        if (after === undefined) removed.push(id);
        else updates.push({ row, columns: { ...columnsOf(after), attempts } });
      }
      await recordAttempts(query, made);
      for (const { id, subscription, reason } of terminations) {
        await insertTombstone(query, id, subscription, { reason, at: now });
      }
      for (const id of removed) await deleteSubscription(query, id);
      await updateRows(query, inList, updates);
      return terminations;
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

  hostCounts(host: string): Promise<HostCounts> {
    return this.#database.transaction((query) => hostCounts(query, host));
  }

  findTombstone(callbackKey: string, topic: TopicPath): Promise<Tombstone | undefined> {
    return this.#database.transaction((query) => findTombstone(query, callbackKey, topic));
  }

  /** Removes expired subscriptions and returns their number. */
  sweep(now: number): Promise<number> {
    return this.#database.transaction(async (query) => {
      const expired = await deleteExpired(query, now);
      await deleteOldTombstones(query, now);
      return expired;
    });
  }

  /** Makes rows due that are dated ahead by a clock set back since. */
  reschedule(now: number, clockWentBack: boolean): Promise<void> {
    return this.#database.transaction((query) => reschedule(query, now, clockWentBack));
  }

  /** The last time at which a sidecar announced a release, by its clock. */
  lastSeenAt(): Promise<number | undefined> {
    return this.#database.transaction(lastSeenAt);
  }

  counts(now: number, versions: TopicVersions): Promise<SubscriptionCounts> {
    return this.#database.transaction((query) => countSubscriptions(query, now, versions));
  }

  /** Rejects if the database cannot be read or, on request, written, or if it is no longer the one that was opened. */
  async probe(isWriting: boolean): Promise<void> {
    // One row: updating all could deadlock with an announcement, which locks them in an order of its own.
    const write = "update topic set seen_at = seen_at where path = (select min(path) from topic)";
    const sql = isWriting ? write : "select 1 from topic limit 1";
    await this.#database.transaction((query) => query(sql));
  }

  /** Reads the whole database and rejects if it is damaged. */
  examine(): Promise<void> {
    return this.#database.examine();
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** An unexpired claim stays in the row: its worker completes first, and the request is due after that. */
function claimOf(row: SqlRow, now: number): Readonly<Record<string, string | number | null>> {
  const { claim = null, next_at = null } = row;
  return claim !== null && Number(next_at) > now ? { claim, next_at } : {};
}
