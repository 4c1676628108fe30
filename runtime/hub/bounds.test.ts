import { describe, expect, test } from "vitest";
import { HostLimiter, type StartedTask } from "./host-limiter.ts";
import { outcomeOf } from "./deliver.ts";
import { retryDelayMs } from "./policy.ts";
import { TokenBuckets } from "./rate-limits.ts";

describe("token buckets", () => {
  test("allow a burst, then the rate, and return the time to wait", () => {
    const buckets = new TokenBuckets(3, 1 / 1000);
    expect([1, 2, 3].map(() => buckets.take("a", 0))).toEqual([0, 0, 0]);
    expect(buckets.take("a", 0)).toBe(1000);
    expect(buckets.take("a", 400)).toBe(600);
    expect(buckets.take("a", 1000)).toBe(0);
    expect(buckets.take("b", 1000)).toBe(0);
  });

  test("a clock that goes back neither adds nor removes tokens", () => {
    const buckets = new TokenBuckets(1, 1 / 1000);
    expect(buckets.take("a", 5000)).toBe(0);
    expect(buckets.take("a", 0)).toBe(1000);
    expect(buckets.take("a", 1000)).toBe(0);
  });
});

describe("the host limiter", () => {
  const queued = (total: number, tasks: readonly (readonly [string, number])[]): HostLimiter<number> => {
    const limiter = new HostLimiter<number>(total, 2);
    for (const [host, task] of tasks) limiter.enqueue(host, task);
    return limiter;
  };

  const labels = (tasks: readonly StartedTask<number>[]): (string | number)[] =>
    tasks.flatMap(({ host, task, lane }) => [host, task, ...(lane === "main" ? [] : [lane])]);

  test("starts two tasks per host and four in total, round robin", () => {
    const tasks = [1, 2, 3, 4].map((task) => ["a", task] as const);
    const limiter = queued(4, [...tasks, ...[5, 6, 7].map((task) => ["b", task] as const)]);
    const [a1, , b5] = limiter.start() as [StartedTask<number>, unknown, StartedTask<number>];
    expect(labels([a1, b5])).toEqual(["a", 1, "b", 5]);
    expect(limiter.start()).toEqual([]);
    limiter.responded(b5, false);
    // The outcome is not on disk yet.
    expect(limiter.start()).toEqual([]);
    limiter.releasePermit(b5);
    expect(labels(limiter.start())).toEqual(["b", 7]);
    limiter.responded(a1, false);
    limiter.releasePermit(a1);
    expect(labels(limiter.start())).toEqual(["a", 3]);
    expect([limiter.running, limiter.queued("known")]).toEqual([4, 1]);
  });

  test("runs the tasks of unresponsive hosts in the slow pool until one responds in time", () => {
    const limiter = queued(2, [
      ["hangs", 1],
      ["hangs", 2],
      ["hangs", 3],
      ["hangs", 4],
      ["works", 5],
    ]);
    const [first, second] = limiter.start() as [StartedTask<number>, StartedTask<number>];
    expect(labels([first, second])).toEqual(["hangs", 1, "hangs", 2]);
    limiter.markSlow(first);
    limiter.markSlow(second);
    expect(labels(limiter.start())).toEqual(["works", 5]);
    limiter.responded(first, true);
    limiter.releasePermit(first);
    const [third] = limiter.start() as [StartedTask<number>];
    expect(labels([third])).toEqual(["hangs", 3, "slow"]);
    limiter.responded(third, false);
    limiter.releasePermit(third);
    expect(labels(limiter.start())).toEqual(["hangs", 4]);
  });

  test("runs the tasks of new hosts in a lane of their own, eight of a domain at once", () => {
    const limiter = queued(1, [["known", 0]]);
    for (let index = 1; index <= 10; index += 1) limiter.enqueue(`h${index}.one.com`, index, "one.com");
    limiter.enqueue("two.com", 11, "two.com");
    const started = limiter.start();
    expect(labels(started).filter((label) => typeof label === "number")).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    // The lane has eight permits for each of the main pool, so the other domain waits for one here.
    const [, first] = started as [unknown, StartedTask<number>];
    limiter.markSlow(first);
    limiter.responded(first, true);
    expect(limiter.start()).toEqual([]);
    limiter.releasePermit(first);
    expect(labels(limiter.start())).toEqual(["h9.one.com", 9, "new"]);
    expect([limiter.queued("new"), limiter.queued("known")]).toEqual([2, 0]);
  });

  test("a domain at its limit leaves the lane to the others", () => {
    const limiter = new HostLimiter<number>(2, 2);
    for (let index = 1; index <= 9; index += 1) limiter.enqueue(`h${index}.one.com`, index, "one.com");
    limiter.enqueue("two.com", 10, "two.com");
    expect(labels(limiter.start()).slice(-3)).toEqual(["two.com", 10, "new"]);
    expect(limiter.queued("new")).toBe(1);
  });

  test("limits the queued tasks per host, with a higher limit for fast ones", () => {
    const limiter = queued(4, [
      ["a", 1],
      ["a", 2],
      ["a", 3],
    ]);
    const permits = limiter.prefetchPermits();
    expect([permits.tryAcquire("a"), permits.tryAcquire("a"), permits.tryAcquire("b")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(permits.wereLimited()).toBe(true);
    limiter.enqueue("a", 4);
    expect(limiter.prefetchPermits().saturatedHosts).toEqual(["a"]);
    const [first] = limiter.start() as [StartedTask<number>];
    limiter.responded(first, false);
    expect(limiter.prefetchPermits().saturatedHosts).toEqual([]);
    limiter.markSlow(first);
    expect(limiter.prefetchPermits().saturatedHosts).toEqual(["a"]);
  });
});

test("retry delays follow the settings, the last one repeats, and jitter only adds", () => {
  expect([1, 2, 3, 9].map((failures) => retryDelayMs(failures, [60, 600], 0))).toEqual([
    60_000, 600_000, 600_000, 600_000,
  ]);
  expect(retryDelayMs(1, [60, 600], 0.5)).toBe(66_000);
  expect(retryDelayMs(0, [60], 0)).toBe(60_000);
});

test.for([
  ["120", 120_000],
  ["0", 0],
  ["999999", 3_600_000],
  ["Thu, 01 Jan 1970 00:02:00 GMT", 120_000],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["soon", 0],
  ["-5", 0],
] as const)("Retry-After: %s waits %i ms", ([retryAfter, retryAfterMs]) => {
  const answer = { ok: true, status: 503, body: Buffer.alloc(0), isTruncated: false, retryAfter } as const;
  expect(outcomeOf(answer, 0)).toEqual({ kind: "failed", status: "503", retryAfterMs });
});
