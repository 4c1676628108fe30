import { isTopicPath } from "../../model/topics.ts";
import type { Row, Value } from "./database.ts";
import type { Subscription } from "./subscription.ts";

/** The columns that `apply` may change, in the order of `valuesOf`. */
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
];

export const UPDATE = `update subscription set ${CHANGING.map((name, index) => `${name} = $${index + 2}`).join(", ")},
  next_at = $${CHANGING.length + 2}, claim = $${CHANGING.length + 3} where id = $1`;

export const INSERT = `insert into subscription (callback, callback_key, host, topic, ${CHANGING.join(", ")}, next_at)
  values (${Array.from({ length: CHANGING.length + 5 }, (_, index) => `$${index + 1}`).join(", ")})
  on conflict (callback_key, topic) do nothing returning id`;

/** A request is due at once, whatever a clock says; a failed delivery at its time; all others when the topic moves. */
export function nextAtOf({ pending, live }: Subscription): number | null {
  return pending === undefined ? (live?.retryAt ?? null) : 0;
}

export function valuesOf({ live, pending, lastStatus, lastAt }: Subscription): Value[] {
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
  ];
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

/** `$3, $4, $5` for three values from 3 on. */
export const listed = (values: readonly unknown[], from: number): string =>
  values.map((_, index) => `$${from + index}`).join(", ");
