import { describe, expect, test } from "vitest";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { HostLimiter } from "./host-limiter.ts";
import { Quota } from "./quota.ts";
import { outcomeOf } from "./deliver.ts";
import { retryDelayMs } from "./retry.ts";

describe("a quota", () => {
  test("lets a burst pass, then its rate, and says how long to wait", () => {
    const quota = new Quota(3, 1 / 1000);
    expect([1, 2, 3].map(() => quota.take("a", 0))).toEqual([0, 0, 0]);
    expect(quota.take("a", 0)).toBe(1000);
    expect(quota.take("a", 400)).toBe(600);
    expect(quota.take("a", 1000)).toBe(0);
    expect(quota.take("b", 1000)).toBe(0);
  });

  test("a clock that goes back gives nothing away and takes nothing", () => {
    const quota = new Quota(1, 1 / 1000);
    expect(quota.take("a", 5000)).toBe(0);
    expect(quota.take("a", 0)).toBe(1000);
    expect(quota.take("a", 1000)).toBe(0);
  });
});

describe("places", () => {
  const queued = (total: number, tasks: readonly (readonly [string, number])[]): HostLimiter<number> => {
    const places = new HostLimiter<number>(total, 2);
    for (const [host, task] of tasks) places.queue(host, task);
    return places;
  };

  const begun = (places: HostLimiter<number>): (string | number)[] =>
    places.fill().flatMap(({ host, task, isSlow }) => [host, task, ...(isSlow ? ["beside"] : [])]);
  const FAST = { isBeside: false, tookLong: false };

  test("a host gets two, all get four, and the turn goes round", () => {
    const tasks = [1, 2, 3, 4].map((task) => ["a", task] as const);
    const places = queued(4, [...tasks, ...[5, 6, 7].map((task) => ["b", task] as const)]);
    expect(begun(places)).toEqual(["a", 1, "a", 2, "b", 5, "b", 6]);
    expect(begun(places)).toEqual([]);
    places.answered("b", FAST);
    // What it said is not on disk yet.
    expect(begun(places)).toEqual([]);
    places.settled();
    expect(begun(places)).toEqual(["b", 7]);
    places.answered("a", FAST);
    places.settled();
    expect(begun(places)).toEqual(["a", 3]);
    expect([places.running, places.queued]).toEqual([4, 1]);
  });

  test("hosts that hang give their places to others, and begin beside them until they answer in time", () => {
    const places = queued(2, [
      ["hangs", 1],
      ["hangs", 2],
      ["hangs", 3],
      ["hangs", 4],
      ["works", 5],
    ]);
    expect(begun(places)).toEqual(["hangs", 1, "hangs", 2]);
    places.slow("hangs", false);
    places.slow("hangs", false);
    expect(begun(places)).toEqual(["works", 5]);
    places.answered("hangs", { isBeside: true, tookLong: true });
    places.settled();
    expect(begun(places)).toEqual(["hangs", 3, "beside"]);
    places.answered("hangs", { isBeside: true, tookLong: false });
    places.settled();
    expect(begun(places)).toEqual(["hangs", 4]);
  });

  test("a host cannot fill the line; one that answers fast may have more in it", () => {
    const places = queued(4, [
      ["a", 1],
      ["a", 2],
      ["a", 3],
    ]);
    const room = places.room();
    expect([room.take("a"), room.take("a"), room.take("b")]).toEqual([true, false, true]);
    expect(room.wasLimited()).toBe(true);
    places.queue("a", 4);
    expect(places.room().fullHosts).toEqual(["a"]);
    places.fill();
    places.answered("a", FAST);
    expect(places.room().fullHosts).toEqual([]);
    places.slow("a", false);
    expect(places.room().fullHosts).toEqual(["a"]);
  });
});

describe("the outage breaker", () => {
  const noted = (failing: number, working: number): CircuitBreaker => {
    const breaker = new CircuitBreaker();
    for (let host = 0; host < failing; host += 1) breaker.note(`f${host}`, true, 0);
    for (let host = 0; host < working; host += 1) breaker.note(`w${host}`, false, 0);
    return breaker;
  };

  test.for([
    [19, 0, false],
    [20, 0, true],
    [10, 10, false],
    [11, 10, true],
    [11, 8, false],
  ] as const)("%i hosts fail and %i work: open is %s", ([failing, working, isOpen]) => {
    expect(noted(failing, working).isOpen).toBe(isOpen);
  });

  test("it closes when hosts answer again, and forgets what is old", () => {
    const breaker = noted(20, 0);
    for (let host = 0; host < 10; host += 1) breaker.note(`f${host}`, false, 1000);
    expect(breaker.isOpen).toBe(false);
    const old = noted(20, 0);
    old.note("new", true, 3_600_000);
    expect(old.isOpen).toBe(false);
  });
});

test("delays grow as configured, the last repeats, and jitter only adds", () => {
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
  const answer = { ok: true, status: 503, body: Buffer.alloc(0), isCut: false, retryAfter } as const;
  expect(outcomeOf(answer, 0)).toEqual({ kind: "failed", status: "503", retryAfterMs });
});
