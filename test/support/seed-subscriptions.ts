import type { Database } from "../../runtime/hub/store/database.ts";
import { insertSubscription } from "../../runtime/hub/store/sql-rows.ts";
import type { Subscription } from "../../runtime/hub/state/subscription.ts";

const BATCH_SIZE = 5000;

/** Inserts active subscriptions of one topic, as if they had been verified. */
export async function seedSubscriptions(
  database: Database,
  callbacks: readonly string[],
  deliveredVersion: number,
): Promise<void> {
  const expiresAt = Date.now() + 86_400_000;
  for (let from = 0; from < callbacks.length; from += BATCH_SIZE) {
    await database.transaction(async (query) => {
      for (const callback of callbacks.slice(from, from + BATCH_SIZE)) {
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
        await insertSubscription(query, subscription);
      }
    });
  }
}
