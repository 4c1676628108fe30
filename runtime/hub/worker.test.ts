import { expect, test } from "vitest";
import type { SqlStore } from "./store/sql-store.ts";
import type { ClaimQuery } from "./store/store.ts";
import { Worker } from "./worker.ts";

test("a claim that failed is made again with all that it looked for, also when a delivery asks first", async () => {
  const limits: number[] = [];
  const store = {
    claim: (...[newHosts]: ClaimQuery[]) => {
      limits.push(newHosts?.limit ?? 0);
      return limits.length === 1 ? Promise.reject(new Error("locked")) : Promise.resolve([[], []]);
    },
  };
  const timers: (() => void)[] = [];
  const worker = new Worker(
    store as unknown as SqlStore,
    { concurrency: 4, concurrencyPerHost: 2, idleMs: 5000, maxFailures: 3 },
    {
      clock: () => 0,
      timer: (run, afterMs) => {
        // Only what is due at once runs: the retry after the fault and the idle interval stay away.
        if (afterMs === 0) timers.push(run);
        return () => {};
      },
      token: () => "token",
      attempt: () => Promise.resolve(undefined),
      onTermination: () => {},
      onFault: () => {},
    },
  );
  const runDue = async (): Promise<void> => {
    for (const run of timers.splice(0)) run();
    await new Promise(setImmediate);
  };
  worker.setVersions(new Map());
  worker.wake();
  await runDue();
  worker.refill();
  await runDue();
  expect(limits).toEqual([1000, 1000]);
});
