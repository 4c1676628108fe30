import { isTopicPath } from "../../../model/topics.ts";
import type { Database, Query, Row, Value } from "./database.ts";
import type { Subscription } from "../state/subscription.ts";

/** The columns that may change, in the order of `valuesOf`. */
const CHANGING = [
  "secret",
  "expires_at",
  "delivered_version",
  "failures",
  "retry_at",
  "pending_id",
  "pending_mode",
  "pending_lease_seconds",
  "pending_secret",
  "pending_version",
  "pending_at",
  "last_status",
  "last_at",
  "next_at",
  "claim",
];

export const INSERT = `insert into subscription (callback, callback_key, host, topic, ${CHANGING.join(", ")})
  values (${Array.from({ length: CHANGING.length + 4 }, (_, index) => `$${index + 1}`).join(", ")})
  on conflict (callback_key, topic) do nothing returning id`;

/** A request is due at once, whatever a clock says; a failed delivery at its time; all others when the topic moves. */
function nextAtOf({ pending, live }: Subscription): number | null {
  return pending === undefined ? (live?.retryAt ?? null) : 0;
}

/** `claim` is undefined for a row that nobody works on: when it is due is for the subscription to say. */
export function valuesOf(subscription: Subscription, claim?: { nextAt: Value; claim: Value }): Value[] {
  const { live, pending, lastStatus, lastAt } = subscription;
  return [
    live?.secret ?? null,
    live?.expiresAt ?? null,
    live?.deliveredVersion ?? null,
    live?.failures ?? 0,
    live?.retryAt ?? null,
    pending?.id ?? null,
    pending?.mode ?? null,
    pending?.leaseSeconds ?? null,
    pending?.secret ?? null,
    pending?.version ?? null,
    pending?.requestedAt ?? null,
    lastStatus ?? null,
    lastAt ?? null,
    claim === undefined ? nextAtOf(subscription) : claim.nextAt,
    claim?.claim ?? null,
  ];
}

/** Writes into each row what it does not say yet: one statement for all rows that change in the same way. */
export async function update(
  query: Query,
  oneOf: Database["oneOf"],
  rows: readonly { readonly row: Row; readonly values: readonly Value[] }[],
): Promise<void> {
  const groups = new Map<string, { columns: string[]; values: Value[]; ids: Value[] }>();
  for (const { row, values } of rows) {
    const columns = CHANGING.filter((name, index) => row[name] !== values[index]);
    if (columns.length === 0) continue;
    const changes = values.filter((value, index) => row[CHANGING[index] ?? ""] !== value);
    const key = JSON.stringify([columns, changes]);
    const group = groups.get(key) ?? { columns, values: changes, ids: [] };
    groups.set(key, group);
    group.ids.push(row["id"] ?? null);
  }
  for (const { columns, values, ids } of groups.values()) {
    const assignments = columns.map((name, index) => `${name} = $${index + 2}`).join(", ");
    await query(`update subscription set ${assignments} where id ${oneOf("$1", "bigint")}`, [
      JSON.stringify(ids),
      ...values,
    ]);
  }
}

export function subscriptionOf(row: Row): Subscription {
  const topic = textOf(row, "topic");
  if (!isTopicPath(topic)) throw new Error(`the database names the unknown topic ${topic}`);
  const expiresAt = numberOf(row, "expires_at");
  const mode = row["pending_mode"];
  return {
    callback: textOf(row, "callback"),
    callbackKey: textOf(row, "callback_key"),
    host: textOf(row, "host"),
    topic,
    live:
      expiresAt === undefined
        ? undefined
        : {
            secret: nullable(row, "secret"),
            expiresAt,
            deliveredVersion: numberOf(row, "delivered_version") ?? 0,
            failures: numberOf(row, "failures") ?? 0,
            retryAt: numberOf(row, "retry_at"),
          },
    pending:
      mode === "subscribe" || mode === "unsubscribe"
        ? {
            id: textOf(row, "pending_id"),
            mode,
            leaseSeconds: numberOf(row, "pending_lease_seconds") ?? 0,
            secret: nullable(row, "pending_secret"),
            version: numberOf(row, "pending_version") ?? 0,
            requestedAt: numberOf(row, "pending_at") ?? 0,
          }
        : undefined,
    lastStatus: nullable(row, "last_status") ?? undefined,
    lastAt: numberOf(row, "last_at"),
  };
}

const nullable = (row: Row, name: string): string | null => {
  const value = row[name] ?? null;
  return value === null ? null : String(value);
};

const textOf = (row: Row, name: string): string => nullable(row, name) ?? "";

const numberOf = (row: Row, name: string): number | undefined => {
  const value = row[name] ?? null;
  return value === null ? undefined : Number(value);
};
