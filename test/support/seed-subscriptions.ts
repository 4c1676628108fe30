import type { Database } from "../../runtime/hub/store/database.ts";
import { INSERT, valuesOf } from "../../runtime/hub/store/sql-rows.ts";
import type { Subscription } from "../../runtime/hub/state/subscription.ts";

const ROWS_AT_ONCE = 5000;

/** Writes active subscriptions of one topic, as if they had all been verified. */
export async function seedSubscriptions(
  database: Database,
  callbacks: readonly string[],
  deliveredVersion: number,
): Promise<void> {
  const expiresAt = Date.now() + 86_400_000;
  for (let from = 0; from < callbacks.length; from += ROWS_AT_ONCE) {
    await database.transaction(async (query) => {
      for (const callback of callbacks.slice(from, from + ROWS_AT_ONCE)) {
        const subscription: Subscription = {
          callback,
          callbackKey: callback,
          host: new URL(callback).hostname,
          topic: "/api/feed.json",
          live: { secret: "shared", expiresAt, deliveredVersion, failures: 0, retryAt: undefined },
          pending: undefined,
          lastStatus: undefined,
          lastAt: undefined,
        };
        const { callbackKey, host, topic } = subscription;
        await query(INSERT, [callback, callbackKey, host, topic, ...valuesOf(subscription)]);
      }
    });
  }
}
