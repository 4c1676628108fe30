import fc from "fast-check";
import { expect, test } from "vitest";
import { RowSet } from "../search/row-set.ts";
import { OverloadError, type Task, TimeSlices } from "./time-slices.ts";

/** A task of so many steps, each of which takes a millisecond of the given clock. */
function* task(steps: number, clock: { now: number }): Task<number> {
  for (let step = 0; step < steps; step += 1) {
    clock.now += 1;
    yield;
  }
  return steps;
}

test("tasks take turns: a short one ends long before a long one that came first", async () => {
  const clock = { now: 0 };
  const slices = new TimeSlices(() => clock.now);
  const ended: number[] = [];
  const run = async (steps: number): Promise<void> => void ended.push(await slices.run(task(steps, clock)));
  await Promise.all([run(1000), run(10), run(100)]);
  expect(ended).toEqual([10, 100, 1000]);
});

test("the loop turns after every slice, however many tasks there are", async () => {
  const clock = { now: 0 };
  const slices = new TimeSlices(() => clock.now);
  let longest = 0;
  let turnedAt = 0;
  const turns = setInterval(() => {}, 1000);
  const turn = (): void => {
    longest = Math.max(longest, clock.now - turnedAt);
    turnedAt = clock.now;
    immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  await Promise.all(Array.from({ length: 200 }, () => slices.run(task(20, clock))));
  clearImmediate(immediate);
  clearInterval(turns);
  expect(longest).toBeLessThanOrEqual(5);
});

test("a bounded number of queued tasks wait, and other tasks start before them", async () => {
  const clock = { now: 0 };
  const slices = new TimeSlices(() => clock.now);
  const ended: string[] = [];
  const queued = Array.from({ length: 1000 }, () =>
    slices.runQueued(task(20, clock), () => true).then(() => ended.push("queued")),
  );
  const other = slices.run(task(20, clock)).then(() => ended.push("other"));
  const outcomes = await Promise.allSettled(queued);
  await other;
  const refused = outcomes.filter((one) => one.status === "rejected");
  expect(refused.every(({ reason }) => reason instanceof OverloadError)).toBe(true);
  expect(outcomes.length - refused.length).toBeLessThanOrEqual(600);
  expect(ended.indexOf("other")).toBeLessThanOrEqual(32);
});

test("a task that is no longer awaited is rejected, whether it waits or has started", async () => {
  const clock = { now: 0 };
  const slices = new TimeSlices(() => clock.now);
  let isAwaited = true;
  const left = Array.from({ length: 60 }, () => slices.runQueued(task(1000, clock), () => isAwaited));
  const outcomes = Promise.allSettled(left);
  await slices.run(task(3, clock));
  isAwaited = false;
  const from = clock.now;
  await slices.runQueued(task(10, clock), () => true);
  expect(clock.now - from).toBe(10);
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(60).fill("rejected"));
});

test("a task that throws rejects, and the others go on", async () => {
  const slices = new TimeSlices();
  // oxlint-disable-next-line require-yield -- fails at its first step
  function* failing(): Task<never> {
    throw new Error("broken");
  }
  const others = slices.run(task(3, { now: 0 }));
  await expect(slices.run(failing())).rejects.toThrow("broken");
  expect(await others).toBe(3);
});

test("a set of rows has what was added, once, ascending, from any row on", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(199)), fc.nat(210), fc.integer({ min: 1, max: 20 }), (rows, first, limit) => {
      const set = new RowSet(200);
      for (const row of rows) set.add(row);
      const expected = [...new Set(rows)].toSorted((a, b) => a - b);
      expect([...set]).toEqual(expected);
      expect(set.size).toBe(expected.length);
      const rest = expected.filter((row) => row >= first);
      expect(set.page(first, limit)).toEqual([rest.slice(0, limit), rest.length <= limit]);
      expect(set.has(first % 200)).toBe(rows.includes(first % 200));
    }),
  );
});
