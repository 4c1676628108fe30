import { join } from "node:path";
import { openSqlite } from "../runtime/hub/store/sqlite.ts";
import { SqlStore } from "../runtime/hub/store/sql-store.ts";
import type { Settlement, Versions } from "../runtime/hub/store/store.ts";
import { seedSubscriptions } from "../test/support/seed-subscriptions.ts";
import { median } from "./peer.ts";
import { printTable } from "./table.ts";

const BATCH = 64;

/** Claims and settles everything that one release makes due: the cost of a batch must not grow on the way. */
export async function claimCosts(subscriptions: number, folder: string): Promise<void> {
  const database = openSqlite(join(folder, "claims.sqlite"));
  const callbacks = Array.from(
    { length: subscriptions },
    (_, index) => `https://h${index % 5000}.example.com/${index}`,
  );
  await seedSubscriptions(database, callbacks, 1);
  const store = new SqlStore(database);
  const versions: Versions = new Map([["/api/feed.json", 2]]);
  const costs: { claimMs: number; settleMs: number }[] = [];
  const now = Date.now();
  for (let batch = 0; ; batch += 1) {
    const startedAt = performance.now();
    const claimed = await store.claim({
      now,
      claim: String(batch),
      claimUntil: now + 30_000,
      versions,
      take: () => true,
      fullHosts: [],
      limit: BATCH,
    });
    const claimedAt = performance.now();
    if (claimed.length === 0) break;
    const settlements = claimed.map(({ id, claim }, index): Settlement => {
      // Some fail and wait: what waits must not be walked over again and again.
      const hasFailed = index % 10 === 0;
      const signal = hasFailed
        ? ({ kind: "failed", counts: true, retryAt: now + 3_600_000, status: "500" } as const)
        : ({ kind: "delivered", version: 2, status: "204" } as const);
      return { id, claim, signal };
    });
    await store.settle(settlements, now, 3);
    costs.push({ claimMs: claimedAt - startedAt, settleMs: performance.now() - claimedAt });
  }
  const tenth = Math.floor(costs.length / 10);
  const of = (part: typeof costs, key: "claimMs" | "settleMs"): string =>
    `${median(part.map((cost) => cost[key])).toFixed(2)} ms`;
  printTable(
    `hub: ${subscriptions} subscriptions made due by one release, claimed and settled ${BATCH} at a time, a tenth failing`,
    ["part of the way", "claim", "settle"],
    [
      ["first tenth", of(costs.slice(0, tenth), "claimMs"), of(costs.slice(0, tenth), "settleMs")],
      [
        "middle tenth",
        of(costs.slice(tenth * 5, tenth * 6), "claimMs"),
        of(costs.slice(tenth * 5, tenth * 6), "settleMs"),
      ],
      ["last tenth", of(costs.slice(-tenth), "claimMs"), of(costs.slice(-tenth), "settleMs")],
    ],
  );
  process.stdout.write(`memory of this process: ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB\n`);
  await store.close();
}
