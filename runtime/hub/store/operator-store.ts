import { stateOf, type Subscription } from "../state/subscription.ts";
import type { Database, Query, SqlRow, SqlValue } from "./database.ts";
import { deleteSubscription, findAttempts, insertTombstone, tombstoneOf } from "./sql-history.ts";
import { insertSubscription, subscriptionOf } from "./sql-rows.ts";
import type { Attempt, Tombstone } from "./store.ts";

/** A subscription with what the operator needs to judge it. */
export interface StoredSubscription {
  readonly id: number;
  readonly subscription: Subscription;
  /** The topic's newest version; undefined before its first release. */
  readonly topicVersion: number | undefined;
}

/** Selects subscriptions: one, those of a callback, those of a host, or all. */
export type SubscriptionQuery =
  | { readonly by: "id"; readonly id: number }
  | { readonly by: "callback" | "host"; readonly value: string }
  | { readonly by: "all" };

/**
 * The operator's reads and changes, next to running sidecars: each is one transaction, and leaves claims alone, so that
 * a sidecar that is sending at that moment completes as usual.
 */
export class OperatorStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(target: SubscriptionQuery, limit: number): Promise<StoredSubscription[]> {
    return this.#database.transaction(async (query) => {
      const { where, parameters } = conditionOf(target, "id");
      const rows = await query(
        `select subscription.*, topic.version as topic_version from subscription
         left join topic on topic.path = subscription.topic where ${where} order by id limit ${limit}`,
        parameters,
      );
      return rows.map(storedOf);
    });
  }

  /** Newest first. */
  listEnded(target: SubscriptionQuery, limit: number): Promise<Tombstone[]> {
    return this.#database.transaction(async (query) => {
      const { where, parameters } = conditionOf(target, "-1");
      const rows = await query(
        `select * from tombstone where ${where} order by ended_at desc limit ${limit}`,
        parameters,
      );
      return rows.map(tombstoneOf);
    });
  }

  /** Newest first. */
  attempts(id: number): Promise<Attempt[]> {
    return this.#database.transaction((query) => findAttempts(query, id));
  }

  /** Marks an active subscription; returns false for any other. */
  pause(id: number, now: number): Promise<boolean> {
    return this.#change(id, async (query, { subscription }) => {
      if (stateOf(subscription, now) !== "active") return false;
      await query("update subscription set paused_at = coalesce(paused_at, $2) where id = $1", [id, now]);
      return true;
    });
  }

  /**
   * Makes the topic's current content due at once, with a fresh count of failures, so that an operator's request does
   * not end a subscription; ends a pause if `isResuming`. Returns false for a subscription that is not active, or that
   * stays paused.
   */
  send(id: number, now: number, isResuming: boolean): Promise<boolean> {
    return this.#change(id, async (query, { subscription }) => {
      const isPaused = subscription.pausedAt !== undefined && !isResuming;
      if (stateOf(subscription, now) !== "active" || isPaused) return false;
      await query(
        `update subscription set paused_at = null, delivered_version = 0, failures = 0, retry_at = null,
         next_at = case when claim is null and pending_mode is null then null else next_at end where id = $1`,
        [id],
      );
      return true;
    });
  }

  /** Deletes a subscription and leaves a tombstone. The subscriber gets no notice. */
  remove(id: number, now: number): Promise<boolean> {
    return this.#change(id, async (query, { subscription }) => {
      await insertTombstone(query, id, subscription, { reason: "removed", at: now });
      await deleteSubscription(query, id);
      return true;
    });
  }

  /** Adds a subscription, to which the current content is due; returns false if the pair exists already. */
  insert(subscription: Subscription): Promise<boolean> {
    return this.#database.transaction(async (query) => {
      if (!(await insertSubscription(query, subscription))) return false;
      await query("update subscription set paused_at = $3 where callback_key = $1 and topic = $2", [
        subscription.callbackKey,
        subscription.topic,
        subscription.pausedAt ?? null,
      ]);
      return true;
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #change(
    id: number,
    change: (query: Query, stored: StoredSubscription) => Promise<boolean>,
  ): Promise<boolean> {
    return this.#database.transaction(async (query) => {
      const [row] = await query(`select * from subscription where id = $1${this.#database.forUpdate}`, [id]);
      return row !== undefined && (await change(query, storedOf(row)));
    });
  }
}

/** Tombstones have no id of their own: `idColumn` stands for it. */
function conditionOf(
  target: SubscriptionQuery,
  idColumn: "id" | "-1",
): { readonly where: string; readonly parameters: readonly SqlValue[] } {
  if (target.by === "all") return { where: "1 = 1", parameters: [] };
  if (target.by === "id") return { where: `${idColumn} = $1`, parameters: [target.id] };
  if (target.by === "host") return { where: "host = $1", parameters: [target.value] };
  return { where: "(callback = $1 or callback_key = $1)", parameters: [target.value] };
}

function storedOf(row: SqlRow): StoredSubscription {
  const version = row["topic_version"] ?? undefined;
  return {
    id: Number(row["id"]),
    subscription: subscriptionOf(row),
    topicVersion: version === undefined ? undefined : Number(version),
  };
}
