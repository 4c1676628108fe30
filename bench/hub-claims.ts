import { join } from "node:path";
import { openSqlite } from "../runtime/hub/store/sqlite.ts";
import { SqlStore } from "../runtime/hub/store/sql-store.ts";
import type { ClaimOutcome, TopicVersions } from "../runtime/hub/store/store.ts";
import { seedSubscriptions } from "../test/support/seed-subscriptions.ts";
import { median } from "./peer.ts";
import { printTable } from "./table.ts";

const BATCH = 64;

/** Claims and completes everything that one release makes due; the cost of a batch must stay constant. */
export async function claimCosts(subscriptions: number, folder: string): Promise<void> {
  const database = openSqlite(join(folder, "claims.sqlite"));
  const callbacks = Array.from(
    { length: subscriptions },
    (_, index) => `https://h${index % 5000}.example.com/${index}`,
  );
  await seedSubscriptions(database, callbacks, 1);
  const store = new SqlStore(database);
  const versions: TopicVersions = new Map([["/api/feed.json", 2]]);
  const costs: { claimMs: number; completeMs: number }[] = [];
  const now = Date.now();
  for (let batch = 0; ; batch += 1) {
    const startedAt = performance.now();
    const [claimed = []] = await store.claim({
      now,
      token: String(batch),
      expiresAt: now + 30_000,
      versions,
      accepts: () => true,
      saturatedHosts: [],
      limit: BATCH,
    });
    const claimedAt = performance.now();
    if (claimed.length === 0) break;
    const outcomes = claimed.map(({ id, token }, index): ClaimOutcome => {
      // Some fail: later claims must not scan the rows that wait for a retry.
      const hasFailed = index % 10 === 0;
      const signal = hasFailed
        ? ({ kind: "failed", counts: true, retryAt: now + 3_600_000, status: "500" } as const)
        : ({ kind: "delivered", version: 2, status: "204" } as const);
      return { id, token, signal };
    });
    await store.complete(outcomes, now, 3);
    costs.push({ claimMs: claimedAt - startedAt, completeMs: performance.now() - claimedAt });
  }
  const tenth = Math.floor(costs.length / 10);
  const of = (part: typeof costs, key: "claimMs" | "completeMs"): string =>
    `${median(part.map((cost) => cost[key])).toFixed(2)} ms`;
  printTable(
    `hub: ${subscriptions} subscriptions made due by one release, claimed and completed ${BATCH} at a time, a tenth failing`,
    ["part of the run", "claim", "complete"],
    [
      ["first tenth", of(costs.slice(0, tenth), "claimMs"), of(costs.slice(0, tenth), "completeMs")],
      [
        "middle tenth",
        of(costs.slice(tenth * 5, tenth * 6), "claimMs"),
        of(costs.slice(tenth * 5, tenth * 6), "completeMs"),
      ],
      ["last tenth", of(costs.slice(-tenth), "claimMs"), of(costs.slice(-tenth), "completeMs")],
    ],
  );
  process.stdout.write(`memory of this process: ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB\n`);
  await store.close();
}
